import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  type ConnectionOptions,
  createPostgresBackend,
  DelayedError,
  type Job,
  type JobsOptions,
  Queue,
  Worker,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Config } from '#platform/config';
import { faultOf, traceOf } from '#platform/logging';
import { isConnectionLost } from '#platform/postgres';
import { postponement } from './postponement.ts';
import { QueueConnections } from './queue-connections.ts';
import type { JobQueue } from './queues.ts';

/** `id` identifies the job: added twice, it runs once. `delay` is in milliseconds. */
export type NewJob = {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly delay?: number;
};
/**
 * A job as its handler sees it; `attempt` counts from 1. It is not tried again after the last one. `report` stores the
 * share that is done, from 0 to 1; it does not wait, and a report that cannot be stored is lost.
 */
export type RunningJob = {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  readonly report: (done: number) => void;
};

/**
 * Thrown by a handler if its job is not due for another `wait` milliseconds. It is postponed, which is not a failed
 * attempt.
 */
export class NotDueYet extends Error {
  constructor(readonly wait: number) {
    super(`not due for another ${wait} ms`);
  }
}

/**
 * Thrown by a handler if a process of another release has to run its job. It is postponed, which is not a failed
 * attempt unless it happens very often.
 */
export class NeedsOtherRelease extends Error {}

/**
 * A job that failed permanently and waits for an operator. `reason` is the last error as a log shows it, `failedAt` an
 * ISO instant.
 */
export type DeadJob = {
  readonly queue: string;
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly attempts: number;
  readonly reason: string;
  readonly failedAt: string;
};

export type PendingState = 'waiting' | 'active' | 'delayed';
/**
 * A job that has not ended. `addedAt` and `dueAt` are ISO instants; `dueAt` is null unless the job is delayed, and
 * excludes how long its last attempt took.
 */
export type PendingJob = {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly attempts: number;
  readonly addedAt: string;
  readonly dueAt: string | null;
};

type EmitsErrors = { on(event: 'error', listener: (error: Error) => void): unknown };
/** How many jobs of a queue are in each state. `failed` are dead letters. */
export type JobCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
};

type BullQueue = Pick<Queue, 'add' | 'addBulk' | 'close' | 'getJob' | 'getJobCounts' | 'getJobs' | 'getJobState'> &
  EmitsErrors;
type BullWorker = Pick<Worker, 'close'> &
  EmitsErrors & { on(event: 'failed', listener: (job: Job | undefined, error: Error) => void): unknown };
/** An attempt that has ended; a postponed one is not counted as an attempt. */
type EndedJob = {
  readonly queue: string;
  readonly outcome: 'done' | 'failed' | 'postponed';
  readonly seconds: number;
};
type JobHandler = (job: RunningJob) => Promise<void>;
type HandledQueue = { readonly queue: JobQueue; readonly handler: JobHandler };

/** BullMQ's states of a job that is neither done nor failed permanently. */
const unfinishedStates: ReadonlySet<string> = new Set([
  'waiting',
  'active',
  'delayed',
  'prioritized',
  'waiting-children',
]);

/** Caches whether it is ready, also if the first connection failed. */
type CachesReadiness = { readyPromise: Promise<void> | undefined; waitUntilReady: () => Promise<void> };
type Connection = CachesReadiness & { listenClient: unknown };
type Backend = CachesReadiness & {
  connection: Connection;
  listening: boolean;
  ensureListening: () => Promise<unknown>;
};

/** The longest wait for a notification before a worker polls, in seconds. */
const maximumBlockTimeout = 10;

/** Clears the cached promise if the first connection failed, so that the next call connects again. */
const reconnectsAfterFailure = (caching: CachesReadiness): void => {
  const waitUntilReady = caching.waitUntilReady.bind(caching);
  caching.waitUntilReady = async () => {
    try {
      await waitUntilReady();
    } catch (error) {
      caching.readyPromise = undefined;
      throw error;
    }
  };
};

/**
 * BullMQ's connection to Postgres, corrected in two ways:
 * - The connection and the backend both cache a failed first connection permanently, if Postgres was down at that
 *   moment. No completion of a job could be stored then, so every job of the queue would fail although its work was
 *   done.
 * - If a connection is lost while it begins to listen, BullMQ considers the next connection as listening
 *   although it is not.
 */
const resilientBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const internals = backend as unknown as Backend;
  const { connection } = internals;
  reconnectsAfterFailure(connection);
  reconnectsAfterFailure(internals);
  const ensureListening = internals.ensureListening.bind(backend);
  internals.ensureListening = async () => {
    const client = await ensureListening();
    if (connection.listenClient === client) return client;
    internals.listening = false;
    throw new Error('Connection terminated while it began to listen');
  };
  return Object.defineProperty(backend, 'maximumBlockTimeout', { value: maximumBlockTimeout });
};
const postgres = withBackend(resilientBackend);
/**
 * How work continues after a crash, in milliseconds. The jobs of a killed process are taken over by another after 10 to
 * 16 seconds. After 20 crashes a job is abandoned, because it is then probably their cause. A worker whose database or
 * Redis is down tries again after a second.
 */
const recovery = { lockDuration: 10_000, stalledInterval: 3_000, maxStalledCount: 20, runRetryDelay: 1_000 };

/**
 * After a failed check for stalled jobs BullMQ waits five seconds, which `close` cannot interrupt, so the process would
 * not exit. The pause between two checks does end with `close`, so a check that fails is left to the next one.
 */
const endsWhenClosed = (worker: { emit: (event: 'error', error: Error) => unknown }): void => {
  const checking = worker as typeof worker & { moveStalledJobsToWait: () => Promise<void> };
  const check = checking.moveStalledJobsToWait.bind(worker);
  checking.moveStalledJobsToWait = () =>
    check().catch((error: Error) => {
      if (!isConnectionLost(error)) worker.emit('error', error);
    });
};

/** A worker that is closed while it waits for a job would take one more job. */
const takesNoJobWhenClosed = (worker: { closing: Promise<void> | undefined }): void => {
  const taking = worker as typeof worker & { moveToActive: (...args: unknown[]) => Promise<unknown> };
  const take = taking.moveToActive.bind(worker);
  taking.moveToActive = (...args) => (worker.closing ? Promise.resolve(undefined) : take(...args));
};

/**
 * Up to this many jobs are added one by one: BullMQ's bulk statement creates temporary tables, which costs more than a
 * few single adds.
 */
const maxSingleJobs = 4;

/**
 * For how long completed jobs are kept, in seconds: an event that is read again after a crash does not add its job
 * again. They are limited by time because BullMQ finds the old ones by an index. To limit their number, it would read
 * all of them whenever a job is completed.
 */
const completedLifetime = 600;

/** Where a Redis has its name. */
const storeKey = 'festoon:queues';

const jobOptions = ({ attempts, backoff }: JobQueue): JobsOptions => ({
  attempts,
  backoff: { type: 'exponential', delay: backoff, jitter: 0.5 },
  removeOnComplete: { age: completedLifetime },
  // A dead letter is kept until an operator retries or drops it.
  removeOnFail: false,
});

/** Job queues, on Postgres by default and on Redis when REDIS_URL is set. Each job runs at least once. */
@Injectable()
export class Jobs implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #log = new Logger(Jobs.name);
  readonly #queues = new Map<string, BullQueue>();
  readonly #workers = new Map<string, BullWorker>();
  readonly #handled = new Map<string, HandledQueue>();
  readonly #connection: ConnectionOptions | QueueConnections;
  /**
   * How long a process that is stopped waits for its jobs, in milliseconds. A job that takes longer is run again by
   * another process.
   */
  closeTimeout = 10_000;
  /** Called after each attempt of a job in this process. The metrics set it. */
  onJobEnd: (job: EndedJob) => void = () => undefined;
  #shuttingDown = false;
  #workersClosed = true;

  constructor(private readonly config: Config) {
    this.#connection = config.redisUrl
      ? { url: config.redisUrl, maxRetriesPerRequest: null }
      : new QueueConnections(config.databaseUrl, Math.floor(config.databaseConnections / 2));
  }

  /**
   * Adds the jobs in this order. After an error, some of them may have been added: adding all of them again is safe.
   */
  async add(queue: JobQueue, jobs: readonly NewJob[]): Promise<void> {
    const newJobs = jobs.map(({ id, name, data, delay }) => ({
      name,
      data,
      opts: { ...jobOptions(queue), jobId: id, ...(delay && { delay }) },
    }));
    const bull = this.#queue(queue.name);
    if (newJobs.length > maxSingleJobs) await bull.addBulk(newJobs);
    else for (const { name, data, opts } of newJobs) await bull.add(name, data, opts);
  }

  /**
   * A name for where the queues are. A Redis gets a random one when it is first used, so one that comes back empty has
   * another name.
   */
  async store(): Promise<string> {
    if (this.config.redisUrl === undefined) return 'postgres';
    const client = new Redis(this.config.redisUrl, { maxRetriesPerRequest: 1 });
    client.on('error', (error) => this.#warn('queues', error));
    try {
      await client.set(storeKey, randomUUID(), 'NX');
      return (await client.get(storeKey)) ?? '';
    } finally {
      client.disconnect();
    }
  }

  /** Whether none of these jobs still has to run: each is done, failed permanently, or was never added. */
  async areFinished(queue: string, ids: readonly string[]): Promise<boolean> {
    const states = await Promise.all(ids.map((id) => this.#queue(queue).getJobState(id)));
    return !states.some((state) => unfinishedStates.has(state));
  }

  /**
   * The share of the job that it reported as done, from 0 to 1; undefined before its first report, or if there is no
   * such job.
   */
  async progressOf(queue: string, id: string): Promise<number | undefined> {
    const progress = (await this.#queue(queue).getJob(id))?.progress;
    return typeof progress === 'number' && progress > 0 ? progress : undefined;
  }

  /** The queue's dead letters, the latest failure first. */
  async deadLetters(queue: string): Promise<readonly DeadJob[]> {
    const jobs = await this.#queue(queue).getJobs(['failed']);
    return jobs.map((job) => deadJob(queue, job)).sort((a, b) => b.failedAt.localeCompare(a.failedAt));
  }

  /** How many jobs the queue has in each state. */
  async counts(queue: string): Promise<JobCounts> {
    const {
      waiting = 0,
      active = 0,
      delayed = 0,
      failed = 0,
    } = await this.#queue(queue).getJobCounts('waiting', 'active', 'delayed', 'failed');
    return { waiting, active, delayed, failed };
  }

  /**
   * Jobs of the queue in this state, at most `count` after the first `skipped`. Delayed ones are in the order in which
   * they are due; of the others, the newest come first.
   */
  async pending(queue: string, state: PendingState, count: number, skipped = 0): Promise<readonly PendingJob[]> {
    const jobs = await this.#queue(queue).getJobs([state], skipped, skipped + count - 1, state === 'delayed');
    return jobs.map((job) => pendingJob(job, state));
  }

  /** Gives a dead letter all its attempts again; false if the dead letter does not exist. */
  retry(queue: string, id: string): Promise<boolean> {
    return this.#withDead(queue, id, (job) =>
      job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }),
    );
  }

  /** Whether the job is a dead letter. */
  async isDead(queue: string, id: string): Promise<boolean> {
    return (await this.#queue(queue).getJobState(id)) === 'failed';
  }

  /** Removes a dead letter; false if the dead letter does not exist. */
  drop(queue: string, id: string): Promise<boolean> {
    return this.#withDead(queue, id, (job) => job.remove());
  }

  /** Names of the queues that have a handler. */
  get queues(): readonly string[] {
    return [...this.#handled.keys()].sort();
  }

  /** Names of the queues this process works on. */
  get started(): readonly string[] {
    return [...this.#workers.keys()].sort();
  }

  /** Declares what runs the queue's jobs, in processes that work on it: see {@link start}. Call it in a constructor. */
  handle(queue: JobQueue, handler: JobHandler): void {
    if (this.#handled.has(queue.name)) throw new Error(`The queue ${queue.name} has two handlers: remove one of them`);
    this.#handled.set(queue.name, { queue, handler });
  }

  /**
   * From now on this process works on these queues, or on all that have a handler. Queues it already works on are left
   * alone.
   */
  start(names: readonly string[] = this.queues): void {
    for (const name of names) {
      const handledQueue = this.#handled.get(name);
      if (!handledQueue) throw new Error(`The queue ${name} has no handler. Queues: ${this.queues.join(', ')}`);
      if (!this.#workers.has(name)) this.#workers.set(name, this.#worker(handledQueue));
    }
  }

  /**
   * Finishes the jobs in progress while everything that they use, such as connections to the database, is still open.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.#shuttingDown = true;
    const closings = await Promise.all([...this.#workers].map(([name, worker]) => this.#close(name, worker)));
    this.#workersClosed = closings.every(Boolean);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    if (!(this.#connection instanceof QueueConnections)) return;
    const ended = this.#connection.end();
    // A worker whose job is still running holds a connection, so the end would wait for that job.
    if (this.#workersClosed) await ended;
  }

  /** Waits until the worker's jobs are finished, at most {@link closeTimeout}. Returns whether they are. */
  async #close(name: string, worker: BullWorker): Promise<boolean> {
    const limit = new AbortController();
    const closed = worker.close().then(() => true);
    const late = sleep(this.closeTimeout, false, { signal: limit.signal });
    late.catch(() => undefined);
    const isClosed = await Promise.race([closed, late]).finally(() => limit.abort());
    if (!isClosed) this.#log.warn(`${name}: a job has not ended within ${this.closeTimeout / 1_000} s of the shutdown`);
    return isClosed;
  }

  #worker({ queue: { name, concurrency }, handler }: HandledQueue): BullWorker {
    const run = (job: Job, token?: string) => this.#run(name, handler, job, token);
    const connection = this.#connection;
    const worker =
      connection instanceof QueueConnections
        ? new postgres.Worker(name, run, { connection, concurrency, ...recovery } as never)
        : new Worker(name, run, { connection, concurrency, ...recovery });
    endsWhenClosed(worker);
    takesNoJobWhenClosed(worker);
    worker.on('error', (error) => this.#warn(name, error));
    worker.on('failed', (job, error) => this.#log.warn(`${name}: ${job?.name} ${job?.id} failed: ${faultOf(error)}`));
    return worker;
  }

  async #run(queue: string, handler: JobHandler, job: Job, token: string | undefined): Promise<void> {
    const { id = '', name, data, attemptsMade, attemptsStarted } = job;
    const startedAt = performance.now();
    const end = (outcome: EndedJob['outcome']) =>
      this.onJobEnd({ queue, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    try {
      const attempt = attemptsMade + 1;
      const report = (done: number) => void job.updateProgress(done).catch(() => undefined);
      await handler({ id, name, data, attempt, isLastAttempt: attempt >= (job.opts.attempts ?? 1), report });
      end('done');
    } catch (error) {
      const delay = delayAfter(error, attemptsStarted - attemptsMade);
      end(delay ? 'postponed' : 'failed');
      if (!delay) throw storable(error);
      this.#log.warn(`${queue}: ${name} ${id} is postponed: ${faultOf(error)}`);
      await this.#postpone(queue, job, delay, token);
      throw new DelayedError();
    }
  }

  async #withDead(queue: string, id: string, work: (job: Job) => Promise<void>): Promise<boolean> {
    const job = await this.#queue(queue).getJob(id);
    if (!(job && (await job.isFailed()))) return false;
    try {
      await work(job);
      return true;
    } catch (error) {
      // Another operator or process retried or dropped it at the same time.
      if (await job.isFailed()) throw error;
      return false;
    }
  }

  /** If this cannot be stored while this worker holds the job's lock, the job is taken over as after a crash. */
  async #postpone(queue: string, job: Job, delay: number, token: string | undefined): Promise<void> {
    const deadline = Date.now() + recovery.lockDuration;
    do
      try {
        return await job.moveToDelayed(Date.now() + delay, token);
      } catch (error) {
        if (!isConnectionLost(error)) return this.#warn(queue, error as Error);
        await sleep(recovery.runRetryDelay);
      }
    while (Date.now() < deadline && !this.#shuttingDown);
  }

  /** Connections that are lost during the shutdown are not worth a warning. */
  #warn(queue: string, error: Error): void {
    if (!this.#shuttingDown) this.#log.warn(`${queue}: ${faultOf(error)}`);
  }

  #queue(name: string): BullQueue {
    const knownQueue = this.#queues.get(name);
    if (knownQueue) return knownQueue;
    const connection = this.#connection;
    const queue: BullQueue =
      connection instanceof QueueConnections
        ? new postgres.Queue(name, { connection } as never)
        : new Queue(name, { connection });
    queue.on('error', (error) => this.#warn(name, error));
    this.#queues.set(name, queue);
    return queue;
  }
}

/** How many milliseconds to postpone a job after this error; undefined if the error is a failed attempt. */
const delayAfter = (error: unknown, times: number): number | undefined => {
  if (error instanceof NotDueYet) return error.wait;
  return isConnectionLost(error) || error instanceof NeedsOtherRelease ? postponement(times) : undefined;
};

/** BullMQ stores the message and the stack trace of a failed job, so they must not contain row values. */
const storable = (error: unknown): Error => Object.assign(new Error(faultOf(error)), { stack: traceOf(error) });

/** BullMQ does not tell when a job is due. Its delay counts from when it was added, or from its last attempt. */
const pendingJob = (
  { id = '', name, data, attemptsMade, timestamp, processedOn, delay }: Job,
  state: PendingState,
) => ({
  id,
  name,
  data,
  attempts: attemptsMade,
  addedAt: new Date(timestamp).toISOString(),
  dueAt: state === 'delayed' ? new Date((processedOn ?? timestamp) + delay).toISOString() : null,
});

const deadJob = (queue: string, job: Job): DeadJob => ({
  queue,
  id: job.id ?? '',
  name: job.name,
  data: job.data,
  attempts: job.attemptsMade,
  reason: job.failedReason ?? '',
  failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
});

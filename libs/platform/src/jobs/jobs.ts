import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createPostgresBackend, DelayedError, type Job, type JobsOptions, Queue, Worker, withBackend } from 'bullmq';
import { Config } from '#platform/config';
import { faultOf } from '#platform/logging';
import { HeardClient, isConnectionLost, SureClient } from '#platform/postgres';
import { putOffFor } from './put-off.ts';

/** One piece of work. `id` names it: added twice it is done once. `delay` in milliseconds; `attempts` where five are too few. */
export type NewJob = {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly delay?: number;
  readonly attempts?: number;
};
/** What a job looks like to the one who does it; `attempt` counts from 1. */
export type RunningJob = {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly attempt: number;
};

/** A job whose attempts are used up: it waits for somebody. `reason` is the last failure's, `failedAt` an instant. */
export type DeadJob = {
  readonly queue: string;
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly attempts: number;
  readonly reason: string;
  readonly failedAt: string;
};

type Failing = { on(event: 'error', listener: (error: Error) => void): unknown };
type Adding = Pick<Queue, 'addBulk' | 'close' | 'getJob' | 'getJobs' | 'getJobState'> & Failing;
type Working = Pick<Worker, 'close'> &
  Failing & { on(event: 'failed', listener: (job: Job | undefined, error: Error) => void): unknown };
type Offer = { readonly concurrency: number; readonly run: (job: RunningJob) => Promise<void> };

/** What a job is in while there is work left on it. */
const unfinished: ReadonlySet<string> = new Set(['waiting', 'active', 'delayed', 'prioritized', 'waiting-children']);

type Connection = { pgModule: object; readyPromise: Promise<void> | undefined; bootstrap: () => Promise<void> };

/**
 * BullMQ listens on a connection of its own making, of a class that it looks up here. And it remembers for ever that its
 * first connection failed: where Postgres was away at that moment, it is told to try again.
 */
const heardBackend: typeof createPostgresBackend = (...asked) => {
  const backend = createPostgresBackend(...asked);
  const { connection } = backend as unknown as { connection: Connection };
  const bootstrap = connection.bootstrap.bind(connection);
  connection.pgModule = { Client: SureClient };
  connection.bootstrap = async () => {
    try {
      await bootstrap();
    } catch (error) {
      connection.readyPromise = undefined;
      throw error;
    }
  };
  return backend;
};
const postgres = withBackend(heardBackend);
/**
 * How work goes on after a crash, in milliseconds. What a killed process was at is taken up by another after 10 to 16
 * seconds, and given up only where it was lost so often that the job itself must be what kills. A worker whose database
 * or Redis went away tries again after a second.
 */
const recovery = { lockDuration: 10_000, stalledInterval: 3_000, maxStalledCount: 20, runRetryDelay: 1_000 };
const retry: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 250, jitter: 0.5 },
  removeOnComplete: { count: 5_000 },
  // What failed for good is kept until somebody retries or drops it.
  removeOnFail: false,
};

/** Queues of work, on Postgres by default and on Redis where REDIS_URL is set. Each job runs at least once. */
@Injectable()
export class Jobs implements OnApplicationShutdown {
  readonly #log = new Logger(Jobs.name);
  readonly #queues = new Map<string, Adding>();
  readonly #workers = new Map<string, Working>();
  readonly #offers = new Map<string, Offer>();
  #ending = false;

  constructor(private readonly config: Config) {}

  async add(queue: string, jobs: readonly NewJob[]): Promise<void> {
    await this.#queue(queue).addBulk(
      jobs.map(({ id, name, data, delay, attempts }) => ({
        name,
        data,
        opts: { ...retry, jobId: id, ...(delay && { delay }), ...(attempts && { attempts }) },
      })),
    );
  }

  /** Whether nothing is left to do on these jobs: done, given up, or never added. */
  async finished(queue: string, ids: readonly string[]): Promise<boolean> {
    const states = await Promise.all(ids.map((id) => this.#queue(queue).getJobState(id)));
    return !states.some((state) => unfinished.has(state));
  }

  /** Jobs whose attempts are used up, the one that failed last first. */
  async dead(queue: string): Promise<readonly DeadJob[]> {
    const jobs = await this.#queue(queue).getJobs(['failed']);
    return jobs.map((job) => deadJob(queue, job)).sort((a, b) => (a.failedAt < b.failedAt ? 1 : -1));
  }

  /** Gives a dead job all its attempts again, as it was added; false if there is no such dead job. */
  retry(queue: string, id: string): Promise<boolean> {
    return this.#withDead(queue, id, (job) =>
      job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }),
    );
  }

  /** Gives a dead job up for ever; false if there is no such dead job. */
  drop(queue: string, id: string): Promise<boolean> {
    return this.#withDead(queue, id, (job) => job.remove());
  }

  /** The queues that there is work for. */
  get queues(): readonly string[] {
    return [...this.#offers.keys()].sort();
  }

  /** How a queue's work is done, in those processes that work: see {@link start}. Call it in a constructor. */
  offer(queue: string, concurrency: number, run: Offer['run']): void {
    this.#offers.set(queue, { concurrency, run });
  }

  /** From now on this process does the work of all queues on offer. */
  start(): void {
    for (const [queue, { concurrency, run }] of this.#offers) this.work(queue, concurrency, run);
  }

  /** From now on this process does the queue's work, `concurrency` jobs at a time. */
  work(queue: string, concurrency: number, run: (job: RunningJob) => Promise<void>): void {
    if (this.#workers.has(queue)) throw new Error(`Two workers for the queue ${queue} in one process`);
    const handle = (job: Job, token?: string) => this.#run(queue, run, job, token);
    const worker: Working = this.config.redisUrl
      ? new Worker(queue, handle, { ...this.#options(), concurrency, ...recovery })
      : new postgres.Worker(queue, handle, { ...this.#options(), concurrency, ...recovery } as never);
    worker.on('error', (error) => this.#warn(queue, error));
    worker.on('failed', (job, error) => this.#log.warn(`${queue}: ${job?.name} ${job?.id} failed: ${faultOf(error)}`));
    this.#workers.set(queue, worker);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#ending = true;
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  async #run(queue: string, run: Offer['run'], job: Job, token: string | undefined): Promise<void> {
    const { id = '', name, data, attemptsMade, attemptsStarted } = job;
    try {
      await run({ id, name, data, attempt: attemptsMade + 1 });
    } catch (error) {
      const delay = isConnectionLost(error) ? putOffFor(attemptsStarted - attemptsMade) : undefined;
      if (!delay) throw error;
      this.#log.warn(`${queue}: ${name} ${id} is put off: ${faultOf(error)}`);
      await this.#putOff(queue, job, delay, token);
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
      // Somebody else was faster.
      if (await job.isFailed()) throw error;
      return false;
    }
  }

  /** Where it cannot be written for as long as the job is this worker's, it is taken up again as one whose worker was killed. */
  async #putOff(queue: string, job: Job, delay: number, token: string | undefined): Promise<void> {
    const until = Date.now() + recovery.lockDuration;
    do
      try {
        return await job.moveToDelayed(Date.now() + delay, token);
      } catch (error) {
        if (!isConnectionLost(error)) return this.#warn(queue, error as Error);
        await sleep(recovery.runRetryDelay);
      }
    while (Date.now() < until && !this.#ending);
  }

  /** A connection that is lost while everything ends is missed by nobody. */
  #warn(queue: string, error: Error): void {
    if (!this.#ending) this.#log.warn(`${queue}: ${faultOf(error)}`);
  }

  #queue(name: string): Adding {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue: Adding = this.config.redisUrl
      ? new Queue(name, this.#options())
      : new postgres.Queue(name, this.#options() as never);
    queue.on('error', (error) => this.#warn(name, error));
    this.#queues.set(name, queue);
    return queue;
  }

  #options() {
    const { redisUrl } = this.config;
    const connection = redisUrl
      ? { url: redisUrl, maxRetriesPerRequest: null }
      : {
          connectionString: this.config.databaseUrl,
          schema: 'bullmq',
          max: 4,
          Client: HeardClient,
          options: '-c role=festoon_runtime',
        };
    return { connection };
  }
}

const deadJob = (queue: string, job: Job): DeadJob => ({
  queue,
  id: job.id ?? '',
  name: job.name,
  data: job.data,
  attempts: job.attemptsMade,
  reason: job.failedReason ?? '',
  failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
});

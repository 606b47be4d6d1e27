import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Facts, Origin, Recorded } from '#kernel';
import { Context } from '#platform/context';
import { EventStore, WrittenByNewerRelease } from '#platform/event-store';
import { Jobs, NeedsOtherRelease, type NewJob, NotDueYet, queueNames, queues, type RunningJob } from '#platform/jobs';
import { Database, Follower } from '#platform/postgres';
import { Tracer } from '#platform/tracing';

/**
 * How long after an erasure, in milliseconds, its work is repeated: requests that were running when the person was
 * erased have ended by then, so the data that they wrote is found.
 */
export const erasureRecheckDelay = 10_000;

/** Queues that reactions can name: all except the one whose jobs the sandbox of the payments gateway handles itself. */
const reactionQueues = queueNames.filter((name) => name !== 'sandbox-webhooks');
export type ReactionQueue = (typeof reactionQueues)[number];

/**
 * Which attempt of a job this is, from 1. A failure of the last one is not tried again: the job waits for an operator.
 * `report` stores the share of the work that is done, from 0 to 1, for {@link Reactor.progressOf}.
 */
export type Attempt = {
  readonly number: number;
  readonly isLast: boolean;
  readonly report: (done: number) => void;
};

/**
 * Work done because of an event. It may run twice for one event, so it must be idempotent. `queue` decides how many run
 * at once and how often a failure is retried. `delay`, in milliseconds, is how long after the event it runs; `runAt`
 * names the instant instead, in ISO 8601 UTC, and returns undefined for an event that needs no reaction. With `catchUp`
 * it also runs, once, for each event from before this reaction existed: only for work that is still right much later.
 */
export type Reaction<E extends Facts> = {
  [Type in keyof E & string]: {
    readonly name: `${string}.${string}`;
    readonly to: Type;
    readonly queue: ReactionQueue;
    readonly delay?: number;
    readonly runAt?: (event: Recorded<Pick<E, Type>>) => string | undefined;
    readonly catchUp?: boolean;
    readonly react: (event: Recorded<Pick<E, Type>>, attempt?: Attempt) => Promise<unknown>;
  };
}[keyof E & string];

type RegisteredReaction = {
  name: string;
  to: string;
  queue: ReactionQueue;
  delay?: number;
  runAt?: (event: never) => string | undefined;
  catchUp?: boolean;
  react: (event: never, attempt?: Attempt) => Promise<unknown>;
};
/** A job's data: which event it is about. */
type EventReference = { stream: string; version: number };

const role = 'reactor';
const batchSize = 200;
/**
 * For how long, in milliseconds, a process lets others add the jobs after it has met events of a newer release: a
 * process of that release then takes over.
 */
const stepAsideFor = 3_000;
/** How often, in milliseconds, the process that adds the jobs looks for events that an older release deferred. */
const deferredEventsInterval = 1_000;
/** How often, in milliseconds, the process that adds the jobs checks whether the queues were lost. */
const queuesCheckInterval = 60_000;
/**
 * Of lost queues, jobs that were due this long, in milliseconds, before the queues were last seen are not added again:
 * they have ended, or were dead letters. To add those of all events would repeat years of work, and would run reactions
 * that did not exist when their events were written.
 */
const lostJobsPeriod = 7 * 86_400_000;
/** How often a waiting caller checks whether a reaction has run, in milliseconds; most reactions take about as long. */
const pollInterval = 25;

const jobId = ({ id }: { id: string }, reaction: string): string => `${id}.${reaction}`;

/** Follows the log and adds one job per event and reaction. Reactions are never replayed. */
@Injectable()
export class Reactor implements OnApplicationShutdown {
  readonly #log = new Logger(Reactor.name);
  readonly #reactions = new Map<string, RegisteredReaction>();
  readonly #follower: Follower;
  #caughtUp = false;
  #stepsAsideUntil = 0;
  #lookedForDeferredEventsAt = 0;
  #checkedQueuesAt = 0;

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly tracer: Tracer,
  ) {
    this.#follower = new Follower(database, this.#log);
    for (const name of reactionQueues) jobs.handle(queues[name], (job) => this.#run(job));
  }

  /**
   * Call it in the module's constructor. Names are part of the jobs' ids, so a name must never be used for another
   * reaction.
   */
  add<E extends Facts>(reaction: Reaction<E>): void {
    if (this.#reactions.has(reaction.name)) throw new Error(`Two reactions are called ${reaction.name}`);
    this.#reactions.set(reaction.name, reaction);
  }

  /**
   * From now on this process works on all queues, and adds the jobs of reactions unless another process already does.
   */
  follow(): void {
    this.jobs.start();
    this.#follower.start(
      () => (Date.now() < this.#stepsAsideUntil ? [] : [role]),
      (_, signal) => this.#step(signal),
    );
  }

  /**
   * Waits until every reaction without a delay to this event has run, in whichever process; false if that takes longer
   * than `milliseconds`. Reactions to the events that these append are not waited for.
   */
  async waitForReactions(event: Pick<Recorded, 'id' | 'type' | 'position'>, milliseconds = 2_000): Promise<boolean> {
    const reactions = [...this.#reactions.values()].filter(
      ({ to, delay, runAt }) => to === event.type && !delay && !runAt,
    );
    const isFinished = async () => {
      if ((await this.#checkpoint()) < event.position) return false;
      const results = reactions.map(({ name, queue }) => this.jobs.areFinished(queue, [jobId(event, name)]));
      return (await Promise.all(results)).every(Boolean);
    };
    const deadline = Date.now() + milliseconds;
    while (reactions.length > 0 && !(await isFinished())) {
      if (Date.now() >= deadline) return false;
      await sleep(pollInterval);
    }
    return true;
  }

  /**
   * Like {@link waitForReactions}, for the newest event of a type in a stream, and then also for the reactions to the
   * events that the first ones appended. False if there is no such event.
   */
  async waitForResultsOfNewest(stream: string, type: string, milliseconds = 2_000): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    const event = (await this.store.read(stream)).findLast((candidate) => candidate.type === type);
    if (!event || !(await this.waitForReactions(event, milliseconds))) return false;
    const laterEvents = await this.store.after(event.position, batchSize);
    const results = laterEvents.filter(({ causation }) => causation === event.id);
    const timeLeft = Math.max(0, deadline - Date.now());
    const finished = await Promise.all(results.map((result) => this.waitForReactions(result, timeLeft)));
    return finished.every(Boolean);
  }

  /** The share of its work that this reaction to the event reported, from 0 to 1; undefined before the first report. */
  progressOf(event: Pick<Recorded, 'id'>, { name, queue }: Pick<RegisteredReaction, 'name' | 'queue'>) {
    return this.jobs.progressOf(queue, jobId(event, name));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#follower.stop();
  }

  async #step(signal: AbortSignal): Promise<boolean> {
    await this.#replaceLostJobs(signal);
    this.#caughtUp ||= await this.#catchUp(signal);
    await this.#takeDeferredEvents();
    const growth = this.store.waitForGrowth(signal);
    const events = await this.store.after(await this.#checkpoint(), batchSize);
    const lastEvent = events.at(-1);
    if (lastEvent) {
      await this.#defer(events.filter(({ isNewer }) => isNewer));
      await this.#addJobs(events, [...this.#reactions.values()]);
      await this.#moveCheckpoint(lastEvent.position);
    }
    const hasMore = events.length === batchSize;
    if (!hasMore) await growth;
    return hasMore;
  }

  /**
   * Records events of a newer release, whose reactions this process may not know, and lets a process of that release
   * take over.
   */
  async #defer(newerEvents: readonly Recorded[]): Promise<void> {
    if (newerEvents.length === 0) return;
    await this.database.query(
      'insert into followers.left_events (position) select unnest($1::bigint[]) on conflict do nothing',
      [newerEvents.map(({ position }) => position)],
    );
    this.#stepsAsideUntil = Date.now() + stepAsideFor;
  }

  /** Adds the jobs of events that an older release deferred, if this release knows them. */
  async #takeDeferredEvents(): Promise<void> {
    if (Date.now() - this.#lookedForDeferredEventsAt < deferredEventsInterval) return;
    this.#lookedForDeferredEventsAt = Date.now();
    const deferredPositions = await this.database.query<{ position: string }>(
      'select position from followers.left_events order by position limit $1',
      [batchSize],
    );
    if (deferredPositions.length === 0) return;
    const deferredEvents = await this.store.opened(
      await this.store.atSealed(deferredPositions.map(({ position }) => BigInt(position))),
    );
    const knownEvents = deferredEvents.filter(({ isNewer }) => !isNewer);
    await this.#addJobs(knownEvents, [...this.#reactions.values()]);
    await this.database.query('delete from followers.left_events where position = any($1::bigint[])', [
      knownEvents.map(({ position }) => position),
    ]);
  }

  /**
   * Adds the jobs of catch-up reactions that are new in this database, for all earlier events. False when it was
   * aborted.
   */
  async #catchUp(signal: AbortSignal): Promise<boolean> {
    const caughtUpReactions = await this.database.query<{ reaction: string }>(
      'select reaction from followers.caught_up_reactions',
    );
    const pendingReactions = [...this.#reactions.values()].filter(
      ({ name, catchUp }) => catchUp && !caughtUpReactions.some(({ reaction }) => reaction === name),
    );
    if (pendingReactions.length === 0) return true;
    if (!(await this.#addEarlierJobs(pendingReactions, signal))) return false;
    await this.database.query(
      'insert into followers.caught_up_reactions (reaction) select unnest($1::text[]) on conflict do nothing',
      [pendingReactions.map(({ name }) => name)],
    );
    return true;
  }

  /**
   * Adds the jobs again if the queues are not those that had them: a Redis that came back empty, or another value of
   * REDIS_URL. Jobs that the queues have are not added twice, and reactions are idempotent.
   */
  async #replaceLostJobs(signal: AbortSignal): Promise<void> {
    if (Date.now() - this.#checkedQueuesAt < queuesCheckInterval) return;
    const store = await this.jobs.store();
    const [known] = await this.database.query<{ store: string; seenAt: Date }>(
      'select store, seen_at as "seenAt" from followers.queues',
    );
    if (known && known.store !== store) {
      const dueSince = known.seenAt.getTime() - lostJobsPeriod;
      this.#log.warn(
        `The queues are empty or were replaced since ${known.seenAt.toISOString()}: adding the jobs again that were due after ${new Date(dueSince).toISOString()}, or are not due yet`,
      );
      if (!(await this.#addEarlierJobs([...this.#reactions.values()], signal, dueSince))) return;
      this.#log.warn('The jobs of the queues were added again');
    }
    await this.database.query(
      `insert into followers.queues (store) values ($1)
       on conflict (singleton) do update set store = $1, seen_at = clock_timestamp()`,
      [store],
    );
    this.#checkedQueuesAt = Date.now();
  }

  /**
   * Adds the jobs of these reactions for all events through the checkpoint, if they were due at `dueSince` or later.
   * False when it was aborted.
   */
  async #addEarlierJobs(
    reactions: readonly RegisteredReaction[],
    signal: AbortSignal,
    dueSince = Number.NEGATIVE_INFINITY,
  ): Promise<boolean> {
    const through = await this.#checkpoint();
    for (let lastPosition = 0n; lastPosition < through; ) {
      if (signal.aborted) return false;
      const events = await this.store.after(lastPosition, batchSize);
      await this.#addJobs(
        events.filter(({ position }) => position <= through),
        reactions,
        dueSince,
      );
      lastPosition = events.at(-1)?.position ?? through;
    }
    return true;
  }

  async #checkpoint(): Promise<bigint> {
    const [row] = await this.database.query<{ position: string }>(
      'select position from followers.checkpoints where name = $1',
      [role],
    );
    return BigInt(row?.position ?? 0);
  }

  async #moveCheckpoint(position: bigint): Promise<void> {
    await this.database.query(
      `insert into followers.checkpoints (name, position) values ($1, $2)
       on conflict (name) do update set position = greatest(followers.checkpoints.position, $2), updated_at = clock_timestamp()`,
      [role, position],
    );
  }

  /** Adds the jobs of all events that this release knows, if they were due at `dueSince` or later. */
  async #addJobs(
    events: readonly Recorded[],
    reactions: readonly RegisteredReaction[],
    dueSince = Number.NEGATIVE_INFINITY,
  ): Promise<void> {
    const knownEvents = events.filter(({ isNewer }) => !isNewer);
    for (const name of reactionQueues) {
      const ofQueue = reactions.filter(({ queue }) => queue === name);
      const now = this.context.now().getTime();
      const jobs = knownEvents.flatMap((event) =>
        ofQueue
          .filter(({ to }) => to === event.type)
          .flatMap((reaction) => jobFor(event, reaction, now, dueSince) ?? []),
      );
      if (jobs.length > 0) await this.jobs.add(queues[name], jobs);
    }
  }

  async #run({ id, name, data, attempt, isLastAttempt, report }: RunningJob): Promise<void> {
    const reaction = this.#reactions.get(name);
    if (!reaction) throw new NeedsOtherRelease(`this release has no reaction ${name}`);
    const { stream, version } = data as EventReference;
    const event = (await this.store.read(stream)).find((candidate) => candidate.version === version);
    if (!event) throw new Error(`${id} cannot run: event not found`);
    if (event.isNewer) throw new NeedsOtherRelease(`a newer release wrote the ${event.type} of ${id}`);
    const wait = delayOf(event, reaction, this.context.now().getTime()) ?? 0;
    // The process that added the job may have a clock that is ahead of this one.
    if (reaction.runAt && wait > 0) throw new NotDueYet(wait);
    const origin: Origin = {
      by: { id: name, kind: 'worker', role: 'reaction' },
      source: 'worker',
      request: id,
      correlation: event.correlation,
      causation: event.id,
    };
    const run = () => reaction.react(event as never, { number: attempt, isLast: isLastAttempt, report });
    const span = {
      name,
      kind: 'consumer',
      correlation: event.correlation,
      attributes: { 'festoon.queue': reaction.queue, 'festoon.attempt': attempt, 'festoon.event_type': event.type },
    } as const;
    try {
      await this.tracer.run(span, () => this.context.run(origin, run, `${event.id}/${name}`));
    } catch (error) {
      throw error instanceof WrittenByNewerRelease ? new NeedsOtherRelease(error.message) : error;
    }
  }
}

/** Undefined if the reaction need not run for this event, or was due before `dueSince`. */
const jobFor = (event: Recorded, reaction: RegisteredReaction, now: number, dueSince: number): NewJob | undefined => {
  const { name, runAt } = reaction;
  const delay = delayOrNow(event, reaction, now);
  if (delay === undefined || (runAt ? now : Date.parse(event.recordedAt)) + delay < dueSince) return undefined;
  const data: EventReference = { stream: event.stream, version: event.version };
  return { id: jobId(event, name), name, data, ...(delay > 0 && { delay }) };
};

/** An instant that cannot be computed must not stop all reactions: its job is added, and fails with the error. */
const delayOrNow = (event: Recorded, reaction: RegisteredReaction, now: number): number | undefined => {
  try {
    return delayOf(event, reaction, now);
  } catch {
    return 0;
  }
};

const delayOf = (event: Recorded, { delay, runAt }: RegisteredReaction, now: number): number | undefined => {
  if (!runAt) return delay ?? 0;
  const instant = runAt(event as never);
  if (instant === undefined) return undefined;
  const time = Date.parse(instant);
  if (Number.isNaN(time)) throw new RangeError(`The reaction names no valid instant: ${instant}`);
  return time - now;
};

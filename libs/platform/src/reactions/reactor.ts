import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Facts, Origin, Recorded } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Jobs, type NewJob, type RunningJob } from '#platform/jobs';
import { Database, Follower } from '#platform/postgres';

/**
 * For reactions that look a second time after a person was erased: whatever a process did with the person's key or session at
 * that very moment is there by then (`delay` in milliseconds), and a rebuild may be in the way for a while.
 */
export const afterErasure = { delay: 10_000, attempts: 13 } as const;

/**
 * What is done in the world because of an event. It may be told twice, so it must bear that. `delay`, in milliseconds,
 * is how long after the event it runs; `attempts` how often it is tried, each time after twice as long, where five are too few.
 * With `past` it is also told, once, what happened before a release had it: for what is still right however late it comes.
 */
export type Reaction<E extends Facts> = {
  [Type in keyof E & string]: {
    readonly name: `${string}.${string}`;
    readonly to: Type;
    readonly delay?: number;
    readonly attempts?: number;
    readonly past?: boolean;
    readonly react: (event: Recorded<Pick<E, Type>>) => Promise<unknown>;
  };
}[keyof E & string];

type Known = {
  name: string;
  to: string;
  delay?: number;
  attempts?: number;
  past?: boolean;
  react: (event: never) => Promise<unknown>;
};
type Place = { stream: string; version: number };

const queue = 'reactions';
const role = 'reactor';
const batchSize = 200;
/** In milliseconds; a reaction takes about as long. */
const pollEvery = 25;

const idOf = ({ id }: { id: string }, reaction: string): string => `${id}.${reaction}`;

/** Follows the log and makes one job of each event and reaction. Reactions are never replayed. */
@Injectable()
export class Reactor implements OnApplicationShutdown {
  readonly #log = new Logger(Reactor.name);
  readonly #reactions = new Map<string, Known>();
  readonly #follower: Follower;
  #pastIsTold = false;

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {
    this.#follower = new Follower(database, this.#log);
    jobs.offer(queue, 8, (job) => this.#run(job));
  }

  /** Call it in the module's constructor. A name stands for one reaction for ever: it is part of its jobs' ids. */
  add<E extends Facts>(reaction: Reaction<E>): void {
    if (this.#reactions.has(reaction.name)) throw new Error(`Two reactions are called ${reaction.name}`);
    this.#reactions.set(reaction.name, reaction);
  }

  /** From now on this process reacts, and follows the log for all if no other process does. */
  follow(): void {
    this.jobs.start();
    this.#follower.start(
      () => [role],
      (_, signal) => this.#step(signal),
    );
  }

  /**
   * Returns true once what follows an event at once has been done, by whichever process does it; false if that takes longer.
   * What a reaction's own events lead to is not waited for.
   */
  async settled(event: Pick<Recorded, 'id' | 'type' | 'position'>, milliseconds = 2_000): Promise<boolean> {
    const ids = [...this.#reactions.values()]
      .filter(({ to, delay }) => to === event.type && !delay)
      .map(({ name }) => idOf(event, name));
    const done = async () => (await this.#checkpoint()) >= event.position && (await this.jobs.finished(queue, ids));
    const until = Date.now() + milliseconds;
    while (ids.length > 0 && !(await done())) {
      if (Date.now() >= until) return false;
      await sleep(pollEvery);
    }
    return true;
  }

  /** {@link settled} for the newest event of a type in a stream; false where there is none. */
  async settledNewest(stream: string, type: string, milliseconds?: number): Promise<boolean> {
    const event = (await this.store.read(stream)).findLast((candidate) => candidate.type === type);
    return event !== undefined && (await this.settled(event, milliseconds));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#follower.stop();
  }

  async #step(signal: AbortSignal): Promise<boolean> {
    this.#pastIsTold ||= await this.#tellPast(signal);
    const grown = this.store.grown(signal);
    const events = await this.store.after(await this.#checkpoint(), batchSize);
    const last = events.at(-1);
    if (!last) {
      await grown;
      return false;
    }
    const jobs = events.flatMap((event) => this.#jobsFor(event));
    if (jobs.length > 0) await this.jobs.add(queue, jobs);
    await this.database.query(
      `insert into followers.checkpoints (name, position) values ($1, $2)
       on conflict (name) do update set position = greatest(followers.checkpoints.position, $2), updated_at = clock_timestamp()`,
      [role, last.position],
    );
    return true;
  }

  /** Goes through the log once for reactions that are new here and want what was before them. False where it was stopped. */
  async #tellPast(signal: AbortSignal): Promise<boolean> {
    const wanting = [...this.#reactions.values()].filter(({ past }) => past);
    const told = await this.database.query<{ reaction: string }>('select reaction from followers.told');
    const fresh = wanting.filter(({ name }) => !told.some(({ reaction }) => reaction === name));
    if (fresh.length === 0) return true;
    const through = await this.#checkpoint();
    for (let after = 0n; after < through; ) {
      if (signal.aborted) return false;
      const events = await this.store.after(after, batchSize);
      const jobs = events.filter(({ position }) => position <= through).flatMap((event) => this.#jobsFor(event, fresh));
      if (jobs.length > 0) await this.jobs.add(queue, jobs);
      after = events.at(-1)?.position ?? through;
    }
    await this.database.query(
      'insert into followers.told (reaction) select unnest($1::text[]) on conflict do nothing',
      [fresh.map(({ name }) => name)],
    );
    return true;
  }

  async #checkpoint(): Promise<bigint> {
    const [row] = await this.database.query<{ position: string }>(
      'select position from followers.checkpoints where name = $1',
      [role],
    );
    return BigInt(row?.position ?? 0);
  }

  #jobsFor({ id, type, stream, version }: Recorded, reactions = [...this.#reactions.values()]): readonly NewJob[] {
    const place: Place = { stream, version };
    return reactions
      .filter(({ to }) => to === type)
      .map(({ name, delay, attempts }) => ({
        id: idOf({ id }, name),
        name,
        data: place,
        ...(delay && { delay }),
        ...(attempts && { attempts }),
      }));
  }

  async #run({ id, name, data }: RunningJob): Promise<void> {
    const reaction = this.#reactions.get(name);
    const { stream, version } = data as Place;
    const event = (await this.store.read(stream)).find((candidate) => candidate.version === version);
    if (!(reaction && event)) throw new Error(`Nothing to do for ${id}: no such ${reaction ? 'event' : 'reaction'}`);
    const origin: Origin = {
      by: { id: name, kind: 'worker', role: 'reaction' },
      source: 'worker',
      request: id,
      correlation: event.correlation,
      causation: event.id,
    };
    await this.context.run(origin, () => reaction.react(event as never), `${event.id}/${name}`);
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  type Actor,
  type Aggregate,
  type Evolve,
  type Facts,
  type Message,
  type PersonalData,
  type Recorded,
  Refusal,
  replay,
  type Upcasts,
  upcast,
  versionOf,
} from '#kernel';
import { Context } from '#platform/context';
import { open, PersonalDataKeys, peopleSealed, peopleToSeal, seal } from '#platform/personal-data';
import { noTracer, type Tracer } from '#platform/tracing';
import type { EventHash, Inspection, InspectionResult, StreamLink } from './inspection.ts';
import { LogUnavailable, requireStorable, VersionConflict, WrittenByNewerRelease } from './log-errors.ts';
import { type Stored, toRecorded, type UnrecordedEvent } from './stored-event.ts';

/** How often a command is decided at most, when others write to its stream at the same time. */
const maxAttempts = 8;
const batchSize = 500;
/** How long a follower waits at most after a lost notification, in milliseconds. */
const safetyPoll = 250;

/**
 * An aggregate as its stream was at a version, which is the number of its events. `position` is that of the newest one.
 */
export type LoadedAggregate<State> = {
  readonly stream: string;
  readonly state: State;
  readonly position: bigint;
  readonly version: number;
  readonly eventIds: readonly string[];
};

/** The result of a command: the events it wrote (none if there was nothing to do), and the aggregate after them. */
export type HandledCommand<State, E extends Facts> = LoadedAggregate<State> & {
  readonly events: readonly Message<E>[];
};

/** An append that has ended. `events` is their number; a conflict is decided again and may then be written. */
type EndedAppend = {
  readonly seconds: number;
  readonly events: number;
  readonly outcome: 'written' | 'conflict' | 'failed';
};

/** The parts of an aggregate that the event store uses: its streams, and how its events are stored. */
type StoredAggregate = {
  readonly stream: string;
  readonly upcasts?: Upcasts | undefined;
  readonly personalData?: object | undefined;
  readonly evolve?: object | undefined;
};

/** What a command appends, who acted in which role, and when. */
type Decision<E extends Facts> = {
  readonly events: readonly Message<E>[];
  readonly by: Actor;
  readonly at: string;
};

/**
 * Accepts any `string`, which is checked when it is used, but no template of another stream: `lead-${id}` for a
 * booking.
 */
type StreamId<Stream extends string, Id extends string> = string extends Id
  ? Id
  : Id extends `${Stream}-${string}`
    ? Id
    : never;

/** The event log. Engines store events; this class contains what is common to all engines. */
@Injectable()
export abstract class EventStore {
  readonly #streams = new Set<string>();
  readonly #knownTypes = new Set<string>();
  #knowsAllTypes = false;
  #upcasts: Upcasts = {};
  #personal: PersonalData = {};
  /** Ends the wait of each waiting follower. The position is the head of the log that was known when the wait began. */
  readonly #waiting = new Map<() => void, bigint>();
  /** The highest position of which this process knows that it was written. */
  #knownHead = 0n;
  /**
   * After a concurrent write, the commands of this process on the same stream are repeated one after the other. For
   * each such stream, this is when the last of them ends.
   */
  readonly #turns = new Map<string, Promise<void>>();
  /** Called after each append. The metrics set it. */
  onAppend: (append: EndedAppend) => void = () => undefined;
  /** Records commands and appends as spans. {@link openLog} sets it. */
  tracer: Tracer = noTracer;
  /** Called when the log responds again after an outage. */
  onReconnect: () => void = () => undefined;
  /** Why nothing is written to the log, for operators: it does not fit the database. {@link LogWatch} sets it. */
  problem: string | undefined;

  constructor(
    private readonly context: Context,
    private readonly keys: PersonalDataKeys,
  ) {}

  /**
   * Appends all or nothing, in order; returns the last position. Events whose ids the stream already has are not
   * appended again. `people` are the people whose personal data the events contain: an engine must record in the key
   * table that the stream has their data, at the latest together with the events. Throws {@link VersionConflict}.
   */
  protected abstract write(
    stream: string,
    expected: number,
    events: readonly UnrecordedEvent[],
    people: readonly string[],
  ): Promise<bigint>;
  /** Events as they were written; {@link read} and {@link after} bring them into their current shape. */
  protected abstract stream(stream: string): Promise<readonly Stored[]>;
  /**
   * Whether the engine itself recognizes that the stream has an event with this id already, so that the stream need not
   * be read before an append.
   */
  protected abstract recognizesId(stream: string, expected: number, id: string): boolean;
  /** Whether the stream has an event with this version. */
  protected abstract hasVersion(stream: string, version: number): Promise<boolean>;
  protected abstract log(after: bigint, limit: number): Promise<readonly Stored[]>;
  /**
   * The events at these positions as they were written, in the order of the log; positions without an event are left
   * out.
   */
  abstract atSealed(positions: readonly bigint[]): Promise<readonly Stored[]>;
  /** The position of the newest event; 0 for an empty log. */
  abstract head(): Promise<bigint>;
  /** The identity that was written into the log; undefined if it has none. */
  abstract identity(): Promise<string | undefined>;
  /** Writes an identity into a log that has none. Returns the identity that the log has afterwards. */
  abstract claim(identity: string): Promise<string>;
  /** What is wrong, for operators, while the log does not respond; undefined otherwise. */
  get outage(): string | undefined {
    return undefined;
  }
  /** Whether positions count up from 1 without gaps, so that the distance of two positions is a number of events. */
  abstract readonly densePositions: boolean;
  /** The position of the event with this id; undefined if there is none. */
  abstract positionOf(id: string): Promise<bigint | undefined>;
  /** Position and hash of all events after a position, in order and in pages. */
  abstract hashesAfter(position: bigint): AsyncIterable<readonly EventHash[]>;
  /** The hashes of a stream, each compared with what is stored, in order. It only reads. */
  abstract linksOf(stream: string): Promise<readonly StreamLink[]>;
  /**
   * Position and hash of the events at these positions, in the order of the log; positions without an event are left
   * out.
   */
  abstract hashesAt(positions: readonly bigint[]): Promise<readonly EventHash[]>;
  /**
   * Recomputes every hash from what is stored and compares versions, positions and times, for the audit. It only reads.
   */
  abstract inspect(inspection: Inspection): Promise<InspectionResult>;

  /**
   * An engine calls this when the log may have grown. With the new head, each follower is woken once for it, although an
   * append of this process is reported twice: by the append itself, and by the engine.
   */
  protected wake(head?: bigint): void {
    // After a reconnect the head is unknown: the log may be another one, with lower positions.
    if (head === undefined || head > this.#knownHead) this.#knownHead = head ?? 0n;
    for (const [wake, knownHead] of this.#waiting) if (head === undefined || head > knownHead) wake();
  }

  /**
   * Registers an aggregate: from now on its events are read in their current shape and its personal data is sealed.
   * Throws if another one has the same stream.
   */
  register({ stream, upcasts = {}, personalData = {}, evolve = {} }: StoredAggregate): void {
    if (this.#streams.has(stream))
      throw new Error(`Two aggregates have the stream '${stream}': rename the stream of one of them.`);
    this.#streams.add(stream);
    for (const type of Object.keys(evolve)) this.#knownTypes.add(type);
    this.#upcasts = { ...this.#upcasts, ...upcasts };
    this.#personal = { ...this.#personal, ...(personalData as PersonalData) };
  }

  /**
   * Declares that this release writes events only of these types and of those of the registered aggregates: a newer
   * release wrote all others.
   */
  declareTypes(types: Iterable<string>): void {
    for (const type of types) this.#knownTypes.add(type);
    this.#knowsAllTypes = true;
  }

  /**
   * The events of one stream, oldest first; none if the stream does not exist. For the platform, the command line and
   * tests: a module loads its own aggregates with {@link load}.
   */
  async read<E extends Facts>(stream: string): Promise<readonly Recorded<E>[]> {
    return (await this.opened(await this.stream(stream))) as readonly Recorded<E>[];
  }

  /**
   * The whole log after a position, oldest first; at most `limit` events. Fewer events are all that there were when
   * this was called.
   */
  async after(position: bigint, limit = batchSize): Promise<readonly Recorded[]> {
    return this.opened(await this.log(position, limit));
  }

  /** Like {@link read}, but as it was written: each event in its original shape, personal data sealed. */
  readSealed(stream: string): Promise<readonly Stored[]> {
    return this.stream(stream);
  }

  /** Like {@link after}, but as it was written: each event in its original shape, personal data sealed. */
  afterSealed(position: bigint, limit = batchSize): Promise<readonly Stored[]> {
    return this.log(position, limit);
  }

  /**
   * All events after a position in batches, or those of some types: first the stored ones, then new ones as they
   * arrive, until aborted.
   */
  async *subscribe(
    after: bigint,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncGenerator<readonly Recorded[]> {
    let position = after;
    while (!signal.aborted) {
      const growth = this.waitForGrowth(signal);
      // Reading can take seconds if the log is on another server.
      const batch = await unlessAborted(this.after(position), signal);
      if (!batch) return;
      position = batch.at(-1)?.position ?? position;
      const wantedEvents = types ? batch.filter(({ type }) => types.has(type)) : batch;
      if (wantedEvents.length > 0) yield wantedEvents;
      if (batch.length < batchSize) await growth;
    }
  }

  /** Returns when the log may have grown since this was called; at the latest after a moment. */
  waitForGrowth(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, safetyPoll);
      signal.addEventListener('abort', done);
      this.#waiting.set(done, this.#knownHead);
    });
  }

  /**
   * Appends to a stream that is at version `expected` (0: it is new). Idempotent: repeated under its idempotency key,
   * it writes nothing. For the platform and tests, like {@link read}. Throws {@link VersionConflict}, {@link
   * AppendTooLarge}, {@link UnstorableText}, {@link UnstorableNumber}.
   */
  async append<E extends Facts>(stream: string, expected: number, events: readonly Message<E>[]): Promise<void> {
    const firstId = this.#idOf(stream, 'append', 0);
    const isKnown = async () =>
      firstId !== undefined && this.#writtenBefore(await this.stream(stream), stream, 'append') !== undefined;
    const isRecognized = firstId !== undefined && this.recognizesId(stream, expected, firstId);
    if (!isRecognized && (await isKnown())) return;
    try {
      await this.#write(stream, expected, events, this.context.now().toISOString(), 'append');
    } catch (error) {
      if (!(isRecognized && (await isKnown()))) throw error;
    }
  }

  /**
   * The state of an aggregate. A stream that does not exist has the initial state and version 0. Throws
   * {@link WrittenByNewerRelease}.
   */
  async load<C extends Facts, E extends Facts, S, Stream extends string, Id extends string>(
    aggregate: Aggregate<C, E, S, Stream>,
    id: StreamId<Stream, Id>,
  ): Promise<LoadedAggregate<S>> {
    this.#requireOwnStream(aggregate, id);
    return loadedFrom(aggregate, id, await this.#past(aggregate, id));
  }

  /** Whether events were written to the stream since it was loaded. Does not read them. */
  hasChanged({ stream, version }: LoadedAggregate<unknown>): Promise<boolean> {
    return this.hasVersion(stream, version + 1);
  }

  /**
   * Reads the stream, decides and appends; decides again after a concurrent write. Throws the aggregate's refusal, and
   * {@link WrittenByNewerRelease}.
   * Idempotent: repeated with the same idempotency key, it appends nothing and returns what was written the first time.
   * Instead of the id, it takes what an earlier {@link load} or `handle` returned, and appends at that version without
   * reading the stream. It reads the stream after all if it has changed, and before it refuses or finds nothing to do.
   */
  async handle<
    C extends Facts,
    E extends Facts,
    S,
    Stream extends string,
    Id extends string,
    Verb extends keyof C & string,
  >(
    aggregate: Aggregate<C, E, S, Stream>,
    target: StreamId<Stream, Id> | LoadedAggregate<S>,
    verb: Verb,
    facts: C[Verb],
  ): Promise<HandledCommand<S, E>> {
    const earlier = typeof target === 'string' ? undefined : target;
    const id = typeof target === 'string' ? target : target.stream;
    this.#requireOwnStream(aggregate, id);
    const decide = (state: S): Decision<E> => {
      const at = this.context.now().toISOString();
      const { by, result: events } = inAllowedRole(this.context.origin.by, (actor) =>
        aggregate.decide[verb](state, { facts, by: actor, at }),
      );
      return { events, by, at };
    };
    const write = async (found: LoadedAggregate<S>, { events, by, at }: Decision<E>): Promise<HandledCommand<S, E>> => {
      const { position, ids } = await this.#write(id, found.version, events, at, verb, by);
      return {
        stream: id,
        state: replay({ initial: found.state, evolve: aggregate.evolve }, events),
        events,
        position,
        version: found.version + events.length,
        eventIds: [...found.eventIds, ...ids],
      };
    };
    const decideAndWrite = async (): Promise<HandledCommand<S, E>> => {
      const past = await this.#past(aggregate, id);
      const found = loadedFrom(aggregate, id, past);
      const knownEvents = this.#writtenBefore(past, id, verb);
      if (knownEvents) return { ...found, events: knownEvents };
      const decision = decide(found.state);
      if (decision.events.length > 0) return write(found, decision);
      this.#raiseWrittenPosition(found.position);
      return { ...found, events: [] };
    };
    const writeToEarlier = async (): Promise<HandledCommand<S, E>> => {
      const decision = earlier && this.#earlyDecision(earlier, verb, decide);
      return earlier && decision ? write(earlier, decision) : decideAndWrite();
    };
    const span = {
      name: `${aggregate.stream}.${verb}`,
      correlation: this.context.correlation,
      attributes: { 'festoon.aggregate': aggregate.stream, 'festoon.command': verb },
    };
    return this.tracer.run(span, () => this.#untilWritten(id, writeToEarlier, decideAndWrite));
  }

  /**
   * What a command appends to an aggregate that was loaded earlier. Undefined if its stream must be read first: if the
   * command has already written its events, or if it would refuse or write nothing. Without an append, nothing would
   * show that the state is outdated.
   */
  #earlyDecision<S, E extends Facts>(
    { stream, state, eventIds }: LoadedAggregate<S>,
    verb: string,
    decide: (state: S) => Decision<E>,
  ): Decision<E> | undefined {
    const firstId = this.#idOf(stream, verb, 0);
    if (firstId !== undefined && eventIds.includes(firstId)) return undefined;
    try {
      const decision = decide(state);
      return decision.events.length > 0 ? decision : undefined;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** Decides again after a concurrent write. */
  async #untilWritten<T>(stream: string, first: () => Promise<T>, again: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await (attempt === 1 ? first() : this.#inTurn(stream, again));
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === maxAttempts) throw error;
        await sleep(Math.random() * 8 * attempt);
      }
  }

  /** The events of an aggregate, all of which this release knows. Throws {@link WrittenByNewerRelease}. */
  async #past<E extends Facts, S>(
    { evolve }: { readonly evolve: Evolve<E, S> },
    stream: string,
  ): Promise<readonly Recorded<E>[]> {
    const stored = await this.stream(stream);
    const newerEvent = stored.find((event) => !(event.type in evolve) || this.#isNewerShape(event));
    if (newerEvent) throw new WrittenByNewerRelease(stream, newerEvent.type);
    return (await this.opened(stored)) as readonly Recorded<E>[];
  }

  #isNewerShape({ type, shape }: Stored): boolean {
    return shape > versionOf(this.#upcasts, type);
  }

  #isNewer(event: Stored): boolean {
    return this.#isNewerShape(event) || (this.#knowsAllTypes && !this.#knownTypes.has(event.type));
  }

  /** Runs this work after the work that this process has begun for the stream, so that the two do not conflict. */
  #inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#turns.get(stream) ?? Promise.resolve()).then(work);
    const turn = result
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(stream) === turn) this.#turns.delete(stream);
      });
    this.#turns.set(stream, turn);
    return result;
  }

  /**
   * Throws unless the id is one of the aggregate's streams. If several registered stream names match, the longest owns
   * it.
   */
  #requireOwnStream({ stream }: { readonly stream: string }, id: string): void {
    const otherStreams = [...this.#streams].filter(
      (other) => other.length > stream.length && id.startsWith(`${other}-`),
    );
    if (!id.startsWith(`${stream}-`) || otherStreams.length > 0)
      throw new Error(`${id} is not a stream of the aggregate '${stream}': its streams are called ${stream}-<id>.`);
  }

  /** The events that this command wrote under the current idempotency key; undefined if it wrote none. */
  #writtenBefore<Event extends Pick<Recorded, 'id' | 'position'>>(
    past: readonly Event[],
    stream: string,
    verb: string,
  ): readonly Event[] | undefined {
    const first = this.#idOf(stream, verb, 0);
    const from = first === undefined ? -1 : past.findIndex(({ id }) => id === first);
    if (from < 0) return undefined;
    let count = 1;
    while (past[from + count]?.id === this.#idOf(stream, verb, count)) count += 1;
    const events = past.slice(from, from + count);
    this.#raiseWrittenPosition(events.at(-1)?.position);
    return events;
  }

  /** Called for commands that wrote nothing: later reads must still show the events that the command found. */
  #raiseWrittenPosition(position: bigint | undefined): void {
    if (position && position > this.context.wrote) this.context.wrote = position;
  }

  #idOf(stream: string, verb: string, index: number): string | undefined {
    return this.context.idFor(`${stream}\n${verb}\n${index}`);
  }

  async #write<E extends Facts>(
    stream: string,
    expected: number,
    events: readonly Message<E>[],
    at: string,
    verb: string,
    { id: actorId, kind, role }: Actor = this.context.origin.by,
  ): Promise<{ readonly position: bigint; readonly ids: readonly string[] }> {
    if (this.problem) throw new LogUnavailable(this.problem);
    const { origin } = this.context;
    requireStorable(stream, events, origin.reason);
    const people = peopleToSeal(this.#personal, events);
    const keys = await this.keys.toWrite(people);
    const stamped = events.map((event, i) => {
      const id = this.#idOf(stream, verb, i) ?? randomUUID();
      const data = seal(this.#personal, { ...event, id }, keys);
      const shape = versionOf(this.#upcasts, event.type);
      return {
        ...origin,
        by: { id: actorId, kind, role },
        id,
        type: event.type,
        data,
        shape,
        stream,
        version: expected + i + 1,
        at,
      };
    });
    const position = await this.#measured(events.length, () => this.write(stream, expected, stamped, people));
    this.context.wrote = position;
    this.wake(position);
    return { position, ids: stamped.map(({ id }) => id) };
  }

  async #measured(events: number, append: () => Promise<bigint>): Promise<bigint> {
    const startedAt = performance.now();
    const span = {
      name: 'append',
      correlation: this.context.correlation,
      attributes: { 'festoon.appended_events': events },
    };
    const end = (outcome: EndedAppend['outcome']) =>
      this.onAppend({ seconds: (performance.now() - startedAt) / 1_000, events, outcome });
    try {
      const position = await this.tracer.run(span, append);
      end('written');
      return position;
    } catch (error) {
      end(error instanceof VersionConflict ? 'conflict' : 'failed');
      throw error;
    }
  }

  /**
   * Returns events of {@link afterSealed} or {@link readSealed} in their current shape, with personal data opened. With
   * `people`, only what is sealed for no one else is opened, and the rest is null, as after the erasure of everyone
   * else.
   */
  async opened(stored: readonly Stored[], people = peopleSealed(stored)): Promise<readonly Recorded[]> {
    const keys = await this.keys.toRead(people);
    return stored.map((event) => {
      const recorded = toRecorded(event, upcast(this.#upcasts, event.type, event.shape, open(event, keys)));
      return this.#isNewer(event) ? { ...recorded, isNewer: true } : recorded;
    });
  }
}

const loadedFrom = <E extends Facts, S>(
  aggregate: { readonly initial: S; readonly evolve: Evolve<E, S> },
  stream: string,
  past: readonly Recorded<E>[],
): LoadedAggregate<S> => ({
  stream,
  state: replay(aggregate, past),
  position: past.at(-1)?.position ?? 0n,
  version: past.length,
  eventIds: past.map(({ id }) => id),
});

/**
 * Decides in the first of the actor's roles that allows the command. Throws the refusal of the first role if none does.
 */
const inAllowedRole = <T>(
  { otherRoles = [], ...actor }: Actor,
  decide: (by: Actor) => T,
): { readonly by: Actor; readonly result: T } => {
  const refusals: Refusal[] = [];
  for (const role of [actor.role, ...otherRoles])
    try {
      const by = { ...actor, role };
      return { by, result: decide(by) };
    } catch (error) {
      if (!(error instanceof Refusal && error.code.endsWith('-not-allowed'))) throw error;
      refusals.push(error);
    }
  throw refusals[0];
};

/**
 * The result of work, or undefined if the signal aborts first. The listener is removed as soon as the work has ended.
 */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  type Decider,
  type Facts,
  type Message,
  type PersonalData,
  type Recorded,
  replay,
  type Upcasts,
  upcast,
  versionOf,
} from '#kernel';
import { Context } from '#platform/context';
import { open, PersonalDataKeys, peopleSealed, peopleToSeal, seal } from '#platform/personal-data';
import type { EventHash, Inspected, Inspection } from './inspection.ts';
import { requireStorable, VersionConflict } from './log-errors.ts';
import { recorded, type Stored, type Unplaced } from './stored-event.ts';

const attempts = 8;
const batchSize = 500;
/** A notice that was lost costs a follower no more than this, in milliseconds. */
const safetyPoll = 250;

/** The log of what happened. Engines keep events; what is the same for all of them is written here, once. */
@Injectable()
export abstract class EventStore {
  #upcasts: Upcasts = {};
  #personal: PersonalData = {};
  readonly #sleepers = new Set<() => void>();

  constructor(
    private readonly context: Context,
    private readonly keys: PersonalDataKeys,
  ) {}

  /**
   * Appends all or nothing, in order; answers the last position. Events whose ids the stream holds already are not
   * appended again. `people` are those whose personal data the events hold: not later than the events themselves, the
   * key table must know that the stream holds it. Throws {@link VersionConflict}.
   */
  protected abstract write(
    stream: string,
    expected: number,
    events: readonly Unplaced[],
    people: readonly string[],
  ): Promise<bigint>;
  /** Events as they were written; {@link read} and {@link after} turn them into today's shape. */
  protected abstract stream(stream: string): Promise<readonly Stored[]>;
  /** Whether the engine keeps no id twice, so that nobody need look before an append whether its ids are there. */
  protected readonly refusesKnownIds: boolean = false;
  protected abstract log(after: bigint, limit: number): Promise<readonly Stored[]>;
  /** The position of the newest event; 0 for an empty log. */
  abstract head(): Promise<bigint>;
  /** Whether positions count up from 1 without gaps, so that the distance of two positions is a number of events. */
  abstract readonly densePositions: boolean;
  /** The position of the event with this id; undefined if there is none. */
  abstract positionOf(id: string): Promise<bigint | undefined>;
  /** Position and hash of all events after a position, in order and in pages. */
  abstract hashesAfter(position: bigint): AsyncIterable<readonly EventHash[]>;
  /** Recomputes every hash from what is stored and compares versions, positions and times, for the audit. It only reads. */
  abstract inspect(inspection: Inspection): Promise<Inspected>;

  /** An engine calls this when the log may have grown. */
  protected wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  /** From now on, events read in an older shape come out in today's, and personal facts are sealed. */
  learn<E extends Facts>(upcasts: Upcasts, personal: PersonalData<E> = {}): void {
    this.#upcasts = { ...this.#upcasts, ...upcasts };
    this.#personal = { ...this.#personal, ...(personal as PersonalData) };
  }

  /** The events of one stream, oldest first; none if there is no such stream. */
  async read<E extends Facts>(stream: string): Promise<readonly Recorded<E>[]> {
    return (await this.opened(await this.stream(stream))) as readonly Recorded<E>[];
  }

  /** The whole log after a position, oldest first; at most `limit` events. */
  async after(position: bigint, limit = batchSize): Promise<readonly Recorded[]> {
    return this.opened(await this.log(position, limit));
  }

  /** Like {@link read}, but as it was written: each event in the shape of its time, personal facts sealed. */
  readSealed(stream: string): Promise<readonly Stored[]> {
    return this.stream(stream);
  }

  /** Like {@link after}, but as it was written: each event in the shape of its time, personal facts sealed. */
  afterSealed(position: bigint, limit = batchSize): Promise<readonly Stored[]> {
    return this.log(position, limit);
  }

  /**
   * All events after a position in batches, or those of some types: first what is there, then new ones as they come,
   * until aborted.
   */
  async *subscribe(
    after: bigint,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncGenerator<readonly Recorded[]> {
    let position = after;
    while (!signal.aborted) {
      const grown = this.grown(signal);
      const batch = await this.after(position);
      position = batch.at(-1)?.position ?? position;
      const wanted = types ? batch.filter(({ type }) => types.has(type)) : batch;
      if (wanted.length > 0) yield wanted;
      if (batch.length === 0) await grown;
    }
  }

  /** Returns when the log may have grown since this was called; at the latest after a moment. */
  grown(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, safetyPoll);
      signal.addEventListener('abort', done);
      this.#sleepers.add(done);
    });
  }

  /**
   * Appends to a stream that is at version `expected` (0: it is new). Told twice under one idempotency key, it counts once.
   * Throws {@link VersionConflict}, {@link AppendTooLarge}, {@link UnstorableText}, {@link UnstorableNumber}.
   */
  async append<E extends Facts>(stream: string, expected: number, events: readonly Message<E>[]): Promise<void> {
    const keyed = this.#idOf(stream, 'append', 0) !== undefined;
    const isKnown = async () => keyed && this.#alreadyDone(await this.stream(stream), stream, 'append');
    if (!this.refusesKnownIds && (await isKnown())) return;
    try {
      await this.#write(stream, expected, events, new Date().toISOString(), 'append');
    } catch (error) {
      if (!(this.refusesKnownIds && (await isKnown()))) throw error;
    }
  }

  /** Reads, decides, appends; decides again if someone else wrote in between. Throws what the decider refuses. */
  async handle<C extends Facts, E extends Facts, S, Verb extends keyof C & string>(
    decider: Decider<C, E, S>,
    stream: string,
    verb: Verb,
    facts: C[Verb],
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const past = await this.read<E>(stream);
      if (this.#alreadyDone(past, stream, verb)) return;
      const at = new Date().toISOString();
      const events = decider.decide[verb](replay(decider, past), { facts, by: this.context.origin.by, at });
      if (events.length === 0) return this.#saw(past.at(-1)?.position);
      try {
        return await this.#write(stream, past.length, events, at, verb);
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === attempts) throw error;
        await sleep(Math.random() * 8 * attempt);
      }
    }
  }

  /** A command that was carried out under this idempotency key is not decided a second time. */
  #alreadyDone(past: readonly Pick<Recorded, 'id' | 'position'>[], stream: string, verb: string): boolean {
    const first = this.#idOf(stream, verb, 0);
    const from = first === undefined ? -1 : past.findIndex(({ id }) => id === first);
    if (from < 0) return false;
    let count = 1;
    while (past[from + count]?.id === this.#idOf(stream, verb, count)) count += 1;
    this.#saw(past[from + count - 1]?.position);
    return true;
  }

  /** Nothing was written, but what was found there is what the asker wants to read. */
  #saw(position: bigint | undefined): void {
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
  ): Promise<void> {
    const { origin } = this.context;
    requireStorable(stream, events, origin.reason);
    const people = peopleToSeal(this.#personal, events);
    const keys = await this.keys.toWrite(people);
    const stamped = events.map((event, i) => {
      const id = this.#idOf(stream, verb, i) ?? randomUUID();
      const data = seal(this.#personal, { ...event, id }, keys);
      const shape = versionOf(this.#upcasts, event.type);
      return { ...origin, id, type: event.type, data, shape, stream, version: expected + i + 1, at };
    });
    this.context.wrote = await this.write(stream, expected, stamped, people);
    this.wake();
  }

  /** Events of {@link afterSealed} or {@link readSealed} in today's shape, personal facts opened. */
  async opened(stored: readonly Stored[]): Promise<readonly Recorded[]> {
    const keys = await this.keys.toRead(peopleSealed(stored));
    return stored.map((event) => recorded(event, upcast(this.#upcasts, event.type, event.shape, open(event, keys))));
  }
}

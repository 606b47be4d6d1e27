import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  type EventData,
  EventStoreDBClient,
  excludeSystemEvents,
  type Filter,
  NO_STREAM,
  type Position,
  type ReadPosition,
  type RecordedEvent,
  START,
  type StreamingRead,
  streamNameFilter,
} from '@eventstore/db-client';
import { away, isLost, isMissing, tooQuiet } from './eventstoredb-errors.ts';

/** A server that says nothing for so long, in milliseconds, is asked again; the client’s own limits do not hold. */
const silence = 3_000;
const retryAfter = 100;
const resubscribeAfter = 250;

const at = (position: bigint): Position => ({ commit: position, prepare: position });
const startAt = (position: bigint): ReadPosition => (position === 0n ? START : at(position));

/** With no prefix: all but the server’s own. */
const filterOf = (prefix: string, options: Partial<Filter> = {}): Filter =>
  prefix ? streamNameFilter({ ...options, prefixes: [prefix] }) : excludeSystemEvents(options);

/** What EventStoreDB is asked. Each question has a time limit and is repeated while the server is away. */
export class EventStoreDbConnection {
  readonly #client: EventStoreDBClient;
  readonly #patience: number;
  readonly #stop = new AbortController();
  #listening: Promise<void> | undefined;

  /**
   * `url` is a connection string: esdb://… or esdb+discover://… Throws where it cannot be one. So long a server may be
   * away, in milliseconds, before the one who asks is told.
   */
  constructor(url: string, patience = 15_000) {
    this.#patience = patience;
    this.#client = EventStoreDBClient.connectionString(url);
    // Its batched appends share one table between all clients and end the process when a connection is lost (ADR 11).
    Object.assign(this.#client, { supports: async () => false });
  }

  /** Appends behind `revision` (-1: to no stream yet); answers the position of the last. The same ids may be sent again. */
  append(stream: string, revision: number, events: EventData[]): Promise<bigint> {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    return this.#patiently(async () => {
      const appending = this.#client.appendToStream(stream, events, { expectedRevision, deadline: silence });
      const { position } = await withinLimit(appending);
      if (!position) throw new Error(`EventStoreDB did not say where it put the events for ${stream}`);
      return position.commit;
    });
  }

  /** The events of a stream, oldest first; none where there is no such stream. */
  stream(name: string): Promise<readonly RecordedEvent[]> {
    return this.#patiently(() => orNone(collect(this.#client.readStream(name))));
  }

  /** The event of a stream at this revision, or undefined. */
  async eventAt(name: string, revision: bigint): Promise<RecordedEvent | undefined> {
    const options = { fromRevision: revision, direction: BACKWARDS, maxCount: 1 } as const;
    const [event] = await this.#patiently(() => orNone(collect(this.#client.readStream(name, options))));
    return event?.revision === revision ? event : undefined;
  }

  /** Events of all streams from a position on, the one that stands there included; none where none stands there. */
  from(position: bigint, maxCount: number): Promise<readonly AllStreamRecordedEvent[]> {
    const fromPosition = startAt(position);
    return this.#patiently(() => orNone(collect(this.#client.readAll({ fromPosition, maxCount }))));
  }

  /** Events of all streams before a position, or the last ones, newest first. */
  before(position: bigint | undefined, maxCount: number): Promise<readonly AllStreamRecordedEvent[]> {
    const fromPosition = position === undefined ? END : at(position);
    return this.#patiently(() => collect(this.#client.readAll({ fromPosition, maxCount, direction: BACKWARDS })));
  }

  /**
   * Passes over events of streams whose names begin otherwise, which the server does much faster than we can: between a
   * position and the answer stands none of ours. At the answer itself may stand one.
   */
  past(prefix: string, position: bigint): Promise<bigint> {
    return this.#patiently(() => this.#past(prefix, position));
  }

  /** From now on calls back whenever a stream whose name begins so may have grown, also after a connection was found again. */
  listen(prefix: string, heard: () => void): void {
    this.#listening ??= this.#listen(filterOf(prefix), heard);
  }

  /** Ends the subscription, which alone keeps a process alive. What is under way is finished, but not tried again. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#listening;
  }

  async #past(prefix: string, position: bigint): Promise<bigint> {
    let reached = position;
    const checkpointReached = (_: unknown, { commit }: Position) => {
      reached = commit;
    };
    const filter = filterOf(prefix, { maxSearchWindow: 500, checkpointInterval: 1, checkpointReached });
    const passing = this.#client.subscribeToAll({ fromPosition: startAt(position), filter });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        // An event of ours that was not handed over yet comes before what is said about the end.
        const end = () => passing.readableLength === 0 && resolve(reached);
        passing.once('data', ({ event }) => resolve(event?.position.commit ?? reached));
        passing.on('caughtUp', end).on('error', reject);
        // Servers before 23.10 do not say that this is the end.
        timer = setTimeout(end, 1_000);
      });
    } finally {
      clearTimeout(timer);
      passing.unsubscribe().catch(() => undefined);
    }
  }

  /** A subscription that failed never comes back by itself, so another one takes its place. */
  async #listen(filter: Filter, heard: () => void): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#subscribe(filter, heard, signal).catch(() => undefined);
      await sleep(resubscribeAfter, undefined, { signal }).catch(() => undefined);
    }
  }

  async #subscribe(filter: Filter, heard: () => void, signal: AbortSignal): Promise<void> {
    const subscription = this.#client.subscribeToAll({ fromPosition: END, filter });
    const end = () => subscription.destroy();
    signal.addEventListener('abort', end, { once: true });
    subscription.on('confirmation', heard).on('error', () => undefined);
    try {
      for await (const _ of subscription) heard();
    } finally {
      signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const until = Date.now() + this.#patience;
    for (;;)
      try {
        return await ask();
      } catch (error) {
        if (!isLost(error)) throw error;
        if (this.#stop.signal.aborted || Date.now() > until) throw away(error);
        await sleep(retryAfter);
      }
  }
}

const withinLimit = async <T>(answer: Promise<T>): Promise<T> => {
  const limit = new AbortController();
  const late = sleep(silence, undefined, { signal: limit.signal }).then(() => {
    throw tooQuiet();
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    limit.abort();
  }
};

const collect = async <E>(reading: StreamingRead<{ event?: E }>): Promise<readonly E[]> => {
  // It may complain again after it was given up.
  reading.on('error', () => undefined);
  const timer = setTimeout(() => reading.destroy(tooQuiet()), silence);
  const events: E[] = [];
  try {
    for await (const { event } of reading) {
      timer.refresh();
      if (event) events.push(event);
    }
    return events;
  } finally {
    clearTimeout(timer);
    reading.cancel().catch(() => undefined);
  }
};

const orNone = <E>(events: Promise<readonly E[]>): Promise<readonly E[]> =>
  events.catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });

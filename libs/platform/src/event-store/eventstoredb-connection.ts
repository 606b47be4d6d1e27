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
import { isLost, isMissing, timedOut, unreachable } from './eventstoredb-errors.ts';

/** A request without a response is repeated after this many milliseconds; the client’s own time limits do not work. */
const responseTimeout = 3_000;
const retryAfter = 100;
const resubscribeAfter = 250;

const at = (position: bigint): Position => ({ commit: position, prepare: position });
const startAt = (position: bigint): ReadPosition => (position === 0n ? START : at(position));

/** Selects the streams with this prefix; without a prefix, all except the server’s own. */
const filterOf = (prefix: string, options: Partial<Filter> = {}): Filter =>
  prefix ? streamNameFilter({ ...options, prefixes: [prefix] }) : excludeSystemEvents(options);

/** Requests to EventStoreDB. Each has a time limit and is repeated while the server is unreachable. */
export class EventStoreDbConnection {
  readonly #client: EventStoreDBClient;
  readonly #retryFor: number;
  readonly #stop = new AbortController();
  #listening: Promise<void> | undefined;

  /**
   * `url` is a connection string: esdb://… or esdb+discover://… Throws if it is invalid. `retryFor` is how long a
   * request is repeated while the server is unreachable, in milliseconds, before it fails.
   */
  constructor(url: string, retryFor = 15_000) {
    this.#retryFor = retryFor;
    this.#client = EventStoreDBClient.connectionString(url);
    // The client's batched appends share one table between all clients and end the process when a connection is lost
    // (ADR 11).
    Object.assign(this.#client, { supports: async () => false });
  }

  /**
   * Appends after `revision` (-1: to a new stream); returns the position of the last event. The same ids may be sent
   * again.
   */
  append(stream: string, revision: number, events: EventData[]): Promise<bigint> {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    return this.#withRetries(async () => {
      const appendRequest = this.#client.appendToStream(stream, events, {
        expectedRevision,
        deadline: responseTimeout,
      });
      const { position } = await withinLimit(appendRequest);
      if (!position) throw new Error(`EventStoreDB did not return the position of the events for ${stream}`);
      return position.commit;
    });
  }

  /** The events of a stream, oldest first; none if the stream does not exist. */
  stream(name: string): Promise<readonly RecordedEvent[]> {
    return this.#withRetries(() => orNone(collect(this.#client.readStream(name))));
  }

  /** The event of a stream at this revision, or undefined. */
  async eventAt(name: string, revision: bigint): Promise<RecordedEvent | undefined> {
    const options = { fromRevision: revision, direction: BACKWARDS, maxCount: 1 } as const;
    const [event] = await this.#withRetries(() => orNone(collect(this.#client.readStream(name, options))));
    return event?.revision === revision ? event : undefined;
  }

  /**
   * Events of all streams from a position on, including the event at it; none if there is no event at that position.
   */
  from(position: bigint, maxCount: number): Promise<readonly AllStreamRecordedEvent[]> {
    const fromPosition = startAt(position);
    return this.#withRetries(() => orNone(collect(this.#client.readAll({ fromPosition, maxCount }))));
  }

  /** Events of all streams before a position, or the last ones, newest first. */
  before(position: bigint | undefined, maxCount: number): Promise<readonly AllStreamRecordedEvent[]> {
    const fromPosition = position === undefined ? END : at(position);
    return this.#withRetries(() => collect(this.#client.readAll({ fromPosition, maxCount, direction: BACKWARDS })));
  }

  /**
   * Skips events of streams without the prefix on the server, which is much faster than reading them. Between the given
   * and the returned position there is no event of ours; at the returned position there may be one.
   */
  past(prefix: string, position: bigint): Promise<bigint> {
    return this.#withRetries(() => this.#past(prefix, position));
  }

  /** From now on calls back whenever a stream with this prefix may have grown, including after a reconnect. */
  listen(prefix: string, onGrown: () => void): void {
    this.#listening ??= this.#listen(filterOf(prefix), onGrown);
  }

  /** Ends the subscription, which would keep the process alive. Requests under way finish, but are not repeated. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#listening;
  }

  async #past(prefix: string, position: bigint): Promise<bigint> {
    let reachedPosition = position;
    const checkpointReached = (_: unknown, { commit }: Position) => {
      reachedPosition = commit;
    };
    const filter = filterOf(prefix, { maxSearchWindow: 500, checkpointInterval: 1, checkpointReached });
    const subscription = this.#client.subscribeToAll({ fromPosition: startAt(position), filter });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        // An event of ours that is still buffered must be handled before the end of the log is reported.
        const end = () => subscription.readableLength === 0 && resolve(reachedPosition);
        subscription.once('data', ({ event }) => resolve(event?.position.commit ?? reachedPosition));
        subscription.on('caughtUp', end).on('error', reject);
        // Servers before 23.10 do not report the end of the log.
        timer = setTimeout(end, 1_000);
      });
    } finally {
      clearTimeout(timer);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** A failed subscription does not reconnect by itself, so a new one replaces it. */
  async #listen(filter: Filter, onGrown: () => void): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#subscribe(filter, onGrown, signal).catch(() => undefined);
      await sleep(resubscribeAfter, undefined, { signal }).catch(() => undefined);
    }
  }

  async #subscribe(filter: Filter, onGrown: () => void, signal: AbortSignal): Promise<void> {
    const subscription = this.#client.subscribeToAll({ fromPosition: END, filter });
    const end = () => subscription.destroy();
    signal.addEventListener('abort', end, { once: true });
    subscription.on('confirmation', onGrown).on('error', () => undefined);
    try {
      for await (const _ of subscription) onGrown();
    } finally {
      signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  async #withRetries<T>(request: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.#retryFor;
    for (;;)
      try {
        return await request();
      } catch (error) {
        if (!isLost(error)) throw error;
        if (this.#stop.signal.aborted || Date.now() > deadline) throw unreachable(error);
        await sleep(retryAfter);
      }
  }
}

const withinLimit = async <T>(response: Promise<T>): Promise<T> => {
  const limit = new AbortController();
  const timeout = sleep(responseTimeout, undefined, { signal: limit.signal }).then(() => {
    throw timedOut();
  });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([response, timeout]);
  } finally {
    limit.abort();
  }
};

const collect = async <E>(reading: StreamingRead<{ event?: E }>): Promise<readonly E[]> => {
  // The stream may emit another error after it was destroyed.
  reading.on('error', () => undefined);
  const timer = setTimeout(() => reading.destroy(timedOut()), responseTimeout);
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

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
import { Logger } from '@nestjs/common';
import { CappedLog } from '#platform/logging';
import { withinTime } from '#platform/time-limits';
import { isLost, isMissing, isRefused, reasonOf, timedOut } from './eventstoredb-errors.ts';
import { LogUnavailable } from './log-errors.ts';

/** A request without a response is repeated after this many milliseconds; the client’s own time limits do not work. */
const responseTimeout = 3_000;
// In milliseconds.
const retryAfter = 100;
const resubscribeAfter = 250;
const probeInterval = 250;
/** After this many milliseconds without any response, requests fail at once until the server responds again. */
const defaultPatience = 2_000;

const at = (position: bigint): Position => ({ commit: position, prepare: position });
const startAt = (position: bigint): ReadPosition => (position === 0n ? START : at(position));

/** Selects the streams with this prefix; without a prefix, all except the server’s own. */
const filterOf = (prefix: string, options: Partial<Filter> = {}): Filter =>
  prefix ? streamNameFilter({ ...options, prefixes: [prefix] }) : excludeSystemEvents(options);

/**
 * Requests to EventStoreDB. Each has a time limit and is repeated while the server is unreachable, but not for long:
 * requests that wait would keep others from being processed.
 */
export class EventStoreDbConnection {
  readonly #log = new Logger('EventStoreDB');
  readonly #refusals = new CappedLog('EventStoreDB', 1);
  readonly #client: EventStoreDBClient;
  readonly #hosts: string;
  readonly #retryFor: number;
  readonly #patience: number;
  readonly #stop = new AbortController();
  #listening: Promise<void> | undefined;
  /** Since when (Unix milliseconds) no request got a response, and the last error that says why. */
  #outage: { readonly since: number; readonly error: unknown } | undefined;
  /** Called when the server responds again after it was unreachable. */
  onReconnect: () => void = () => undefined;

  /**
   * `url` is a connection string: esdb://… or esdb+discover://… Throws if it is invalid. `retryFor` is how long a
   * request is repeated, in milliseconds, while others get responses; `patience`, while none does.
   */
  constructor(url: string, { retryFor = 15_000, patience = defaultPatience } = {}) {
    this.#hosts = hostsOf(url);
    this.#retryFor = retryFor;
    this.#patience = patience;
    this.#client = EventStoreDBClient.connectionString(url);
    // The client's batched appends share one table between all clients and end the process when a connection is lost
    // (ADR 11).
    Object.assign(this.#client, { supports: async () => false });
  }

  /** What is wrong, for operators, while the server is unreachable. */
  get outage(): string | undefined {
    return this.#outage && this.#unusable(this.#outage.error);
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

  /** From now on calls back with each new event of a stream with this prefix, and without one after a reconnect. */
  listen(prefix: string, onGrown: (event?: RecordedEvent) => void): void {
    this.#listening ??= this.#listen(filterOf(prefix), onGrown);
  }

  /** Ends the subscription, which would keep the process alive. Requests under way finish, but are not repeated. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#listening;
  }

  async #past(prefix: string, position: bigint): Promise<bigint> {
    let reachedPosition = position;
    let timer: NodeJS.Timeout | undefined;
    const checkpointReached = (_: unknown, { commit }: Position) => {
      reachedPosition = commit;
      timer?.refresh();
    };
    const filter = filterOf(prefix, { maxSearchWindow: 500, checkpointInterval: 1, checkpointReached });
    const subscription = this.#client.subscribeToAll({ fromPosition: startAt(position), filter });
    try {
      return await new Promise((resolve, reject) => {
        // An event of ours that is still buffered must be handled before the end of the log is reported.
        const end = () => subscription.readableLength === 0 && resolve(reachedPosition);
        subscription.once('data', ({ event }) => resolve(event?.position.commit ?? reachedPosition));
        subscription.on('caughtUp', end).on('error', reject);
        // Servers before 23.10 do not report the end of the log: they send nothing after it.
        timer = setTimeout(end, 1_000);
      });
    } finally {
      clearTimeout(timer);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** A failed subscription does not reconnect by itself, so a new one replaces it. */
  async #listen(filter: Filter, onGrown: (event?: RecordedEvent) => void): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#subscribe(filter, onGrown, signal).catch((error: unknown) => {
        if (isLost(error)) this.#noteFailure(error);
      });
      await sleep(resubscribeAfter, undefined, { signal }).catch(() => undefined);
    }
  }

  async #subscribe(filter: Filter, onGrown: (event?: RecordedEvent) => void, signal: AbortSignal): Promise<void> {
    const subscription = this.#client.subscribeToAll({ fromPosition: END, filter });
    const end = () => subscription.destroy();
    signal.addEventListener('abort', end, { once: true });
    subscription.on('confirmation', () => onGrown()).on('error', () => undefined);
    try {
      for await (const { event } of subscription) onGrown(event);
    } finally {
      signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  async #withRetries<T>(request: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.#retryFor;
    for (;;) {
      if (this.#isDown()) throw this.#unavailable();
      try {
        const result = await request();
        this.#noteResponse();
        return result;
      } catch (error) {
        this.#requireLost(error);
        this.#noteFailure(error);
        if (this.#stop.signal.aborted || Date.now() > deadline) throw this.#unavailable();
        await sleep(retryAfter);
      }
    }
  }

  /** Throws unless the request was lost, so that it may be repeated. */
  #requireLost(error: unknown): void {
    if (isLost(error)) return;
    this.#noteResponse();
    if (!isRefused(error)) throw error;
    const reason = this.#unusable(error);
    this.#refusals.warn(reason);
    throw new LogUnavailable(reason, error);
  }

  #isDown(): boolean {
    return this.#outage !== undefined && Date.now() - this.#outage.since >= this.#patience;
  }

  #unavailable(): LogUnavailable {
    return new LogUnavailable(
      this.outage ?? `The EventStoreDB at ${this.#hosts} does not respond`,
      this.#outage?.error,
    );
  }

  #unusable(error: unknown): string {
    return `The EventStoreDB at ${this.#hosts} cannot be used: ${reasonOf(error) ?? 'it does not respond'}`;
  }

  #noteFailure(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    const { since, error: earlierError } = this.#outage ?? {};
    this.#outage = { since: since ?? Date.now(), error: reasonOf(error) ? error : (earlierError ?? error) };
    if (since !== undefined) return;
    this.#log.warn(`${this.outage}. Nothing can be written until it responds; reads do not need it.`);
    void this.#probe();
  }

  #noteResponse(): void {
    if (!this.#outage) return;
    const seconds = (Date.now() - this.#outage.since) / 1_000;
    this.#outage = undefined;
    this.#log.warn(`The EventStoreDB at ${this.#hosts} responds again, after ${seconds.toFixed(1)} s.`);
    this.onReconnect();
  }

  /** Asks the server until it responds, because requests are no longer sent to it. */
  async #probe(): Promise<void> {
    const { signal } = this.#stop;
    while (this.#outage && !signal.aborted) {
      await sleep(probeInterval, undefined, { signal }).catch(() => undefined);
      if (!this.#outage || signal.aborted) return;
      await collect(this.#client.readAll({ fromPosition: END, maxCount: 1, direction: BACKWARDS })).then(
        () => this.#noteResponse(),
        (error: unknown) => (isLost(error) ? this.#noteFailure(error) : this.#noteResponse()),
      );
    }
  }
}

/** The hosts of a connection string; the rest of it may contain a password. */
const hostsOf = (url: string): string => url.replace(/^[^/]+\/\/(?:[^@]*@)?([^/?]*).*$/, '$1');

const withinLimit = <T>(response: Promise<T>): Promise<T> => withinTime(response, responseTimeout, timedOut);

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

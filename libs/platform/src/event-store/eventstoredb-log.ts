import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { type EventStoreDbRecord, isOwn } from './eventstoredb-records.ts';
import { NoSuchPosition } from './log-errors.ts';

type Page = readonly AllStreamRecordedEvent[];
const maxPageSize = 1_000;
/** How many requests read single positions at the same time. */
const concurrentReads = 16;

/** The beginning of our streams' names; '' if none is configured. */
export const streamPrefix = (prefix: string): string => prefix && `${prefix}.`;

/** Streams of products with a prefix. Without a prefix, our own names contain no full stop before the first hyphen. */
const hasPrefix = (stream: string): boolean => /^[a-z][a-z0-9-]*\./.test(stream);

/** Our events among all events of the server; the server's own events and those of other products are skipped. */
export class EventStoreDbLog {
  /**
   * `own` is the position of an event of ours (0: the beginning); after it, up to `through`, there is no event of ours.
   */
  #tail = { own: 0n, through: 0n };

  /**
   * `prefix` is that of {@link streamPrefix}. Without one, all streams without a prefix are ours, except the server's
   * own.
   */
  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly prefix: string,
  ) {}

  /** The first `limit` events after a position, or all if there are fewer. Throws a {@link NoSuchPosition}. */
  async after(position: bigint, limit: number): Promise<readonly EventStoreDbRecord[]> {
    const found: EventStoreDbRecord[] = [];
    for await (const page of this.#pagesAfter(position, limit + 1)) {
      found.push(...page);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /**
   * Our events at these positions, in the order of the log. EventStoreDB reads only one position at a time, so several
   * are read at once.
   */
  async at(positions: readonly bigint[]): Promise<readonly EventStoreDbRecord[]> {
    const remaining = [...new Set(positions)];
    const found: EventStoreDbRecord[] = [];
    const readRemaining = async () => {
      for (let position = remaining.pop(); position !== undefined; position = remaining.pop()) {
        const page = await this.connection.from(position, 1);
        found.push(...this.#ours(page).filter((event) => event.position === position));
      }
    };
    await Promise.all(Array.from({ length: concurrentReads }, readRemaining));
    return found.sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** All events after a position, in pages. Throws a {@link NoSuchPosition}. */
  all(after: bigint): AsyncGenerator<readonly EventStoreDbRecord[]> {
    return this.#pagesAfter(after, maxPageSize);
  }

  /** The position of the newest event; 0 if there is none. */
  async head(): Promise<bigint> {
    let page = await this.connection.before(undefined, 16);
    // An older backup was restored, so what was known about the log no longer holds.
    if (placeOf(page[0]) < this.#tail.through) this.#tail = { own: 0n, through: 0n };
    if (this.#ours(page).length === 0 && placeOf(page.at(-1)) > this.#tail.through) {
      // Other products wrote many events. Reading forwards quickly finds out whether any new event is ours.
      if ((await this.after(this.#tail.own, 1)).length === 0) return this.#tail.own;
      // It may have been written after the first page was read.
      page = await this.connection.before(undefined, maxPageSize);
    }
    const newestPosition = placeOf(page[0]);
    let [found] = this.#ours(page);
    while (!found && placeOf(page.at(-1)) > this.#tail.through) {
      page = await this.connection.before(placeOf(page.at(-1)), maxPageSize);
      [found] = this.#ours(page);
    }
    this.#moveTail(found?.position ?? this.#tail.own, newestPosition);
    return this.#tail.own;
  }

  /** Our events after a position to the end of the log, in pages. Each page begins at the last event of the one before. */
  async *#pagesAfter(position: bigint, firstSize: number): AsyncGenerator<readonly EventStoreDbRecord[]> {
    let lastPosition = position;
    for await (const page of this.#pages(position, firstSize)) {
      const newEvents = page.filter((event) => event.position > lastPosition);
      lastPosition = newEvents.at(-1)?.position ?? lastPosition;
      yield newEvents;
    }
  }

  /** Our events to the end of the log, in pages; the first page begins with the event at the position. */
  async *#pages(position: bigint, firstSize: number): AsyncGenerator<readonly EventStoreDbRecord[]> {
    const { own, through } = this.#tail;
    let lastPosition = position === own || position === 0n ? position : undefined;
    let page =
      position === own ? await this.connection.from(through, firstSize) : await this.#pageAt(position, firstSize);
    for (let size = firstSize; ; size = maxPageSize) {
      const ourEvents = this.#ours(page);
      let end = placeOf(page.at(-1));
      lastPosition = ourEvents.at(-1)?.position ?? lastPosition;
      if (lastPosition !== undefined) this.#moveTail(lastPosition, end);
      yield ourEvents;
      if (page.length < size) return;
      if (ourEvents.length === 0) end = await this.connection.past(this.prefix, end);
      page = await this.connection.from(end, maxPageSize);
    }
  }

  /** A page that begins with the event at a position, or directly after it. */
  async #pageAt(position: bigint, size: number): Promise<Page> {
    const page = await this.connection.from(position, size);
    if (position === 0n || placeOf(page[0]) === position) return page;
    const nextPage = await this.connection.from(position + 1n, size);
    if (placeOf(nextPage[0]) === position + 1n) return nextPage;
    throw new NoSuchPosition(position);
  }

  #ours(page: Page): readonly EventStoreDbRecord[] {
    return page.flatMap((event) => {
      const { streamId, position } = event;
      if (streamId.startsWith('$') || !streamId.startsWith(this.prefix) || !isOwn(event)) return [];
      if (this.prefix === '' && hasPrefix(streamId)) return [];
      return [{ event, stream: streamId.slice(this.prefix.length), position: position.commit }];
    });
  }

  #moveTail(own: bigint, through: bigint): void {
    if (through > this.#tail.through) this.#tail = { own, through };
  }
}

const placeOf = (event: AllStreamRecordedEvent | undefined): bigint => event?.position.commit ?? 0n;

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { EventStore, type Stored } from '#platform/event-store';
import { type Keys, namesOfSealedFields, open, PersonalDataKeys, peopleSealed } from '#platform/personal-data';

/**
 * The events of the streams `reveal-{uuid}`: whose personal data was shown, from which events (ids only), or which
 * fields of their account. Actor and reason are in the envelope.
 */
export type RevealEvents = {
  PersonalDataRevealed: { people: readonly string[]; events: readonly string[]; fields?: readonly string[] };
};

/** An event for people to read. `hidden` names the personal fields, whose values in `data` are {@link mask}. */
export type ShownEvent = Omit<Stored, 'data'> & { readonly data: object; readonly hidden: readonly string[] };
/** Selects the events of these types, or of this stream. */
export type EventFilter = { readonly types?: ReadonlySet<string>; readonly stream?: string };

export const mask = '•••';
const pageSize = 500;

/**
 * The log for people to read, as it is stored. It needs no event types, so it also shows events that no module
 * declares.
 */
@Injectable()
export class LogReader {
  constructor(
    private readonly store: EventStore,
    private readonly keys: PersonalDataKeys,
  ) {}

  /** The event at a position, or with an id. */
  async find(positionOrId: bigint | string): Promise<Stored | undefined> {
    const position = typeof positionOrId === 'bigint' ? positionOrId : await this.store.positionOf(positionOrId);
    if (position === undefined) return undefined;
    return (await this.at([position]))[0];
  }

  /** The events at these positions, in the order of the log; positions without an event are left out. */
  at(positions: readonly bigint[]): Promise<readonly Stored[]> {
    return this.store.atSealed(positions);
  }

  /** The hashes of the events at these positions in hex, by position. */
  async hashesAt(positions: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
    return new Map((await this.store.hashesAt(positions)).map(({ position, hash }) => [position, hash]));
  }

  stream(stream: string): Promise<readonly Stored[]> {
    return this.store.readSealed(stream);
  }

  /** The events of a stream in their current shape. Personal data is null, and `hidden` names those fields. */
  async withoutPersonalData(
    stream: string,
  ): Promise<readonly { readonly event: Recorded; readonly hidden: readonly string[] }[]> {
    const stored = await this.store.readSealed(stream);
    const events = await this.inCurrentShape(stored);
    return events.map((event, i) => ({ event, hidden: namesOfSealedFields(stored[i]?.data ?? {}) }));
  }

  /** These events in their current shape. Personal data is null. */
  inCurrentShape(stored: readonly Stored[]): Promise<readonly Recorded[]> {
    return this.store.opened(stored, []);
  }

  /**
   * The events of a stream in their current shape, with the personal data of these people. Other fields with personal
   * data are null.
   */
  async withDataOf(stream: string, people: readonly string[]): Promise<readonly Recorded[]> {
    return this.store.opened(await this.store.readSealed(stream), people);
  }

  /** The newest events that match the filter, oldest first; no later event before `head` matches it. */
  async newest(count: number, filter: EventFilter): Promise<{ events: readonly Stored[]; head: bigint }> {
    const head = await this.store.head();
    if (filter.stream !== undefined) {
      const events = (await this.store.readSealed(filter.stream)).filter((event) => matches(event, filter));
      return { events: events.slice(-count), head: events.at(-1)?.position ?? head };
    }
    // With gaps between positions the start of the newest events is unknown, so the whole log is read.
    for (let reach = this.store.densePositions ? BigInt(count) : head; ; reach *= 8n) {
      const from = reach < head ? head - reach : 0n;
      const events: Stored[] = [];
      for await (const page of this.pages(from, filter, head))
        events.splice(0, Math.max(0, events.push(...page) - count));
      if (events.length === count || from === 0n) return { events, head };
    }
  }

  /** Matching events after a position, in pages, to the end of the log or through another position. */
  async *pages(after: bigint, filter: EventFilter, through?: bigint): AsyncGenerator<readonly Stored[]> {
    for (let position = after; through === undefined || position < through; ) {
      const page = await this.store.afterSealed(position, pageSize);
      const last = page.at(-1);
      if (!last) return;
      position = last.position;
      yield page.filter((event) => (!through || event.position <= through) && matches(event, filter));
    }
  }

  /** Matching events after a position and new ones as they are appended, until aborted. */
  async *follow(after: bigint, filter: EventFilter, signal: AbortSignal): AsyncGenerator<readonly Stored[]> {
    let position = after;
    while (!signal.aborted) {
      const growth = this.store.waitForGrowth(signal);
      const page = await this.store.afterSealed(position, pageSize);
      position = page.at(-1)?.position ?? position;
      if (page.length > 0) yield page.filter((event) => matches(event, filter));
      if (page.length < pageSize) await growth;
    }
  }

  /** The event with its personal data masked. */
  hide(event: Stored): ShownEvent {
    const hiddenFields = namesOfSealedFields(event.data);
    return {
      ...event,
      data: { ...event.data, ...Object.fromEntries(hiddenFields.map((name) => [name, mask])) },
      hidden: hiddenFields,
    };
  }

  /**
   * Returns the events with their personal data; that of erased people is null. First records in the log whose data is
   * shown, with the actor and reason from the context's origin.
   */
  async reveal(events: readonly Stored[]): Promise<readonly ShownEvent[]> {
    const personal = events.filter(({ data }) => namesOfSealedFields(data).length > 0);
    if (personal.length > 0)
      await this.#record({ people: peopleSealed(personal), events: personal.map(({ id }) => id) });
    const keys = await this.keys.toRead(peopleSealed(personal));
    return events.map((event) => this.#open(event, keys));
  }

  /** The people whose personal data an event has. */
  peopleIn(event: Stored): readonly string[] {
    return peopleSealed([event]);
  }

  /**
   * Records that these fields of a person's account are shown, with the actor and reason from the context's origin.
   * Call it before they are shown.
   */
  recordAccess(personId: string, fields: readonly string[]): Promise<void> {
    return this.#record({ people: [personId], events: [], fields });
  }

  async #record(data: RevealEvents['PersonalDataRevealed']): Promise<void> {
    // Not an id from the idempotency key: a repeated request shows the data again, and perhaps that of other people.
    await this.store.append<RevealEvents>(`reveal-${randomUUID()}`, 0, [{ type: 'PersonalDataRevealed', data }]);
  }

  /** An event that was tampered with cannot be decrypted. It is shown masked, so that the others can be shown. */
  #open(event: Stored, keys: Keys): ShownEvent {
    try {
      return { ...event, data: open(event, keys), hidden: [] };
    } catch {
      return this.hide(event);
    }
  }
}

const matches = ({ type, stream }: Stored, filter: EventFilter): boolean =>
  (!filter.types || filter.types.has(type)) && (filter.stream === undefined || filter.stream === stream);

import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import type { Stored } from '#platform/event-store';
import { EventStore, NoSuchPosition } from '#platform/event-store';
import { type Keys, open, PersonalDataKeys, peopleSealed, sealedFacts } from '#platform/personal-data';
import { Database } from '#platform/postgres';

/** Streams `reveal-{uuid}`: whose personal facts were shown, in which events; ids only. Who asked and why is in the envelope. */
export type RevealEvents = { PersonalDataRevealed: { people: readonly string[]; events: readonly string[] } };

/** An event to be read by people. `hidden` names the personal facts that stand in `data` as {@link masked}. */
export type ShownEvent = Omit<Stored, 'data'> & { readonly data: object; readonly hidden: readonly string[] };
export type Wanted = { readonly types?: ReadonlySet<string>; readonly stream?: string };

export const masked = '•••';
const pageSize = 500;

/** The log for people to read, as it was written: it knows no types, so none is unknown to it. */
@Injectable()
export class LogReader {
  constructor(
    private readonly store: EventStore,
    private readonly keys: PersonalDataKeys,
    private readonly context: Context,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The event at a position, or of an id. */
  async find(which: bigint | string): Promise<Stored | undefined> {
    if (typeof which === 'bigint')
      return (await this.#firstAfter(which - 1n)).find(({ position }) => position === which);
    if (this.config.eventStoreDb) return this.#search(which);
    const [row] = await this.database.query<{ position: string }>('select position from log.events where id = $1', [
      which,
    ]);
    return row && this.find(BigInt(row.position));
  }

  async #firstAfter(position: bigint): Promise<readonly Stored[]> {
    try {
      return await this.store.afterSealed(position, 1);
    } catch (error) {
      if (error instanceof NoSuchPosition) return [];
      throw error;
    }
  }

  stream(stream: string): Promise<readonly Stored[]> {
    return this.store.readSealed(stream);
  }

  /** The newest of those that are wanted, oldest first, and a position after which there are others at most. */
  async newest(count: number, wanted: Wanted): Promise<{ events: readonly Stored[]; head: bigint }> {
    const head = await this.store.head();
    if (wanted.stream !== undefined) {
      const events = (await this.store.readSealed(wanted.stream)).filter((event) => isWanted(event, wanted));
      return { events: events.slice(-count), head: events.at(-1)?.position ?? head };
    }
    // Where positions have gaps, nobody can tell where the newest begin.
    for (let reach = this.config.eventStoreDb ? head : BigInt(count); ; reach *= 8n) {
      const from = reach < head ? head - reach : 0n;
      const events: Stored[] = [];
      for await (const page of this.pages(from, wanted, head))
        events.splice(0, Math.max(0, events.push(...page) - count));
      if (events.length === count || from === 0n) return { events, head };
    }
  }

  /** What is wanted after a position, in pages; to the end of the log, or through another position. */
  async *pages(after: bigint, wanted: Wanted, through?: bigint): AsyncGenerator<readonly Stored[]> {
    for (let position = after; through === undefined || position < through; ) {
      const page = await this.store.afterSealed(position, pageSize);
      const last = page.at(-1);
      if (!last) return;
      position = last.position;
      yield page.filter((event) => (!through || event.position <= through) && isWanted(event, wanted));
    }
  }

  /** What is wanted after a position as it comes, until aborted. */
  async *follow(after: bigint, wanted: Wanted, signal: AbortSignal): AsyncGenerator<readonly Stored[]> {
    let position = after;
    while (!signal.aborted) {
      const grown = this.store.grown(signal);
      const page = await this.store.afterSealed(position, pageSize);
      position = page.at(-1)?.position ?? position;
      if (page.length === 0) await grown;
      else yield page.filter((event) => isWanted(event, wanted));
    }
  }

  /** Without what is personal. */
  hide(event: Stored): ShownEvent {
    const hidden = sealedFacts(event.data);
    return { ...event, data: { ...event.data, ...Object.fromEntries(hidden.map((name) => [name, masked])) }, hidden };
  }

  /**
   * With what is personal: before it is shown, the log keeps whose it is. What belongs to a person who was erased reads as
   * null. The context's origin says who asks, and why.
   */
  async reveal(events: readonly Stored[]): Promise<readonly ShownEvent[]> {
    const personal = events.filter(({ data }) => sealedFacts(data).length > 0);
    if (personal.length > 0) await this.#note(peopleSealed(personal), personal);
    const keys = await this.keys.toRead(peopleSealed(personal));
    return events.map((event) => this.#opened(event, keys));
  }

  async #note(people: readonly string[], events: readonly Stored[]): Promise<void> {
    const data = { people, events: events.map(({ id }) => id) };
    await this.store.append<RevealEvents>(`reveal-${this.context.newId()}`, 0, [
      { type: 'PersonalDataRevealed', data },
    ]);
  }

  /** What was tampered with cannot be opened, and is no reason not to show the rest. */
  #opened(event: Stored, keys: Keys): ShownEvent {
    try {
      return { ...event, data: open(event, keys), hidden: [] };
    } catch {
      return this.hide(event);
    }
  }

  async #search(id: string): Promise<Stored | undefined> {
    for await (const page of this.pages(0n, {})) {
      const found = page.find((event) => event.id === id);
      if (found) return found;
    }
    return undefined;
  }
}

const isWanted = ({ type, stream }: Stored, wanted: Wanted): boolean =>
  (!wanted.types || wanted.types.has(type)) && (wanted.stream === undefined || wanted.stream === stream);

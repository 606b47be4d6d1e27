import { Injectable } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import { CatalogQueries } from '#catalog';
import { type Caller, IdentityQueries, OwnSessions } from '#identity';
import type { Recorded } from '#kernel';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { type Page } from '#platform/projections';

type Pages<T> = (page: { limit: number; cursor: string | undefined }) => Promise<Page<T>>;
type Part = readonly [name: string, read: () => Promise<unknown>];
type Sealed = { readonly of?: unknown; readonly sealed?: unknown };

const perPage = 100;

/** All that the product holds of one person, as one JSON object that is written while it is read. */
@Injectable()
export class AccountArchive {
  constructor(
    private readonly context: Context,
    private readonly store: EventStore,
    private readonly keys: PersonalDataKeys,
    private readonly identity: IdentityQueries,
    private readonly sessions: OwnSessions,
    private readonly catalog: CatalogQueries,
    private readonly leads: LeadsQueries,
    private readonly bookings: BookingsQueries,
  ) {}

  async *of(caller: Caller): AsyncGenerator<string> {
    const { origin } = this.context;
    // Whoever writes the answer asks for the next piece outside the request's context.
    const within = <T>(read: () => Promise<T>): Promise<T> => this.context.run(origin, read);
    yield `{"exportedAt":${JSON.stringify(new Date().toISOString())}`;
    for (const [name, read] of this.#parts(caller))
      yield `,\n${JSON.stringify(name)}:${JSON.stringify(await within(read))}`;
    yield ',\n"events":[';
    let separator = '\n';
    for (const stream of await within(() => this.#streamsOf(caller.userId)))
      for (const event of await within(() => this.#eventsOf(stream, caller.userId))) {
        yield separator + JSON.stringify(event);
        separator = ',\n';
      }
    yield '\n]}\n';
  }

  #parts(caller: Caller): readonly Part[] {
    const { userId, role, sessionId } = caller;
    return [
      ['account', () => this.#account(userId)],
      ['sessions', () => this.sessions.of(userId, sessionId)],
      ['profile', async () => (role === 'client' ? null : this.catalog.byId(userId))],
      ['leads', () => all((page) => this.leads.mine(page))],
      ['purchasedLeads', () => this.#purchased()],
      ['bookings', () => this.#bookings()],
    ];
  }

  async #account(id: string) {
    const [me, contacts] = await Promise.all([this.identity.me(id), this.identity.contacts([id])]);
    return { ...me, ...contacts.get(id) };
  }

  /** What was bought and when. What the client wrote, and how to reach them, is theirs. */
  async #purchased() {
    const bought = await all((page) => this.leads.purchased(page));
    return bought.map(({ id, eventType, eventDate, leadPrice, currency, purchasedAt }) => ({
      id,
      eventType,
      eventDate,
      leadPrice,
      currency,
      purchasedAt,
    }));
  }

  async #bookings() {
    const bookings = await all((page) => this.bookings.mine(page));
    return Promise.all(
      bookings.map(async (booking) => ({ ...booking, history: (await this.bookings.history(booking.id)).items })),
    );
  }

  async #streamsOf(person: string): Promise<readonly string[]> {
    return [...new Set([`user-${person}`, ...(await this.keys.streamsOf(person))])];
  }

  /** What this person did there, and what it says of them; never what it says of others. */
  async #eventsOf(stream: string, person: string) {
    const [events, sealed] = await Promise.all([this.store.read(stream), this.store.readSealed(stream)]);
    const written = new Map(sealed.map((event) => [event.id, event.data]));
    return events.flatMap((event) => {
      const holders = holdersIn(written.get(event.id) ?? {});
      if (event.by.id !== person && ![...holders.values()].includes(person)) return [];
      return [shown(event, (fact) => (holders.get(fact) ?? person) === person)];
    });
  }
}

const shown = ({ stream, type, at, by, data }: Recorded, own: (fact: string) => boolean) => ({
  stream,
  type,
  at,
  by: by.kind,
  data: Object.fromEntries(Object.entries(data).filter(([fact]) => own(fact))),
});

/** Which of the stored facts are personal, and whose. */
const holdersIn = (data: object): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(data as Record<string, Sealed | null>).flatMap(([fact, value]) =>
      value && typeof value === 'object' && 'sealed' in value ? [[fact, value.of]] : [],
    ),
  );

const all = async <T>(read: Pages<T>): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: perPage, cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
};

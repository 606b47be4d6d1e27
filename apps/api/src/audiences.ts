import { Injectable } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import type { Recorded } from '#kernel';
import { LeadsQueries } from '#leads';

/** Who is told that something changed: people by id, and everyone who may unlock leads. */
export type Audience = { readonly topic: string; readonly people: readonly string[]; readonly pros: boolean };

const nobody: readonly string[] = [];
const person = (data: object, fact: string): readonly string[] => {
  const id = (data as Record<string, unknown>)[fact];
  return typeof id === 'string' ? [id] : nobody;
};

/** Who may know of an event. Whoever is not named here hears nothing of it. */
@Injectable()
export class Audiences {
  readonly #audiences: Readonly<Record<string, (event: Recorded) => Promise<Audience>>> = {
    booking: async ({ stream }) => ({ topic: 'bookings', people: await this.#parties(stream), pros: false }),
    lead: async ({ stream, type, data }) => ({
      topic: 'leads',
      people: [...(await this.#ownerOf(stream)), ...person(data, 'buyerId')],
      pros: type === 'LeadPosted' || type === 'LeadWithdrawn',
    }),
    payment: async ({ data }) => ({ topic: 'payments', people: person(data, 'payerId'), pros: false }),
    creator: async ({ stream }) => ({ topic: 'catalog', people: [stream.slice('creator-'.length)], pros: false }),
    user: async ({ stream }) => ({ topic: 'identity', people: [stream.slice('user-'.length)], pros: false }),
  };

  constructor(
    private readonly bookings: BookingsQueries,
    private readonly leads: LeadsQueries,
  ) {}

  async of(event: Recorded): Promise<Audience | undefined> {
    const [, noun = ''] = /^([a-z-]+?)-[0-9a-f]{8}-/.exec(event.stream) ?? [];
    return this.#audiences[noun]?.(event);
  }

  async #parties(bookingId: string): Promise<readonly string[]> {
    const parties = await this.bookings.parties(bookingId);
    return parties ? [parties.clientId, parties.creatorId] : nobody;
  }

  async #ownerOf(leadId: string): Promise<readonly string[]> {
    const lead = (await this.leads.byIds([leadId])).get(leadId);
    return lead ? [lead.clientId] : nobody;
  }
}

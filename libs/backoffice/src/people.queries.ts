import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { GalleriesQueries } from '#galleries';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { LeadsQueries } from '#leads';
import { AccessesQueries } from './accesses.queries.ts';
import { type FoundPeople, maxFoundPeople, maxShownAccesses, type StaffPerson } from './contract.ts';

/** People, for staff: without personal data, except the public names of professionals. */
@Injectable()
export class PeopleQueries {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly bookings: BookingsQueries,
    private readonly leads: LeadsQueries,
    private readonly galleries: GalleriesQueries,
    private readonly accesses: AccessesQueries,
  ) {}

  /** The people with this id or exact email address, or the professionals with this word in their name. */
  async search(text: string): Promise<FoundPeople> {
    const ids = (await this.#idsOf(text)).slice(0, maxFoundPeople);
    const people = await Promise.all(ids.map((id) => this.identity.withoutPersonalData(id)));
    return { items: people.flatMap((person) => person ?? []) };
  }

  /** Refuses `person-not-found`. */
  async byId(id: string): Promise<StaffPerson> {
    const person = await this.identity.withoutPersonalData(id);
    if (!person) refuse('person-not-found', 'This person does not exist');
    const [sessions, bookings, leads, galleries, accesses] = await Promise.all([
      this.identity.ownSessions(id, null),
      this.bookings.counts(id),
      this.leads.countsOf(id),
      this.galleries.countOf(id),
      this.accesses.to(id, maxShownAccesses),
    ]);
    return {
      ...person,
      bookings,
      leads,
      galleries,
      sessions: sessions.map(({ createdAt, lastUsedAt }) => ({ createdAt, lastUsedAt })),
      accesses: [...accesses],
    };
  }

  async #idsOf(text: string): Promise<readonly string[]> {
    if (z.uuid().safeParse(text).success) return [text];
    const found = await this.identity.byEmailOrName(text);
    return text.includes('@') ? found : [...new Set([...found, ...(await this.identity.professionalsNamed(text))])];
  }
}

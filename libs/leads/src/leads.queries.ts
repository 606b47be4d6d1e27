import type { FilterQuery } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { allPages, type Page, pageOf, placeIn } from '#platform/projections';
import { maskContacts } from './contact-mask.ts';
import {
  budgetCeiling,
  buyersPerLead,
  type EventType,
  type Lead,
  type LeadFilter,
  type LeadsPage,
  type PurchasedLead,
} from './contract.ts';
import { isExpired } from './lead.ts';
import { type LeadPurchaseRow, type LeadRow, leadPurchaseRows, leadRows } from './leads.rows.ts';

/** A lead as other modules see it; nothing in it is masked. */
export type LeadInBrief = Pick<Lead, 'id' | 'clientId' | 'eventName' | 'eventType' | 'eventDate' | 'status'>;
type Where = FilterQuery<LeadRow>;

const place = z.tuple([z.iso.datetime(), z.string()]);
const placeOf = ({ createdAt, id }: LeadRow) => [createdAt, id];
const newestFirst = { createdAt: 'desc', id: 'desc' } as const;
const former = {
  displayName: 'Former member',
  shortName: 'Former member',
  name: 'Former member',
  email: '',
  phone: null,
};

@Injectable()
export class LeadsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly context: Context,
  ) {}

  /** Active leads that fit, newest first. */
  browse(filter: LeadFilter): Promise<Page<Lead>> {
    return this.#page([...open(), ...fitting(filter)], filter);
  }

  /** The leads the caller posted, in every status. */
  mine(page: LeadsPage): Promise<Page<Lead>> {
    return this.#page([{ clientId: this.#caller }], page);
  }

  /** What the caller unlocked, the newest purchase first, with the way to reach each client. */
  async purchased({ limit, cursor }: LeadsPage): Promise<Page<PurchasedLead>> {
    const after = placeIn(place, cursor);
    const found = await this.em.find(
      leadPurchaseRows,
      { $and: [{ creatorId: this.#caller, status: 'completed' }, ...beyond('purchasedAt', after)] },
      { orderBy: { purchasedAt: 'desc', id: 'desc' }, limit: limit + 1 },
    );
    const { items, nextCursor } = pageOf(found, limit, ({ purchasedAt, id }) => [purchasedAt ?? '', id]);
    return { items: await this.#withContacts(items), nextCursor };
  }

  /** What the caller unlocked and when, without what the clients wrote. */
  async ownPurchases() {
    const purchases = await allPages((page) => this.purchased(page));
    return purchases.map(({ id, eventType, eventDate, leadPrice, currency, purchasedAt }) => ({
      id,
      eventType,
      eventDate,
      leadPrice,
      currency,
      purchasedAt,
    }));
  }

  /** An active lead; its owner and buyers see it in every status. */
  async byId(id: string): Promise<Lead> {
    const row = await this.em.findOne(leadRows, { id });
    const [seen] = row ? await this.#seen([row]) : [];
    if (!seen || !(seen.status === 'active' || seen.mine || seen.unlocked))
      refuse('lead-not-found', 'There is no such lead');
    return seen;
  }

  /** The newest active leads, as the caller may see them. */
  async newest(limit: number): Promise<Lead[]> {
    return this.#seen(await this.em.find(leadRows, { $and: open() }, { orderBy: newestFirst, limit }));
  }

  async newestOf(clientId: string, limit: number): Promise<Lead[]> {
    return this.#seen(await this.em.find(leadRows, { clientId }, { orderBy: newestFirst, limit }));
  }

  /** The ids of what somebody posted and did not withdraw, also where it has expired. */
  async activeOf(clientId: string): Promise<readonly string[]> {
    const rows = await this.em.find(leadRows, { clientId, status: 'active' }, { fields: ['id'] });
    return rows.map(({ id }) => id);
  }

  countOf(clientId: string): Promise<number> {
    return this.em.count(leadRows, { clientId });
  }

  /** By id; an unknown one is left out. */
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, LeadInBrief>> {
    const rows = await this.em.find(leadRows, { id: { $in: [...ids] } });
    return new Map(rows.map((row) => [row.id, inBrief(row)]));
  }

  /** Whether this creator has a completed purchase of the lead. */
  async isBuyer(leadId: string, creatorId: string): Promise<boolean> {
    return (await this.em.count(leadPurchaseRows, { leadId, creatorId, status: 'completed' })) > 0;
  }

  /** Completed purchases. */
  countPurchases(creatorId: string): Promise<number> {
    return this.em.count(leadPurchaseRows, { creatorId, status: 'completed' });
  }

  get #caller(): string {
    return this.context.origin.by.id;
  }

  async #page(where: readonly Where[], { limit, cursor }: LeadsPage): Promise<Page<Lead>> {
    const after = placeIn(place, cursor);
    const rows = await this.em.find(
      leadRows,
      { $and: [...where, ...beyond('createdAt', after)] },
      { orderBy: newestFirst, limit: limit + 1 },
    );
    const { items, nextCursor } = pageOf(rows, limit, placeOf);
    return { items: await this.#seen(items), nextCursor };
  }

  async #withContacts(purchases: readonly LeadPurchaseRow[]): Promise<PurchasedLead[]> {
    const rows = await this.em.find(leadRows, { id: { $in: purchases.map(({ leadId }) => leadId) } });
    const [leads, contacts] = await Promise.all([
      this.#seen(rows),
      this.identity.contacts([...new Set(rows.map(({ clientId }) => clientId))]),
    ]);
    const leadOf = new Map(leads.map((lead) => [lead.id as string, lead]));
    return purchases.flatMap(({ leadId, purchasedAt }) => {
      const lead = leadOf.get(leadId);
      if (!lead || !purchasedAt) return [];
      const { name, email, phone } = contacts.get(lead.clientId) ?? former;
      return [{ ...lead, purchasedAt, contact: { name, email, phone } }];
    });
  }

  /** Rows as the caller may see them: ways to reach the client are masked until the lead is theirs. */
  async #seen(rows: readonly LeadRow[]): Promise<Lead[]> {
    const caller = this.#caller;
    const [names, purchases] = await Promise.all([
      this.identity.names([...new Set(rows.map(({ clientId }) => clientId))]),
      this.em.find(leadPurchaseRows, {
        id: { $in: rows.map(({ id }) => `${id}/${caller}`) },
        status: 'completed',
      }),
    ]);
    const unlocked = new Set(purchases.map(({ leadId }) => leadId));
    return rows.map((row) => {
      const mine = row.clientId === caller;
      const known = mine || unlocked.has(row.id);
      const { displayName, shortName } = names.get(row.clientId) ?? former;
      return {
        ...inBrief(row),
        clientName: known ? displayName : shortName,
        ...textsOf(row, known ? (text) => text : maskContacts),
        venueType: row.venueType ?? null,
        budgetMin: row.budgetMin,
        budgetMax: row.budgetMax,
        expectedAttendance: row.expectedAttendance ?? null,
        durationDays: row.durationDays,
        servicesNeeded: [...row.servicesNeeded],
        leadPrice: row.leadPrice,
        currency: 'USD',
        viewCount: 0,
        createdAt: row.createdAt,
        buyers: row.buyers,
        buyersLimit: buyersPerLead,
        unlocked: unlocked.has(row.id),
        mine,
      };
    });
  }
}

const now = (): string => new Date().toISOString();

/** What the client wrote; nothing is left of it once they are erased. */
const textsOf = (row: LeadRow, shown: (text: string) => string) => ({
  eventName: row.eventName ? shown(row.eventName) : null,
  description: shown(row.description ?? ''),
  locationCity: shown(row.locationCity ?? ''),
  locationState: shown(row.locationState ?? ''),
});

const inBrief = (row: LeadRow): LeadInBrief => ({
  id: row.id as Lead['id'],
  clientId: row.clientId,
  eventName: row.eventName ?? null,
  eventType: row.eventType as EventType,
  eventDate: row.eventDate,
  status: row.status === 'active' && isExpired(row, now()) ? 'expired' : row.status,
});

/** Active and not expired; says the same as the rule. */
const open = (): Where[] => [{ status: 'active', eventDate: { $gte: now().slice(0, 10) }, expiresAt: { $gt: now() } }];

const fitting = ({ eventType, budgetMin, budgetMax, location, from, to }: LeadFilter): Where[] => [
  ...(eventType && eventType.length > 0 ? [{ eventType: { $in: eventType } }] : []),
  ...(budgetMin === undefined ? [] : [{ budgetMax: { $gte: budgetMin } }]),
  // At its upper end the filter sets no limit.
  ...(budgetMax === undefined || budgetMax >= budgetCeiling ? [] : [{ budgetMin: { $lte: budgetMax } }]),
  ...(location ? [containing(location)] : []),
  ...(from === undefined ? [] : [{ eventDate: { $gte: from } }]),
  ...(to === undefined ? [] : [{ eventDate: { $lte: to } }]),
];

const containing = (text: string): Where => {
  const pattern = { $ilike: `%${text.replace(/[\\%_]/g, '\\$&')}%` };
  return { $or: [{ locationCity: pattern }, { locationState: pattern }] };
};

/** What comes after a place in a list that begins with the newest. */
const beyond = <Column extends string>(column: Column, after: readonly [string, string] | undefined) =>
  after ? [{ $or: [{ [column]: { $lt: after[0] } }, { [column]: after[0], id: { $lt: after[1] } }] } as object] : [];

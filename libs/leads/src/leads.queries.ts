import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { regionsNamed } from '#catalog';
import { IdentityQueries } from '#identity';
import { BoundedMap, instantAfter, refuse, searchable, searchedParts } from '#kernel';
import { PlansQueries } from '#plans';
import { Context } from '#platform/context';
import { allPages, cursorAt, type Page, pageOf, placeIn, type Sql, sql, timeAndId } from '#platform/reads';
import { maskContacts } from './contact-mask.ts';
import {
  buyersPerLead,
  type EventType,
  type Lead,
  type LeadBuyers,
  type LeadFilter,
  type LeadMatches,
  type LeadsPaging,
  leadsPageSize,
  type PublicLead,
  type PurchasedLead,
  type RefundRequestFilter,
  type StaffLead,
  type StaffLeadFilter,
  type StaffLeadsPage,
  type StaffRefundRequestsPage,
} from './contract.ts';
import { clientActions, isExpired, paidWithCredit, refundRequestTime } from './lead.ts';
import { type LeadReader, LeadRowsQueries, type ScoredLeadRow, type ShownLeadRow } from './lead-rows.queries.ts';
import { conditionsOf, openLeads, postedBefore, withStatus } from './leads.conditions.ts';
import { type LeadPurchaseRow, type LeadRow, leadPurchaseRows, leadRefundRequestRows, leadRows } from './leads.rows.ts';
import {
  describeFactors,
  gazetteer,
  type KnownPlace,
  MatchScores,
  reasonText,
  type ScorePlace,
  scoreVersion,
  timeZoneOf,
} from './matching/index.ts';

/** A lead as other modules see it. Nothing in it is masked. */
export type LeadSummary = Pick<
  Lead,
  | 'id'
  | 'clientId'
  | 'eventName'
  | 'eventType'
  | 'eventDate'
  | 'durationDays'
  | 'locationCity'
  | 'locationState'
  | 'status'
>;
type OfferedLead = { readonly leadId: string; readonly creatorId: string };

const sortValuesOf = ({ createdAt, id }: LeadRow) => [createdAt, id];
const scorePlace = z.tuple([z.int(), z.iso.datetime(), z.string()]);
/** How many scores are read for a request at most. */
const maxScores = 2_000;
/** How many leads are read at a time for visitors, and at most for one request. */
const [publicBatch, maxPublicReads] = [200, 4_000];
/** The dashboard shows the best matches among this many of the newest leads. */
const recentLeads = 50;
const formerMember = {
  displayName: 'Former member',
  name: 'Former member',
  email: '',
  phone: null,
};

@Injectable()
export class LeadsQueries {
  /** Leads that were masked last, by id. Masking them each time takes a quarter of the CPU time of a list of leads. */
  readonly #masked = new BoundedMap<string, { readonly texts: LeadTexts; readonly masked: LeadTexts }>(500);

  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly context: Context,
    private readonly scores: MatchScores,
    private readonly reads: LeadRowsQueries,
    private readonly plans: PlansQueries,
  ) {}

  /** Active leads that match the filter, newest first. Leads of suspended people are left out. */
  async browse(filter: LeadFilter): Promise<Page<Lead>> {
    const searched = conditionsOf(filter);
    return this.#page([...this.#offered(), ...searched], filter, searched.length > 0);
  }

  /**
   * The part of active leads that visitors without an account may see, newest first. Leads of suspended people are left
   * out. A page may have fewer leads than its limit although another page follows.
   */
  async browsePublic(filter: LeadFilter): Promise<Page<PublicLead>> {
    const conditions = [...this.#offered(), ...conditionsOf(filter)];
    const { found, rest } = await this.#shownToVisitors(conditions, filter);
    const { items, nextCursor } = pageOf(found, filter.limit, ({ row }) => sortValuesOf(row));
    return { items: items.map(({ lead }) => lead), nextCursor: nextCursor ?? rest };
  }

  /**
   * Active leads with a score for the caller, the highest first, without those of suspended people. Refuses
   * `lead-match-not-allowed`. A filter may leave few of them; a request reads a limited number of scores, so a page may
   * have fewer leads than its limit although another page follows.
   */
  async matches({ limit, cursor, ...filter }: LeadFilter): Promise<LeadMatches> {
    const { id, role } = this.context.origin.by;
    if (role !== 'creator' && role !== 'vendor')
      refuse('lead-match-not-allowed', 'Only creators and vendors have matches');
    const after = placeIn<ScorePlace>(scorePlace, cursor);
    const where = [...this.#offered(), ...conditionsOf(filter)];
    const found = await this.reads.bestFor(id, { where, limit: limit + 1, among: maxScores, after });
    const { items, nextCursor } = pageOf(found, limit, (row) => [row.score, row.postedAt, row.id]);
    const leads = await this.#forCaller(items);
    return {
      matches: items.flatMap((row, index) => {
        const lead = leads[index];
        return lead ? [{ ...lead, ...matchOf(row) }] : [];
      }),
      nextCursor: nextCursor ?? (await this.#afterScores(id, after)),
    };
  }

  /** The cursor after the last score that a request reads; null if there are fewer scores. */
  async #afterScores(creatorId: string, after: ScorePlace | undefined): Promise<string | null> {
    const [last] = await this.scores.best(creatorId, 1, after, maxScores - 1);
    return last ? cursorAt([last.score, last.postedAt, last.leadId]) : null;
  }

  /** The leads that the caller posted, in any status. */
  mine(paging: LeadsPaging): Promise<Page<Lead>> {
    return this.#page([sql`lead.client_id = ${this.#caller}`], paging);
  }

  /** The leads that match, in any status, for staff: without the texts of the clients, the newest first. */
  async forStaff(
    { id, status, ...paging }: Omit<StaffLeadFilter, 'refund'>,
    ids?: readonly string[],
  ): Promise<StaffLeadsPage> {
    const now = this.context.now();
    const where = [
      ...(ids === undefined ? [] : [sql`lead.id = any(${ids})`]),
      ...(id === undefined ? [] : [sql`(lead.id = ${id} or lead.client_id = ${id})`]),
      ...(status === undefined ? [] : withStatus(status, now)),
    ];
    const { rows, nextCursor } = await this.#rows(where, paging, true);
    const at = now.toISOString();
    return { items: rows.map((row) => staffLeadOf(row, at)), nextCursor };
  }

  /** How many leads staff hold until they have been examined. */
  countHeld(): Promise<number> {
    return this.em.count(leadRows, { status: 'held' });
  }

  /** How many leads a person posted, and how many they unlocked. */
  async countsOf(personId: string): Promise<{ posted: number; unlocked: number }> {
    const [posted, unlocked] = await Promise.all([
      this.em.count(leadRows, { clientId: personId }),
      this.countPurchases(personId),
    ]);
    return { posted, unlocked };
  }

  /** The leads that the caller unlocked, newest purchase first, with each client's contact details. */
  async purchased({ limit, cursor }: LeadsPaging): Promise<Page<PurchasedLead>> {
    const cursorPlace = placeIn(timeAndId, cursor);
    const found = await this.em.find(
      leadPurchaseRows,
      { creatorId: this.#caller, status: 'completed', ...(cursorPlace && purchasedBefore(cursorPlace)) },
      { orderBy: { purchasedAt: 'desc', id: 'desc' }, limit: limit + 1 },
    );
    const { items, nextCursor } = pageOf(found, limit, ({ purchasedAt, id }) => [purchasedAt ?? '', id]);
    return { items: await this.#withContacts(items), nextCursor };
  }

  /** The caller's purchases without any text written by the clients. */
  async ownPurchases() {
    const purchases = await allPages((page) => this.purchased(page));
    return purchases.map(({ id, eventType, eventDate, leadPrice, currency, purchasedAt, paidWith }) => ({
      id,
      eventType,
      eventDate,
      leadPrice,
      currency,
      purchasedAt,
      paidWith,
    }));
  }

  /** An active lead of a person who is not suspended. Its owner and its buyers can read it in any case. */
  async byId(id: string): Promise<Lead> {
    const lead = (await this.#byIds([id])).get(id);
    if (!lead || !(lead.mine || lead.unlocked || (await this.#isOffered(lead))))
      refuse('lead-not-found', 'This lead does not exist');
    return lead;
  }

  /** The newest active leads, masked for the caller. Leads of suspended people are left out. */
  async newest(limit: number): Promise<Lead[]> {
    const where = this.#offered();
    return this.#forCaller(await this.reads.shownTo(this.#reader, { where, limit }));
  }

  /** Those of the newest active leads that fit the caller best, the best first; leads without a score come last. */
  async newestMatching(limit: number): Promise<Lead[]> {
    const leads = await this.newest(recentLeads);
    return leads.sort((one, other) => (other.matchScore ?? -1) - (one.matchScore ?? -1)).slice(0, limit);
  }

  async newestOf(clientId: string, limit: number): Promise<Lead[]> {
    const where = [sql`lead.client_id = ${clientId}`];
    return this.#forCaller(await this.reads.shownTo(this.#reader, { where, limit }));
  }

  /**
   * For staff. Refuses `account-has-open-leads` as long as a lead of this person can be unlocked, or is held for a
   * check.
   */
  async requireNoOpenLeads(clientId: string): Promise<void> {
    if ((await this.em.count(leadRows, { clientId, status: { $in: ['active', 'held'] } })) > 0)
      refuse(
        'account-has-open-leads',
        'This person has open leads. Their role can change once these are closed or withdrawn.',
      );
  }

  /** The ids of a client's leads that are neither withdrawn nor removed, including booked and expired ones. */
  async notWithdrawnOf(clientId: string): Promise<readonly string[]> {
    const rows = await this.em.find(
      leadRows,
      { clientId, status: { $in: ['active', 'closed', 'booked', 'held'] } },
      { fields: ['id'] },
    );
    return rows.map(({ id }) => id);
  }

  countOf(clientId: string): Promise<number> {
    return this.em.count(leadRows, { clientId });
  }

  /** Leads by id. Unknown ids are left out. */
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, LeadSummary>> {
    const rows = await this.reads.rows({ where: [sql`lead.id = any(${ids})`] });
    const at = this.context.now().toISOString();
    return new Map(rows.map((row) => [row.id, summaryOf(row, at)]));
  }

  /**
   * The IANA name of the time zone of a place that a person described. A description without a known city or region is
   * taken to be near the first known place of `nearby`.
   */
  timeZoneOf(description: string, nearby: readonly KnownPlace[]): string {
    return timeZoneOf(description, nearby);
  }

  /**
   * Which of these leads can still be unlocked by these professionals: the lead is active, its client is not suspended,
   * and they do not have it.
   */
  async offeredTo(pairs: readonly OfferedLead[]): Promise<(pair: OfferedLead) => boolean> {
    const leadIds = [...new Set(pairs.map(({ leadId }) => leadId))];
    const [open, bought] = await Promise.all([
      this.reads.rows({
        where: [sql`lead.id = any(${leadIds})`, sql`lead.buyers < ${buyersPerLead}`, ...this.#offered()],
      }),
      this.em.find(leadPurchaseRows, { id: { $in: pairs.map(purchaseIdOf) }, status: 'completed' }, { fields: ['id'] }),
    ]);
    const [openIds, boughtIds] = [new Set(open.map(({ id }) => id)), new Set(bought.map(({ id }) => id))];
    return (pair) => openIds.has(pair.leadId) && !boughtIds.has(purchaseIdOf(pair));
  }

  /** Who unlocked a lead of the caller, the latest first. Refuses `lead-not-found`. */
  async buyers(id: string): Promise<LeadBuyers> {
    if ((await this.em.count(leadRows, { id, clientId: this.#caller })) === 0)
      refuse('lead-not-found', 'This lead does not exist');
    const rows = await this.em.find(
      leadPurchaseRows,
      { leadId: id, status: 'completed' },
      { orderBy: { purchasedAt: 'desc', id: 'desc' } },
    );
    const names = await this.identity.names(rows.map(({ creatorId }) => creatorId));
    const items = rows.map(({ creatorId, purchasedAt }) => ({
      creatorId,
      name: (names.get(creatorId) ?? formerMember).displayName,
      purchasedAt: purchasedAt ?? '',
    }));
    return { items };
  }

  /** Whether this creator has a completed purchase of the lead. */
  async isBuyer(leadId: string, creatorId: string): Promise<boolean> {
    return (await this.em.count(leadPurchaseRows, { leadId, creatorId, status: 'completed' })) > 0;
  }

  /** When this creator bought the lead; undefined without a completed purchase. */
  async purchasedAt(leadId: string, creatorId: string): Promise<string | undefined> {
    const row = await this.em.findOne(leadPurchaseRows, { leadId, creatorId, status: 'completed' });
    return row?.purchasedAt ?? undefined;
  }

  /** Whether this buyer unlocked another lead of the same client before, for an event of the same type and day. */
  async isDuplicate(leadId: string, buyerId: string): Promise<boolean> {
    const [row, purchasedAt] = await Promise.all([
      this.em.findOne(leadRows, { id: leadId }),
      this.purchasedAt(leadId, buyerId),
    ]);
    if (!row || !purchasedAt) return false;
    const { clientId, eventType, eventDate } = row;
    const alike = await this.em.find(
      leadRows,
      { clientId, eventType, eventDate, id: { $ne: leadId } },
      { fields: ['id'] },
    );
    const bought = { leadId: { $in: alike.map(({ id }) => id) }, creatorId: buyerId, status: 'completed' as const };
    return (await this.em.count(leadPurchaseRows, { ...bought, purchasedAt: { $lt: purchasedAt } })) > 0;
  }

  /** Requests for refunds with this status, for staff: the oldest first. */
  async refundRequests({ status, limit, cursor }: RefundRequestFilter): Promise<StaffRefundRequestsPage> {
    const [at, after] = placeIn(timeAndId, cursor) ?? [];
    const rest = at ? { $or: [{ createdAt: { $gt: at } }, { createdAt: at, id: { $gt: after } }] } : {};
    const found = await this.em.find(
      leadRefundRequestRows,
      { $and: [{ status }, rest as object] },
      { orderBy: { createdAt: 'asc', id: 'asc' }, limit: limit + 1 },
    );
    const { items, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    const [leads, pro, credited] = await Promise.all([
      this.em.find(leadRows, { id: { $in: items.map(({ leadId }) => leadId) } }),
      this.plans.proAmong(items.map(({ buyerId }) => buyerId)),
      Promise.all(items.map(({ buyerId, leadId }) => this.plans.hasUnreadCredit(buyerId, leadId))),
    ]);
    const leadOf = new Map(leads.map((row) => [row.id, row]));
    return {
      items: items.map(({ id, leadId, buyerId, cause, text, createdAt, decidedAt, ...row }, index) => ({
        id,
        leadId: leadId as Lead['id'],
        buyerId,
        clientId: leadOf.get(leadId)?.clientId ?? null,
        eventType: (leadOf.get(leadId)?.eventType as EventType | undefined) ?? null,
        eventDate: leadOf.get(leadId)?.eventDate ?? null,
        cause,
        hasText: row.status === 'open' && !!text,
        paidWith: paidWith(id),
        status: row.status,
        isPriority: pro.has(buyerId),
        hasUnreadCredit: credited[index] ?? false,
        createdAt,
        decidedAt: decidedAt ?? null,
      })),
      nextCursor,
    };
  }

  /** What buyers wrote in these requests for a refund. Staff read it only to decide, so those decided are left out. */
  async textsOfRefundRequests(ids: readonly string[]) {
    const rows = await this.em.find(leadRefundRequestRows, { id: { $in: [...ids] }, status: 'open' });
    const leads = await this.em.find(leadRows, { id: { $in: rows.map(({ leadId }) => leadId) } });
    const clientOf = new Map(leads.map(({ id, clientId }) => [id, clientId]));
    return rows.map(({ id, leadId, buyerId, text }) => ({
      id,
      buyerId,
      clientId: clientOf.get(leadId),
      text: text ?? null,
    }));
  }

  /** How many completed purchases a professional has. */
  countPurchases(creatorId: string): Promise<number> {
    return this.em.count(leadPurchaseRows, { creatorId, status: 'completed' });
  }

  get #caller(): string {
    return this.context.origin.by.id;
  }

  /** The conditions for active leads of people who are not suspended. */
  #offered(): readonly Sql[] {
    return [...openLeads(this.context.now()), this.identity.notSuspended(sql`lead.client_id`)];
  }

  async #isOffered({ status, clientId }: LeadSummary): Promise<boolean> {
    return status === 'active' && !(await this.identity.suspendedAmong([clientId])).has(clientId);
  }

  /**
   * More leads than the filter's limit, as far as there are any. A filter must not find what visitors do not see, so
   * the leads whose city is not shown are left out here. The number of reads is limited, because any client can post
   * many of those; `rest` is the cursor to continue with if that ended the search.
   */
  async #shownToVisitors(where: readonly Sql[], { limit, cursor, location }: LeadFilter) {
    const found: { row: LeadRow; lead: PublicLead }[] = [];
    const batch = location ? publicBatch : limit + 1;
    let rest: string | null = cursor ?? null;
    for (let read = 0; read < maxPublicReads && found.length <= limit; read += batch) {
      const paging = { limit: batch, cursor: rest ?? undefined };
      const { rows, nextCursor } = await this.#rows(where, paging, true);
      const leads = rows.map((row) => ({ row, lead: publicLeadOf(row) }));
      found.push(...leads.filter(({ lead }) => isIn(lead, location)));
      rest = nextCursor;
      if (!rest) break;
    }
    return { found, rest };
  }

  async #page(where: readonly Sql[], paging: LeadsPaging, isSearch = false): Promise<Page<Lead>> {
    const found = await this.reads.shownTo(this.#reader, this.#selection(where, paging, isSearch));
    const { items, nextCursor } = pageOf(found, paging.limit, sortValuesOf);
    return { items: await this.#forCaller(items), nextCursor };
  }

  async #rows(where: readonly Sql[], paging: LeadsPaging, isSearch: boolean) {
    const found = await this.reads.rows(this.#selection(where, paging, isSearch));
    const { items: rows, nextCursor } = pageOf(found, paging.limit, sortValuesOf);
    return { rows, nextCursor };
  }

  #selection(where: readonly Sql[], { limit, cursor }: LeadsPaging, isSearch: boolean) {
    const hasOwnLimit = limit !== leadsPageSize;
    return { where: [...where, ...postedBefore(placeIn(timeAndId, cursor))], limit: limit + 1, isSearch, hasOwnLimit };
  }

  async #withContacts(purchases: readonly LeadPurchaseRow[]): Promise<PurchasedLead[]> {
    const paymentIds = purchases.flatMap(({ paymentId }) => (paymentId ? [paymentId] : []));
    const [leadOf, requests] = await Promise.all([
      this.#byIds(purchases.map(({ leadId }) => leadId)),
      this.em.find(leadRefundRequestRows, { id: { $in: paymentIds } }, { fields: ['id', 'status'] }),
    ]);
    const contacts = await this.identity.contacts([...leadOf.values()].map(({ clientId }) => clientId));
    const requestOf = new Map(requests.map(({ id, status }) => [id, status]));
    return purchases.flatMap(({ leadId, purchasedAt, paymentId }) => {
      const lead = leadOf.get(leadId);
      if (!lead || !purchasedAt) return [];
      const { name, email, phone } = contacts.get(lead.clientId) ?? formerMember;
      const purchase = {
        purchasedAt,
        paidWith: paidWith(paymentId ?? ''),
        refundableUntil: instantAfter(purchasedAt, refundRequestTime),
        refundRequest: requestOf.get(paymentId ?? '') ?? null,
      };
      return [{ ...lead, ...purchase, contact: { name, email, phone } }];
    });
  }

  /** Leads by id, as the caller may see them. */
  async #byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Lead>> {
    const rows = await this.reads.shownTo(this.#reader, { where: [sql`lead.id = any(${ids})`] });
    return new Map((await this.#forCaller(rows)).map((lead) => [lead.id, lead]));
  }

  /** Leads as the caller may see them: contact details are masked unless the caller owns or has unlocked the lead. */
  async #forCaller(rows: readonly ShownLeadRow[]): Promise<Lead[]> {
    const caller = this.#caller;
    const own = rows.filter(({ clientId }) => clientId === caller);
    const paymentsUntil = await this.reads.paymentsUntil(own.map(({ id }) => id));
    const at = this.context.now().toISOString();
    return rows.map((row) => {
      const mine = row.clientId === caller;
      const { isUnlocked, score, factors } = row;
      const mayContact = mine || isUnlocked;
      const { displayName, shortName, hasPhone } = this.identity.nameIn(row);
      const { eventName, description, locationCity, locationState } = mayContact
        ? textsOf(row)
        : this.#maskedTextsOf(row);
      return {
        ...factsOf(row),
        clientId: row.clientId,
        status: statusOf(row, at),
        clientName: mayContact ? displayName : shortName,
        hasPhone,
        eventName,
        description,
        locationCity,
        locationState,
        viewCount: row.views ?? 0,
        unlocked: isUnlocked,
        mine,
        matchScore: score,
        matchReason: factors ? reasonText(factors) : null,
        may: mine ? clientActions({ ...row, paymentsUntil: paymentsUntil.get(row.id) ?? '' }, at) : null,
      };
    });
  }

  #maskedTextsOf(row: LeadRow): LeadTexts {
    const texts = textsOf(row);
    const known = this.#masked.get(row.id);
    if (known && isSame(known.texts, texts)) return known.masked;
    const masked = maskedTexts(texts);
    this.#masked.set(row.id, { texts, masked });
    return masked;
  }

  get #reader(): LeadReader {
    const { id, role } = this.context.origin.by;
    return { id, hasScores: role === 'creator' || role === 'vendor' };
  }
}

const matchOf = ({ score, factors }: ScoredLeadRow) => ({
  matchScore: score,
  matchReason: reasonText(factors),
  factors: describeFactors(factors),
  scoreVersion,
});

const paidWith = (paymentId: string): 'card' | 'credit' => (paidWithCredit(paymentId) ? 'credit' : 'card');

const purchaseIdOf = ({ leadId, creatorId }: OfferedLead): string => `${leadId}/${creatorId}`;

/** The texts that the client wrote. They are empty or null after the client's erasure. */
type LeadTexts = Pick<Lead, 'eventName' | 'description' | 'locationCity' | 'locationState'>;

const textsOf = (row: LeadRow): LeadTexts => ({
  eventName: row.eventName || null,
  description: row.description ?? '',
  locationCity: row.locationCity ?? '',
  locationState: row.locationState ?? '',
});

const maskedTexts = ({ eventName, description, locationCity, locationState }: LeadTexts): LeadTexts => ({
  eventName: eventName === null ? null : maskContacts(eventName),
  description: maskContacts(description),
  locationCity: maskContacts(locationCity),
  locationState: maskContacts(locationState),
});

const isSame = (one: LeadTexts, other: LeadTexts): boolean =>
  one.description === other.description &&
  one.eventName === other.eventName &&
  one.locationCity === other.locationCity &&
  one.locationState === other.locationState;

/** Fields that are the same for every reader. */
const factsOf = (row: LeadRow) => ({
  id: row.id as Lead['id'],
  eventType: row.eventType as EventType,
  eventDate: row.eventDate,
  durationDays: row.durationDays,
  venueType: row.venueType ?? null,
  budgetMin: row.budgetMin,
  budgetMax: row.budgetMax,
  expectedAttendance: row.expectedAttendance ?? null,
  servicesNeeded: [...row.servicesNeeded],
  leadPrice: row.leadPrice,
  currency: 'USD' as const,
  createdAt: row.createdAt,
  buyers: row.buyers,
  buyersLimit: buyersPerLead,
});

/** The city if it is in the gazetteer, otherwise an empty text, because users may have entered a street. */
const publicCity = (city: string, region: string): string => (gazetteer.city(city, region) ? city : '');

const publicLeadOf = (row: LeadRow): PublicLead => {
  const locationState = maskContacts(row.locationState ?? '');
  const locationCity = publicCity(row.locationCity ?? '', locationState);
  return { ...factsOf(row), locationCity, locationState };
};

const summaryOf = (row: LeadRow, at: string): LeadSummary => ({
  id: row.id as Lead['id'],
  clientId: row.clientId,
  eventName: row.eventName ?? null,
  eventType: row.eventType as EventType,
  eventDate: row.eventDate,
  durationDays: row.durationDays,
  locationCity: row.locationCity ?? '',
  locationState: row.locationState ?? '',
  status: statusOf(row, at),
});

const statusOf = (row: LeadRow, at: string): LeadSummary['status'] =>
  row.status === 'active' && isExpired(row, at) ? 'expired' : row.status;

const staffLeadOf = (row: LeadRow, at: string): StaffLead => {
  const { id, clientId, eventType, eventDate, locationCity, locationState, status } = summaryOf(row, at);
  const place = { locationCity: publicCity(locationCity, locationState), locationState };
  return { id, clientId, eventType, eventDate, ...place, status, buyers: row.buyers, createdAt: row.createdAt };
};

/**
 * Whether city and state, as a public lead shows them, contain each part of a searched place. The rule of {@link
 * inPlace}.
 */
const isIn = ({ locationCity, locationState }: PublicLead, location = ''): boolean =>
  searchedParts(location).every(
    (part) =>
      searchable(`${locationCity}\n${locationState}`).includes(part) || regionsNamed(part).includes(locationState),
  );

/** Restricts purchases, the newest first, to those after the cursor. */
const purchasedBefore = ([purchasedAt, id]: readonly [string, string]) => ({
  $or: [{ purchasedAt: { $lt: purchasedAt } }, { purchasedAt, id: { $lt: id } }],
});

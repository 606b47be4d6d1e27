import { regionsNamed } from '#catalog';
import { dayAt, searchedParts, westernmostZone } from '#kernel';
import { containing } from '#platform/postgres';
import { Sql, sql, unplanned } from '#platform/reads';
import { budgetCeiling, type LeadFilter, type StaffLead } from './contract.ts';

/** The conditions for leads that are active and not expired. They must select the same leads as `isExpired` allows. */
export const openLeads = (now: Date): readonly Sql[] => [
  sql`lead.status = 'active'`,
  sql`lead.event_date >= ${unplanned(dayAt(now.toISOString(), westernmostZone), 'date')}`,
  sql`lead.expires_at > ${unplanned(now.toISOString(), 'timestamptz')}`,
];

/** The conditions for leads that are shown with this status. */
export const withStatus = (status: StaffLead['status'], now: Date): readonly Sql[] => {
  if (status === 'active') return openLeads(now);
  if (status !== 'expired') return [sql`lead.status = ${status}`];
  const [, ...notExpired] = openLeads(now);
  return [sql`lead.status = 'active'`, sql`not (${allOf(notExpired)})`];
};

type LeadConditions = Omit<LeadFilter, 'limit' | 'cursor'>;

export const conditionsOf = (filter: LeadConditions): readonly Sql[] => {
  const { eventType, budgetMin, budgetMax, location, from, to } = filter;
  return [
    ...(eventType && eventType.length > 0 ? [sql`lead.event_type = any(${eventType})`] : []),
    ...(budgetMin === undefined ? [] : [sql`lead.budget_max >= ${budgetMin}`]),
    // A maximum at the top of the filter means no limit.
    ...(budgetMax === undefined || budgetMax >= budgetCeiling ? [] : [sql`lead.budget_min <= ${budgetMax}`]),
    ...searchedParts(location ?? '').map(inPlace),
    ...(from === undefined ? [] : [sql`lead.event_date >= ${from}`]),
    ...(to === undefined ? [] : [sql`lead.event_date <= ${to}`]),
  ];
};

/** Leads whose city or state contains the part of a place. A state is also found by its name. */
const inPlace = (part: string): Sql => {
  const named = sql`lead.search_place like ${containing(part)}`;
  const states = regionsNamed(part);
  return states.length === 0 ? named : sql`(${named} or lead.location_state = any(${[...states]}))`;
};

/** Leads after this cursor, newest first. */
export const postedBefore = (place: readonly [string, string] | undefined): readonly Sql[] =>
  place ? [sql`(lead.created_at, lead.id) < (${place[0]}::timestamptz, ${place[1]})`] : [];

/** All of these conditions; without any, everything matches. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : Sql.join(conditions, ' and ');

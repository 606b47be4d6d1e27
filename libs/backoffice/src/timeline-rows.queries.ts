import { Injectable } from '@nestjs/common';
import { limitTo, PlainReads, rawSql, type Sql, sql } from '#platform/reads';
import { type AuditRow, auditRows } from './audit.rows.ts';
import { relatedStreams, type SubjectKind } from './subject.ts';

export type TimelineKind = Exclude<SubjectKind, 'gallery'>;

/** Which rows `t` name this booking or lead. */
const named = { booking: (id: string) => sql`t.booking_id = ${id}`, lead: (id: string) => sql`t.lead_id = ${id}` };

/**
 * Payouts and digests concern several bookings or leads together, so no timeline shows them, except those of their events
 * that name a single one.
 */
const concernsSeveral = `t.lead_id is null and t.stream ~ '^(?:payout-account|match-digest)-'`;

/** Events of other bookings and leads must not appear. A booking may have been made from a lead. */
const ofNoOther = {
  booking: rawSql(`t.booking_id is null and not (${concernsSeveral})`),
  lead: rawSql(`t.booking_id is null and t.lead_id is null and not (${concernsSeveral})`),
};

/**
 * The maximum time between events of one request, in milliseconds: longer than a request may take. Clients choose their
 * request ids, so only events near those of the booking count as events of the same request.
 */
export const requestReach = 30_000;

const newest = (limit: number): Sql => sql`order by t.position desc ${limitTo(limit)}`;

/**
 * Reads the rows of the audit trail that belong to a timeline, at most `limit` of each kind. A limit is a part of the
 * statement's text, so there must be few different ones. A nested query with a limit is run for each row of the outer
 * one with an index, whatever Postgres estimates.
 */
@Injectable()
export class TimelineRows {
  constructor(private readonly reads: PlainReads) {}

  /**
   * The newest events of a booking or a lead, of its gallery and of its payments, before a position. Those of a booking
   * include the ones of the lead it was made from.
   */
  own(kind: TimelineKind, id: string, limit: number, before: number): Promise<readonly AuditRow[]> {
    const lead = sql`select t.lead_id from ${this.#table} t where t.stream = ${id} and t.lead_id is not null`;
    const streams = sql`select distinct t.stream from ${this.#table} t
      where ${named[kind](id)} and t.stream ~ ${relatedStreams.source} union ${lead}`;
    return this.#read(
      sql`(select t.* from ${this.#table} t where ${named[kind](id)} and t.position < ${before} ${newest(limit)})
        union all
        (select t.* from ${this.#table} t
          where t.stream = any(array(${streams})) and ${ofNoOther[kind]} and t.position < ${before} ${newest(limit)})`,
      newest(limit),
    );
  }

  /** The streams of the conversations about a booking or a lead, as events have named it. */
  async threads(kind: TimelineKind, id: string): Promise<readonly string[]> {
    const rows = await this.reads.prepared<{ stream: string }>(
      sql`select distinct t.stream from ${this.#table} t
        where ${named[kind](id)} and t.type in ('ThreadOpened', 'ThreadBookingLinked')`,
    );
    return rows.map(({ stream }) => stream);
  }

  /** The newest events of these streams before a position. */
  ofStreams(
    kind: TimelineKind,
    streams: readonly string[],
    limit: number,
    before: number,
  ): Promise<readonly AuditRow[]> {
    return this.#read(
      sql`select t.* from ${this.#table} t
        where t.stream = any(${streams}) and ${ofNoOther[kind]} and t.position < ${before}`,
      newest(limit),
    );
  }

  /** The events of these requests. `at` is when an event of the request was recorded, ISO 8601 UTC. */
  ofRequests(
    kind: TimelineKind,
    requests: readonly { readonly request: string; readonly at: string }[],
    limit: number,
  ): Promise<readonly AuditRow[]> {
    const [ids, instants] = [requests.map(({ request }) => request), requests.map(({ at }) => at)];
    const reach = rawSql(`interval '${requestReach} milliseconds'`);
    return this.#read(
      sql`select found.* from unnest(${ids}::text[], ${instants}::timestamptz[]) as asked (request, at)
        cross join lateral (select t.* from ${this.#table} t
          where t.request = asked.request and t.at > asked.at - ${reach} and t.at < asked.at + ${reach}
            and ${ofNoOther[kind]} ${newest(limit)}) found`,
      newest(limit),
    );
  }

  /** The events that these events led to, and what those led to. */
  results(kind: TimelineKind, ids: readonly string[], limit: number): Promise<readonly AuditRow[]> {
    const causedBy = (cause: Sql): Sql =>
      sql`lateral (select t.* from ${this.#table} t where t.causation = ${cause} and ${ofNoOther[kind]}
        ${newest(limit)}) found`;
    return this.#read(
      sql`with recursive results as (
          select found.* from unnest(${ids}::text[]) as cause (id) cross join ${causedBy(rawSql('cause.id'))}
          union
          select found.* from results cross join ${causedBy(rawSql('results.id'))})
        select * from results`,
      limitTo(limit),
    );
  }

  get #table(): Sql {
    return this.reads.table(auditRows);
  }

  #read(found: Sql, end: Sql): Promise<readonly AuditRow[]> {
    return this.reads.prepared(sql`select ${this.reads.columns(auditRows, 't')} from (${found}) t ${end}`);
  }
}

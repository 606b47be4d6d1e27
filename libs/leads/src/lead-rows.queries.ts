import { Injectable } from '@nestjs/common';
import { IdentityQueries, type JoinedPerson } from '#identity';
import { limitTo, PlainReads, type Sql, sql } from '#platform/reads';
import { allOf } from './leads.conditions.ts';
import { type LeadRow, leadCheckoutRows, leadPurchaseRows, leadRows, leadViewCountRows } from './leads.rows.ts';
import { type Factor, type ScorePlace, scoreVersion } from './matching/index.ts';

/** Selects the first `limit` leads that match the conditions, among the `among` highest scores after a cursor. */
type BestSelection = {
  readonly where: readonly Sql[];
  readonly limit: number;
  readonly among: number;
  readonly after?: ScorePlace | undefined;
};
type Selection = {
  readonly where: readonly Sql[];
  readonly limit?: number;
  readonly order?: 'newest' | 'id';
  /** Whether the conditions come from a search; such statements are planned each time. */
  readonly isSearch?: boolean;
  /** Whether the client chose the limit. Each limit is a statement of its own, and these would be too many to prepare. */
  readonly hasOwnLimit?: boolean;
};

/**
 * What a lead's resource contains besides its row, for one reader. The person is the client. Score and factors are null
 * if there is no score.
 */
export type ShownLeadRow = LeadRow &
  JoinedPerson & {
    readonly views: number | null;
    readonly isUnlocked: boolean;
    readonly score: number | null;
    readonly factors: readonly Factor[] | null;
  };
/** A lead that has a score for its reader. `postedAt` is when it was posted, as the score says. */
export type ScoredLeadRow = ShownLeadRow & {
  readonly score: number;
  readonly factors: readonly Factor[];
  readonly postedAt: string;
};
/** `hasScores` is whether the reader is a professional, who has scores. */
export type LeadReader = { readonly id: string; readonly hasScores: boolean };

const orders = { newest: sql`lead.created_at desc, lead.id desc`, id: sql`lead.id` } as const;

/** Reads leads. The conditions are those of `leads.conditions.ts`. */
@Injectable()
export class LeadRowsQueries {
  /** Parts of statements that are the same for every request, so that they are composed once. */
  #shownColumns: Sql | undefined;
  #shownJoins: Sql | undefined;

  constructor(
    private readonly reads: PlainReads,
    private readonly identity: IdentityQueries,
  ) {}

  rows(selection: Selection): Promise<readonly LeadRow[]> {
    return this.#run(sql`select ${this.#columns} from ${this.#found(selection)}`, selection);
  }

  /** Leads with what the reader sees besides their rows. Other tables are only read for leads that are returned. */
  shownTo(reader: LeadReader, selection: Selection): Promise<readonly ShownLeadRow[]> {
    const scores = reader.hasScores
      ? scoresOf(reader.id)
      : sql`left join (select null::int as score, null::jsonb as factors) score on true`;
    return this.#run(
      sql`select ${this.#shown} from ${this.#found(selection)} ${this.#shownParts(reader.id)}
        ${scores} order by ${orders[selection.order ?? 'newest']}`,
      selection,
    );
  }

  /** Leads with a score for the reader, the highest first, with what {@link shownTo} adds. */
  bestFor(readerId: string, { where, limit, among, after }: BestSelection): Promise<readonly ScoredLeadRow[]> {
    const rest = after ? sql`and (score, posted_at, lead_id) < (${after[0]}, ${after[1]}, ${after[2]})` : sql``;
    const orderOf = (table: Sql) => sql`order by ${table}.score desc, ${table}.posted_at desc, ${table}.lead_id desc`;
    return this.reads.rows(
      sql`select ${this.#shown}, score.posted_at as "postedAt"
        from (select lead.*
          from (select lead_id, score, posted_at from matching.scores each
            where creator_id = ${readerId} and version = ${scoreVersion} ${rest}
            ${orderOf(sql`each`)} ${limitTo(among)}) best
          join ${this.reads.table(leadRows)} lead on lead.id = best.lead_id
          where ${allOf(where)} ${orderOf(sql`best`)} ${limitTo(limit)}) lead
        ${this.#shownParts(readerId)} ${scoresOf(readerId)} ${orderOf(sql`score`)}`,
    );
  }

  /** Until when each of these leads may still be paid from an open checkout, by id; without those never reserved. */
  async paymentsUntil(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.reads.all(leadCheckoutRows, sql`t.id = any(${ids}) and t.payments_until is not null`);
    return new Map(rows.map(({ id, paymentsUntil }) => [id, paymentsUntil ?? '']));
  }

  get #shown(): Sql {
    this.#shownColumns ??= sql`${this.#columns}, ${this.#client.columns}, counted.views,
      purchase.id is not null as "isUnlocked", score.score, score.factors`;
    return this.#shownColumns;
  }

  #shownParts(readerId: string): Sql {
    this.#shownJoins ??= sql`left join ${this.reads.table(leadViewCountRows)} counted on counted.id = lead.id
      ${this.#client.join} left join ${this.reads.table(leadPurchaseRows)} purchase`;
    return sql`${this.#shownJoins} on purchase.id = lead.id || '/' || ${readerId} and purchase.status = 'completed'`;
  }

  get #client() {
    return this.identity.joinPerson(sql`lead.client_id`);
  }

  get #columns(): Sql {
    return this.reads.columns(leadRows, 'lead');
  }

  #found({ where, limit, order = 'newest' }: Selection): Sql {
    return sql`(select lead.* from ${this.reads.table(leadRows)} lead where ${allOf(where)} order by ${orders[order]}
      ${limit === undefined ? sql`` : limitTo(limit)}) lead`;
  }

  #run<Row>(statement: Sql, { isSearch, hasOwnLimit }: Selection): Promise<readonly Row[]> {
    return isSearch || hasOwnLimit ? this.reads.rows(statement) : this.reads.prepared(statement);
  }
}

const scoresOf = (readerId: string): Sql =>
  sql`left join matching.scores score
    on score.creator_id = ${readerId} and score.lead_id = lead.id and score.version = ${scoreVersion}`;

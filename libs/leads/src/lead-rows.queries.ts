import { Injectable } from '@nestjs/common';
import { PlainReads, rawSql, type Sql, sql } from '#platform/reads';
import { allOf } from './leads.conditions.ts';
import { type LeadRow, leadPurchaseRows, leadRows, leadViewCountRows } from './leads.rows.ts';
import { type Factor, scoreVersion } from './matching/index.ts';

type Selection = {
  readonly where: readonly Sql[];
  readonly limit?: number;
  readonly order?: 'newest' | 'id';
  /** Whether the conditions come from a search; such statements are planned each time. */
  readonly isSearch?: boolean;
  /** Whether the client chose the limit. Each limit is a statement of its own, and these would be too many to prepare. */
  readonly hasOwnLimit?: boolean;
};

/** What a lead's resource contains besides its row, for one reader. Score and factors are null if there is no score. */
export type ShownLeadRow = LeadRow & {
  readonly views: number | null;
  readonly isUnlocked: boolean;
  readonly score: number | null;
  readonly factors: readonly Factor[] | null;
};
/** `hasScores` is whether the reader is a professional, who has scores. */
export type LeadReader = { readonly id: string; readonly hasScores: boolean };

const orders = { newest: sql`lead.created_at desc, lead.id desc`, id: sql`lead.id` } as const;

/** Reads leads. The conditions are those of `leads.conditions.ts`. */
@Injectable()
export class LeadRowsQueries {
  constructor(private readonly reads: PlainReads) {}

  rows(selection: Selection): Promise<readonly LeadRow[]> {
    return this.#run(sql`select ${this.#columns} from ${this.#found(selection)}`, selection);
  }

  /** Leads with what the reader sees besides their rows. Other tables are only read for leads that are returned. */
  shownTo(reader: LeadReader, selection: Selection): Promise<readonly ShownLeadRow[]> {
    const { reads } = this;
    const scores = reader.hasScores
      ? sql`left join matching.scores score
          on score.creator_id = ${reader.id} and score.lead_id = lead.id and score.version = ${scoreVersion}`
      : sql`left join (select null::int as score, null::jsonb as factors) score on true`;
    return this.#run(
      sql`select ${this.#columns}, counted.views, purchase.id is not null as "isUnlocked", score.score, score.factors
        from ${this.#found(selection)}
        left join ${reads.table(leadViewCountRows)} counted on counted.id = lead.id
        left join ${reads.table(leadPurchaseRows)} purchase
          on purchase.id = lead.id || '/' || ${reader.id} and purchase.status = 'completed'
        ${scores} order by ${orders[selection.order ?? 'newest']}`,
      selection,
    );
  }

  get #columns(): Sql {
    return this.reads.columns(leadRows, 'lead');
  }

  /** The limit is in the SQL text, not a parameter, because Postgres chooses the query plan by it. */
  #found({ where, limit, order = 'newest' }: Selection): Sql {
    return sql`(select lead.* from ${this.reads.table(leadRows)} lead where ${allOf(where)} order by ${orders[order]}
      ${rawSql(limit === undefined ? '' : `limit ${Number(limit)}`)}) lead`;
  }

  #run<Row>(statement: Sql, { isSearch, hasOwnLimit }: Selection): Promise<readonly Row[]> {
    return isSearch || hasOwnLimit ? this.reads.rows(statement) : this.reads.prepared(statement);
  }
}

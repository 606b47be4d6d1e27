import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '#platform/postgres';
import { type Factor, scoreVersion } from './match-score.ts';

/** A score with its factors. `postedAt` is when the lead was posted. */
export type MatchScore = {
  readonly creatorId: string;
  readonly leadId: string;
  readonly score: number;
  readonly postedAt: string;
  readonly factors: readonly Factor[];
};
type BestScore = Pick<MatchScore, 'leadId' | 'score' | 'postedAt'>;
/** The last score of a page. */
export type ScorePlace = readonly [score: number, postedAt: string, leadId: string];

/** A statement with more rows would need much memory at once. */
const batchSize = 5_000;

/** The tables of the schema matching. */
@Injectable()
export class MatchScores {
  constructor(private readonly database: Database) {}

  /**
   * The time by the clock of the database, which all processes share. Read it before the data that scores are computed
   * from.
   */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select clock_timestamp() as now');
    return row?.now ?? new Date();
  }

  /** Replaces the scores of a lead for all professionals. */
  replaceForLead(leadId: string, scores: readonly MatchScore[], readAt: Date): Promise<void> {
    return this.#write(async (within) => {
      await within.query('delete from matching.scores where lead_id = $1 and read_at <= $2', [leadId, readAt]);
      await insert(within, scores, readAt);
    });
  }

  /** Replaces all scores of a professional. `position` is how much of the event log they take into account. */
  replaceForProfessional(
    creatorId: string,
    scores: readonly MatchScore[],
    readAt: Date,
    position: bigint,
  ): Promise<void> {
    return this.#write(async (within) => {
      await within.query('delete from matching.scores where creator_id = $1 and read_at <= $2', [creatorId, readAt]);
      await insert(within, scores, readAt);
      await within.query(
        `insert into matching.professionals (creator_id, position, read_at) values ($1, $2, $3)
         on conflict (creator_id) do update set
           position = greatest(matching.professionals.position, excluded.position),
           read_at = greatest(matching.professionals.read_at, excluded.read_at)`,
        [creatorId, position, readAt],
      );
    });
  }

  /** Writes of scores run one after another, because each has to see the results of the others. */
  #write(write: (within: Queryable) => Promise<void>): Promise<void> {
    return this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310590)');
      await write(within);
    });
  }

  /** Whether the scores of a professional already take the event at this position into account. */
  async includes(creatorId: string, position: bigint): Promise<boolean> {
    const rows = await this.database.query(
      'select 1 from matching.professionals where creator_id = $1 and position >= $2',
      [creatorId, position],
    );
    return rows.length > 0;
  }

  /**
   * Removes the scores of a lead that is no longer active. Scores computed from older data are not added afterwards.
   */
  removeLead(leadId: string): Promise<void> {
    return this.#write(async (within) => {
      await within.query('delete from matching.scores where lead_id = $1', [leadId]);
      await within.query(
        `insert into matching.removed_leads (lead_id, removed_at) values ($1, clock_timestamp())
         on conflict (lead_id) do update set removed_at = excluded.removed_at`,
        [leadId],
      );
      // No computation of scores takes a day, so older records are not needed.
      await within.query(`delete from matching.removed_leads where removed_at < clock_timestamp() - interval '1 day'`);
    });
  }

  /** A professional's scores after `place` without the first `skipped` of them, the highest first. */
  async best(creatorId: string, limit: number, place?: ScorePlace, skipped = 0): Promise<readonly BestScore[]> {
    const rows = await this.database.query<Omit<BestScore, 'postedAt'> & { postedAt: Date }>(
      `select lead_id as "leadId", score, posted_at as "postedAt" from matching.scores
       where creator_id = $1 and version = $2
         and ($3::int is null or (score, posted_at, lead_id) < ($3::int, $4::timestamptz, $5))
       order by score desc, posted_at desc, lead_id desc limit $6 offset $7`,
      [creatorId, scoreVersion, place?.[0] ?? null, place?.[1] ?? null, place?.[2] ?? null, limit, skipped],
    );
    return rows.map((row) => ({ ...row, postedAt: row.postedAt.toISOString() }));
  }

  /**
   * The professionals after `after` for whom a lead has at least this score, at most `limit`, in the order of their
   * ids.
   */
  async professionalsOf(leadId: string, minimum: number, limit: number, after = ''): Promise<readonly string[]> {
    const rows = await this.database.query<{ creatorId: string }>(
      `select creator_id as "creatorId" from matching.scores
       where lead_id = $1 and version = $2 and score >= $3 and creator_id > $4 order by creator_id limit $5`,
      [leadId, scoreVersion, minimum, after, limit],
    );
    return rows.map(({ creatorId }) => creatorId);
  }

  /**
   * For each professional the best scores of at least `minimum`, for leads posted since then, without those in
   * `except`; at most 50 for each.
   */
  async bestSince(
    professionals: readonly { readonly id: string; readonly except: readonly string[] }[],
    minimum: number,
    since: Date,
  ): Promise<readonly Pick<MatchScore, 'creatorId' | 'leadId' | 'score'>[]> {
    return this.database.query(
      `select professional.id as "creatorId", best.lead_id as "leadId", best.score
       from unnest($1::text[], $5::jsonb[]) as professional (id, except_leads) cross join lateral (
         select lead_id, score, posted_at from matching.scores
         where creator_id = professional.id and version = $2 and score >= $3 and posted_at >= $4
           and not jsonb_exists(professional.except_leads, lead_id)
         order by score desc, posted_at desc, lead_id desc limit 50
       ) as best
       order by professional.id, best.score desc, best.posted_at desc, best.lead_id desc`,
      [
        professionals.map(({ id }) => id),
        scoreVersion,
        minimum,
        since,
        professionals.map(({ except }) => JSON.stringify(except)),
      ],
    );
  }
}

/**
 * Inserts or replaces scores. Leaves out professionals whose scores have since been recomputed from newer data, and
 * leads that have since been removed.
 */
const insert = async (within: Queryable, scores: readonly MatchScore[], readAt: Date): Promise<void> => {
  for (let start = 0; start < scores.length; start += batchSize) {
    const batch = scores.slice(start, start + batchSize);
    await within.query(
      `insert into matching.scores (creator_id, lead_id, score, posted_at, factors, version, read_at)
       select creator_id, lead_id, score, posted_at, factors::jsonb, $6, $7
       from unnest($1::text[], $2::text[], $3::smallint[], $4::timestamptz[], $5::text[])
         as each (creator_id, lead_id, score, posted_at, factors)
       where not exists (select from matching.professionals newer where newer.creator_id = each.creator_id and newer.read_at > $7)
         and not exists (select from matching.removed_leads removed where removed.lead_id = each.lead_id and removed.removed_at >= $7)
       on conflict (creator_id, lead_id) do update
         set score = excluded.score, factors = excluded.factors, version = excluded.version, read_at = excluded.read_at
         where matching.scores.read_at <= excluded.read_at`,
      [
        batch.map(({ creatorId }) => creatorId),
        batch.map(({ leadId }) => leadId),
        batch.map(({ score }) => score),
        batch.map(({ postedAt }) => postedAt),
        batch.map(({ factors }) => JSON.stringify(factors)),
        scoreVersion,
        readAt,
      ],
    );
  }
};

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';
import { accessRows } from './accesses.rows.ts';
import type { Access } from './contract.ts';

type Row = Pick<Access, 'fields' | 'reason'> & {
  readonly at: Date;
  readonly events: string;
  readonly actorId: string;
  readonly actorRole: string;
};

/** Who has seen the personal data of whom. */
@Injectable()
export class AccessesQueries {
  constructor(private readonly database: Database) {}

  /** The times at which the personal data of a person was shown, the latest first: all of them without a `limit`. */
  async to(personId: string, limit?: number): Promise<readonly Access[]> {
    const rows = await this.database.query<Row>(
      `select fields, events, actor_id as "actorId", actor_role as "actorRole", reason, at
       from read.${accessRows.meta.tableName} where people @> $1 order by at desc, id limit $2`,
      [JSON.stringify([personId]), limit ?? null],
    );
    return rows.map(({ actorId, actorRole, at, events, ...row }) => ({
      ...row,
      events: Number(events),
      at: new Date(at).toISOString(),
      by: { id: actorId, role: actorRole },
    }));
  }
}

// How fast Postgres itself is: plain inserts of the same bytes as stored events, without checks, hash chain or port.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Platform } from './setup.ts';

export type Rate = { readonly perSecond: number; readonly latencies: readonly number[] };

type Row = Readonly<Record<string, unknown>>;

const copiedColumns = ['type', 'shape', 'data', 'origin', 'at', 'digest', 'hash'] as const;
const insert = `insert into public.ceiling (position, id, stream, version, type, shape, data, origin, at, recorded_at, digest, hash)
  select p, i, 'note-' || i, 1, t, s, d::json, o::json, a, clock_timestamp(), g, h
  from unnest($1::bigint[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::timestamptz[], $8::bytea[], $9::bytea[])
    as n (p, i, t, s, d, o, a, g, h)`;

/** Inserts into a table that has the log's columns and indexes, but no triggers. */
export class PlainInserts {
  #position = 0;
  readonly #url: string;
  readonly #rows: readonly Row[];

  private constructor(url: string, rows: readonly Row[]) {
    this.#url = url;
    this.#rows = rows;
  }

  /** Copies the newest events of the log, so that the inserted rows have realistic sizes. */
  static async copying({ raw, url }: Platform): Promise<PlainInserts> {
    await raw.query('create table public.ceiling (like log.events including all)');
    const { rows } = await raw.query<Row>(
      'select type, shape, data::text, origin::text, at, digest, hash from log.events order by position desc limit 64',
    );
    return new PlainInserts(url, rows);
  }

  /** Inserts for `seconds` over `connections`, each inserting `rowsAtOnce` rows per statement. */
  async measure(connections: number, rowsAtOnce: number, seconds: number): Promise<Rate> {
    const clients = Array.from({ length: connections }, () => new Client({ connectionString: this.#url }));
    await Promise.all(clients.map((client) => client.connect()));
    const latencies: number[] = [];
    const startedAt = performance.now();
    const end = startedAt + seconds * 1_000;
    const rows = this.#rows.slice(0, rowsAtOnce);
    const fixedColumns = copiedColumns.map((name) => rows.map((row) => row[name]));
    const writer = async (client: Client) => {
      while (performance.now() < end) {
        const from = performance.now();
        const positions = rows.map(() => ++this.#position);
        const values = [positions, rows.map(() => randomUUID()), ...fixedColumns];
        await client.query({ name: 'insert', text: insert, values });
        latencies.push(performance.now() - from);
      }
    };
    await Promise.all(clients.map(writer));
    const perSecond = (latencies.length * rows.length) / ((performance.now() - startedAt) / 1_000);
    await Promise.all(clients.map((client) => client.end()));
    return { perSecond, latencies };
  }
}

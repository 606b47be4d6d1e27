// How fast facts are kept: writers through the port, with everything on, against plain 64-row inserts of the same bytes.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Message, Origin } from '#kernel';
import { Context, EventStore } from '#platform';
import { conclude, inWorld, median, percentile, spread, type World } from './world.ts';

type Noted = { Noted: { authorId: string; text: string; place: number } };
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const authors = Array.from({ length: 64 }, () => randomUUID());
const text = 'A garden wedding for eighty guests who like to dance until late. '.repeat(4);

const origin = (authorId: string): Origin => {
  const request = randomUUID();
  const by = { id: authorId, kind: 'user', role: 'client' } as const;
  return { by, source: 'web', request, correlation: request, causation: request };
};
const noted = (authorId: string, place: number): Message<Noted> => ({ type: 'Noted', data: { authorId, text, place } });

type Rate = { readonly perSecond: number; readonly latencies: readonly number[] };

/** Each writer appends one event after the other to streams of ten, under an idempotency key each. */
const write = async ({ app }: World, writers: number): Promise<Rate> => {
  const store = app.get(EventStore);
  const context = app.get(Context);
  const latencies: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const writer = async (authorId: string) => {
    for (let i = 0, stream = ''; performance.now() < end; i++) {
      if (i % 10 === 0) stream = `note-${randomUUID()}`;
      const from = performance.now();
      const append = () => store.append<Noted>(stream, i % 10, [noted(authorId, i)]);
      await context.run(origin(authorId), append, randomUUID());
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => writer(authors[i % authors.length] ?? '')));
  return { perSecond: latencies.length / ((performance.now() - begun) / 1_000), latencies };
};

/** The bytes an event is stored as, in a table with the same columns and indexes and nothing else. */
const prepareCeiling = async (raw: Client): Promise<readonly object[]> => {
  await raw.query(`create table public.ceiling (like log.events including all)`);
  const { rows } = await raw.query(
    'select type, shape, data::text, origin::text, at, digest, hash from log.events order by position desc limit 64',
  );
  return rows;
};

const ceilingOf = async (raw: Client, rows: readonly object[], position: { at: number }): Promise<number> => {
  const column = (name: string) => rows.map((row) => (row as Record<string, unknown>)[name]);
  const fixed = ['type', 'shape', 'data', 'origin', 'at', 'digest', 'hash'].map(column);
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let inserted = 0;
  while (performance.now() < end) {
    const ids = rows.map(() => randomUUID());
    const positions = rows.map(() => ++position.at);
    await raw.query({
      name: 'ceiling',
      text: `insert into public.ceiling (position, id, stream, version, type, shape, data, origin, at, recorded_at, digest, hash)
       select p, i, 'note-' || i, 1, t, s, d::json, o::json, a, clock_timestamp(), g, h
       from unnest($1::bigint[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::timestamptz[], $8::bytea[], $9::bytea[])
         as n (p, i, t, s, d, o, a, g, h)`,
      values: [positions, ids, ...fixed],
    });
    inserted += rows.length;
  }
  return inserted / ((performance.now() - begun) / 1_000);
};

export const append = (): Promise<void> =>
  inWorld(
    [],
    (app) => app.get(EventStore).learn<Noted>({}, { Noted: { of: 'authorId', fields: ['text'] } }),
    async (world) => {
      await write(world, 64);
      const rows = await prepareCeiling(world.raw);
      const position = { at: 0 };
      const results = new Map<number, { rates: number[]; ratios: number[]; p50: number[]; p99: number[] }>();
      const ceilings: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const ceiling = await ceilingOf(world.raw, rows, position);
        ceilings.push(ceiling);
        for (const writers of [1, 16, 64]) {
          const { perSecond, latencies } = await write(world, writers);
          const result = results.get(writers) ?? { rates: [], ratios: [], p50: [], p99: [] };
          result.rates.push(perSecond);
          result.ratios.push(perSecond / ceiling);
          result.p50.push(percentile(latencies, 0.5));
          result.p99.push(percentile(latencies, 0.99));
          results.set(writers, result);
        }
      }
      console.log(`ceiling: 64-row inserts, one connection   ${Math.round(median(ceilings))} events/s`);
      for (const [writers, { rates, ratios, p50, p99 }] of results)
        console.log(
          `${String(writers).padStart(3)} writers   ratio ${spread(ratios)}   ${Math.round(median(rates))} events/s   p50 ${median(p50).toFixed(2)} ms   p99 ${median(p99).toFixed(2)} ms`,
        );
      conclude('append', median(results.get(64)?.rates ?? []), median(ceilings));
    },
  );

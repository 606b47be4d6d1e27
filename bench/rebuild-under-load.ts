// What users notice while an operator rebuilds every read table: reads and writes at a fixed rate, before and during it.
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { writeHistory } from './history.ts';
import { noticed, p99, told, visitorsAt } from './noticed.ts';
import { type Served, served, type Visitor } from './product.ts';
import { apiOn, conclude, inPostgres, percentile } from './world.ts';

const events = Number(process.env.BENCH_EVENTS ?? 400_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Passed to `festoon projections rebuild` if set. */
const maxRate = process.env.BENCH_MAX_RATE;

type Report = { readonly rebuilt: readonly { readonly held: number }[]; readonly events: number };

const round = async ({ call }: Served, visitors: readonly Visitor[]): Promise<readonly [number, number]> => {
  const before = await noticed(visitors, sleep(seconds * 1_000));
  console.log(told('before', before));
  const rebuilding = call('projections', 'rebuild', '--all', '--json', ...(maxRate ? ['--max-rate', maxRate] : []));
  const meanwhile = await noticed(visitors, rebuilding);
  console.log(told('meanwhile', meanwhile));
  const { rebuilt, events: folded } = JSON.parse(await rebuilding) as Report;
  const held = Math.max(...rebuilt.map((one) => one.held));
  console.log(`${rebuilt.length} read models from ${folded} events, readers held up ${held.toFixed(1)} ms at most`);
  return [p99(before), p99(meanwhile)];
};

export const rebuildUnderLoad = (): Promise<void> =>
  inPostgres(async (url) => {
    const api = await apiOn(url);
    await api.init();
    console.log(`${await writeHistory(api.get(EventStore), api.get(Context), events)} events written`);
    // Skip the reactions to this history, so that it sends no mails.
    const skipReactions = `insert into followers.checkpoints (name, position) values ('reactor', $1) on conflict (name) do update set position = $1`;
    await api.get(Database).query(skipReactions, [await api.get(EventStore).head()]);
    await api.close();
    await served(url, async (product) => {
      // Warm up: the first requests meet empty caches and read tables that are still being built.
      const visitors = await visitorsAt(product.url);
      await noticed(visitors, sleep(5_000));
      const both: (readonly [number, number])[] = [];
      for (let i = 0; i < rounds; i++) both.push(await round(product, visitors));
      const [before, meanwhile] = [0, 1].map((n) =>
        percentile(
          both.map((pair) => pair[n] ?? Number.NaN),
          0.5,
        ),
      );
      conclude('rebuild-under-load', meanwhile ?? Number.NaN, before ?? Number.NaN);
    });
  });

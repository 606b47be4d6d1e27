// Response times and failures while an operator rebuilds every read table: reads and writes at a fixed rate, before and
// during the rebuild.
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { writeHistory } from './history.ts';
import { type BenchClient, type Product, withProduct } from './product.ts';
import { apiOn, withPostgres } from './setup.ts';
import { percentile, printResult } from './statistics.ts';
import { p99, signUpClients, summary, underLoad } from './steady-load.ts';

const events = Number(process.env.BENCH_EVENTS ?? 400_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Passed to `festoon projections rebuild` if set. */
const maxRate = process.env.BENCH_MAX_RATE;

type Report = { readonly rebuilt: readonly { readonly readersWaited: number }[]; readonly events: number };

const round = async ({ call }: Product, clients: readonly BenchClient[]): Promise<readonly [number, number]> => {
  const resultBefore = await underLoad(clients, sleep(seconds * 1_000));
  console.log(summary('before', resultBefore));
  const rebuilding = call('projections', 'rebuild', '--all', '--json', ...(maxRate ? ['--max-rate', maxRate] : []));
  const during = await underLoad(clients, rebuilding);
  console.log(summary('during', during));
  const { rebuilt, events: foldedEvents } = JSON.parse(await rebuilding) as Report;
  const longestWait = Math.max(...rebuilt.map((one) => one.readersWaited));
  console.log(
    `${rebuilt.length} read models from ${foldedEvents} events, readers waited ${longestWait.toFixed(1)} ms at most`,
  );
  return [p99(resultBefore), p99(during)];
};

export const rebuildUnderLoad = (): Promise<void> =>
  withPostgres(async (url) => {
    const api = await apiOn(url);
    await api.init();
    console.log(`${await writeHistory(api.get(EventStore), api.get(Context), events)} events written`);
    // Skip the reactions to this history, so that it sends no mails.
    const skipReactions = `insert into followers.checkpoints (name, position) values ('reactor', $1) on conflict (name) do update set position = $1`;
    await api.get(Database).query(skipReactions, [await api.get(EventStore).head()]);
    await api.close();
    await withProduct(url, async (product) => {
      // Warm up, because the first requests find empty caches and unfinished read tables.
      const clients = await signUpClients(product.url);
      await underLoad(clients, sleep(5_000));
      const both: (readonly [number, number])[] = [];
      for (let i = 0; i < rounds; i++) both.push(await round(product, clients));
      const [before, during] = [0, 1].map((n) =>
        percentile(
          both.map((pair) => pair[n] ?? Number.NaN),
          0.5,
        ),
      );
      printResult('rebuild-under-load', during ?? Number.NaN, before ?? Number.NaN);
    });
  });

// How fast read tables are folded from the whole log in one pass, against a plain COPY of the same events out of
// Postgres.
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector, type RebuildReport } from '#platform/projections';
import { writeHistory } from './history.ts';
import { apiOn, withPostgres } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const wantedEvents = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** One read table per module. */
const tables = ['users', 'creator_packages', 'leads', 'payments', 'bookings'];

/** Events per second that Postgres can deliver at most: every column that a fold may read, discarded on arrival. */
const ceilingOf = async (raw: Client): Promise<number> => {
  const startedAt = performance.now();
  const columns = 'position, id, stream, version, type, shape, data, origin, at, recorded_at';
  const copied = raw.query(to(`copy (select ${columns} from log.events order by position) to stdout`));
  for await (const _ of copied);
  return copied.rowCount / ((performance.now() - startedAt) / 1_000);
};

const summaryOf = ({ events, seconds, rebuilt }: RebuildReport, whole: number): string => {
  const rows = rebuilt.reduce((sum, one) => sum + one.rows, 0);
  const longestWait = Math.max(...rebuilt.map((one) => one.readersWaited));
  const pass = `${Math.round(events / seconds)} events/s in the pass of ${seconds.toFixed(1)} s`;
  return `${pass}; ${whole.toFixed(1)} s until ${rows} rows were swapped in; readers waited ${longestWait.toFixed(0)} ms at most`;
};

/** Rebuilds the tables; throws if the new rows differ from the previous ones. */
const measureRebuild = async (projector: Projector, names: readonly string[]): Promise<number> => {
  const startedAt = performance.now();
  const report = await projector.rebuild(names);
  console.log(summaryOf(report, (performance.now() - startedAt) / 1_000));
  const different = report.rebuilt.reduce((sum, { comparison }) => sum + (comparison?.different ?? 0), 0);
  if (different > 0) throw new Error(`${different} rows differ from those of the rebuild before`);
  return report.events / report.seconds;
};

export const rebuild = (): Promise<void> =>
  withPostgres(async (url) => {
    const api = await apiOn(url);
    await api.init();
    const raw = new Client({ connectionString: url });
    await raw.connect();
    try {
      const startedAt = performance.now();
      const writtenEvents = await writeHistory(api.get(EventStore), api.get(Context), wantedEvents);
      console.log(`${writtenEvents} events written in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
      await raw.query('vacuum (analyze) log.events');
      const projector = api.get(Projector);
      const names = projector.names.filter((name) => tables.some((table) => name.startsWith(`${table}_v`)));
      const [ceilings, rates]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        ceilings.push(await ceilingOf(raw));
        rates.push(await measureRebuild(projector, names));
      }
      const ratios = rates.map((rate, i) => rate / (ceilings[i] ?? Number.NaN));
      console.log(`ceiling: COPY of the same events, one connection   ${Math.round(median(ceilings))} events/s`);
      console.log(`${names.join(', ')}   ratio ${spread(ratios)}   ${Math.round(median(rates))} events/s`);
      printResult('rebuild', median(rates), median(ceilings));
    } finally {
      await raw.end();
      await api.close();
    }
  });

// Sends reads and writes at a fixed rate, and records their results.
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, type ReadResult, Visitor } from './product.ts';
import { percentile } from './statistics.ts';

/** Requests per second, however long the answers take. */
const rates = {
  reads: Number(process.env.BENCH_READS ?? 200),
  writes: Number(process.env.BENCH_WRITES ?? 40),
};
const visitorCount = 8;
/** Milliseconds between two batches of requests. */
const tick = 5;

/** Several clients, each with one posted lead. */
export const signUpVisitors = async (url: string): Promise<readonly Visitor[]> => {
  const people = Array.from({ length: visitorCount }, (_, i) => Visitor.signUp(url, `visitor-${i}`));
  const visitors = await Promise.all(people);
  for (const visitor of visitors) await visitor.post();
  return visitors;
};

/** The results of a measurement. `refused` are the reasons of failed writes, `seconds` is its length. */
type LoadResult = {
  readonly seen: readonly ReadResult[];
  readonly posted: readonly number[];
  readonly refused: readonly string[];
  readonly seconds: number;
};

/** Sends reads and writes at the fixed rate, however long the answers take, until the promise `until` settles. */
export const underLoad = async (visitors: readonly Visitor[], until: Promise<unknown>): Promise<LoadResult> => {
  const [pendingReads, posted]: [Promise<ReadResult>[], Promise<number | string>[]] = [[], []];
  let over = false;
  const done = () => {
    over = true;
  };
  until.then(done, done);
  const startedAt = performance.now();
  for (let ticks = 1; !over; ticks++) {
    const due = (rate: number) => Math.floor((rate * ticks * tick) / 1_000);
    const visitor = (n: number) => visitors[n % visitors.length] as Visitor;
    while (posted.length < due(rates.writes))
      posted.push(
        visitor(posted.length)
          .post()
          .catch(({ message }: Error) => message),
      );
    while (pendingReads.length < due(rates.reads)) {
      const reader = visitor(pendingReads.length >> 1);
      pendingReads.push(pendingReads.length % 2 ? reader.readNewest() : reader.listOwn());
    }
    await sleep(Math.max(0, startedAt + ticks * tick - performance.now()));
  }
  const seen = await Promise.all(pendingReads);
  const writeResults = await Promise.all(posted);
  return {
    seen,
    posted: writeResults.filter((took) => typeof took === 'number'),
    refused: writeResults.filter((why) => typeof why === 'string'),
    seconds: (performance.now() - startedAt) / 1_000,
  };
};

export const p99 = ({ seen }: LoadResult): number =>
  percentile(
    seen.map(({ took }) => took),
    0.99,
  );

export const summary = (name: string, { seen, posted, refused, seconds: lasted }: LoadResult): string => {
  const took = seen.filter(({ failure }) => failure === undefined).map((each) => each.took);
  const p = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  const problems = `${counted(seen.flatMap(({ failure }) => failure ?? []))}  ${seen.filter(({ stale }) => stale).length} stale`;
  const read = `${seen.length} reads  ${problems}  p50 ${p(took, 0.5)} ms  p99 ${p(took, 0.99)} ms`;
  const wrote = `${(posted.length / lasted).toFixed(1)} writes/s  ${counted(refused)}  p99 ${p(posted, 0.99)} ms`;
  return `${name.padEnd(10)} ${lasted.toFixed(1).padStart(5)} s   ${read}\n${' '.repeat(21)}${wrote}`;
};

// Sends reads and writes at a fixed rate, and records their results.
import { atFixedRates } from './fixed-rate.ts';
import { BenchClient, countFailures, type ReadResult } from './product.ts';
import { percentile } from './statistics.ts';

/** Requests per second, however long the responses take. */
const rates = {
  reads: Number(process.env.BENCH_READS ?? 200),
  writes: Number(process.env.BENCH_WRITES ?? 40),
};
const clientCount = 8;

/** Several clients, each with one posted lead. */
export const signUpClients = async (url: string): Promise<readonly BenchClient[]> => {
  const people = Array.from({ length: clientCount }, (_, i) => BenchClient.signUp(url, `client-${i}`));
  const clients = await Promise.all(people);
  for (const client of clients) await client.post();
  return clients;
};

/** The results of a measurement. `refused` are the reasons of failed writes, `seconds` is the duration. */
type LoadResult = {
  readonly seen: readonly ReadResult[];
  readonly posted: readonly number[];
  readonly refused: readonly string[];
  readonly seconds: number;
};

/** Sends reads and writes at the fixed rate, however long the responses take, until the promise `until` settles. */
export const underLoad = async (clients: readonly BenchClient[], until: Promise<unknown>): Promise<LoadResult> => {
  const [pendingReads, posted]: [Promise<ReadResult>[], Promise<number | string>[]] = [[], []];
  let isOver = false;
  const done = () => {
    isOver = true;
  };
  until.then(done, done);
  const startedAt = performance.now();
  const client = (n: number) => clients[n % clients.length] as BenchClient;
  const write = (number: number) =>
    posted.push(
      client(number)
        .post()
        .catch(({ message }: Error) => message),
    );
  const read = (number: number) => {
    const reader = client(number >> 1);
    pendingReads.push(number % 2 ? reader.readNewest() : reader.listOwn());
  };
  const requests = [
    { perSecond: rates.writes, send: write },
    { perSecond: rates.reads, send: read },
  ];
  await atFixedRates(requests, () => isOver);
  const readResults = await Promise.all(pendingReads);
  const writeResults = await Promise.all(posted);
  return {
    seen: readResults,
    posted: writeResults.filter((took) => typeof took === 'number'),
    refused: writeResults.filter((result) => typeof result === 'string'),
    seconds: (performance.now() - startedAt) / 1_000,
  };
};

export const p99 = ({ seen }: LoadResult): number =>
  percentile(
    seen.map(({ took }) => took),
    0.99,
  );

export const summary = (name: string, { seen, posted, refused, seconds: duration }: LoadResult): string => {
  const took = seen.filter(({ failure }) => failure === undefined).map((each) => each.took);
  const p = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  const problems = `${countFailures(seen.flatMap(({ failure }) => failure ?? []))}  ${seen.filter(({ stale }) => stale).length} stale`;
  const readsText = `${seen.length} reads  ${problems}  p50 ${p(took, 0.5)} ms  p99 ${p(took, 0.99)} ms`;
  const writesText = `${(posted.length / duration).toFixed(1)} writes/s  ${countFailures(refused)}  p99 ${p(posted, 0.99)} ms`;
  return `${name.padEnd(10)} ${duration.toFixed(1).padStart(5)} s   ${readsText}\n${' '.repeat(21)}${writesText}`;
};

// How fast events are stored: writers through the port, with sealing and the hash chain, against plain inserts of the
// same bytes.
import { createHash, randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Message, Origin } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PlainInserts, type Rate } from './plain-inserts.ts';
import { type Platform, withPlatform } from './setup.ts';
import { median, percentile, printResult, spread } from './statistics.ts';

type Note = { authorId: string; text: string; place: number };
/** Two events with the same data: the text of `Noted` is sealed, that of `Remarked` is not. */
type BenchEvents = { Noted: Note; Remarked: Note };
export const seconds = Number(process.env.BENCH_SECONDS ?? 3);
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const authors = Array.from({ length: 64 }, () => randomUUID());
const text = 'A garden wedding for eighty guests who like to dance until late. '.repeat(4);

const origin = (authorId: string): Origin => {
  const request = randomUUID();
  const by = { id: authorId, kind: 'user', role: 'client' } as const;
  return { by, source: 'web', request, correlation: request, causation: request };
};
const noteEvent = (type: keyof BenchEvents, authorId: string, place: number): Message<BenchEvents> => ({
  type,
  data: { authorId, text, place },
});

/** Each writer appends events one after another to streams of ten, each event under its own idempotency key. */
export const measureWriters = async (
  { app }: Pick<Platform, 'app'>,
  writers: number,
  type: keyof BenchEvents = 'Noted',
): Promise<Rate> => {
  const store = app.get(EventStore);
  const context = app.get(Context);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const writer = async (authorId: string) => {
    for (let i = 0, stream = ''; performance.now() < end; i++) {
      if (i % 10 === 0) stream = `note-${randomUUID()}`;
      const from = performance.now();
      const append = () => store.append<BenchEvents>(stream, i % 10, [noteEvent(type, authorId, i)]);
      await context.run(origin(authorId), append, randomUUID());
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => writer(authors[i % authors.length] ?? '')));
  return { perSecond: latencies.length / ((performance.now() - startedAt) / 1_000), latencies };
};

/** The results of one kind of run, over all rounds. */
export class Runs {
  readonly rates: number[] = [];
  readonly ratios: number[] = [];
  readonly p50: number[] = [];
  readonly p99: number[] = [];

  /** `ceiling` is the rate of this round's plain inserts, in events per second. */
  add({ perSecond, latencies }: Rate, ceiling: number): void {
    this.rates.push(perSecond);
    this.ratios.push(perSecond / ceiling);
    this.p50.push(percentile(latencies, 0.5));
    this.p99.push(percentile(latencies, 0.99));
  }

  toString(): string {
    const latency = `p50 ${median(this.p50).toFixed(2)} ms   p99 ${median(this.p99).toFixed(2)} ms`;
    return `ratio ${spread(this.ratios)}   ${Math.round(median(this.rates))} events/s   ${latency}`;
  }
}

const kinds = {
  ceiling: 'plain inserts, 64 rows, 1 connection',
  single1: 'plain inserts, 1 row, 1 connection',
  single16: 'plain inserts, 1 row, 16 connections',
  writers1: '1 writer',
  writers16: '16 writers',
  writers64: '64 writers',
  unsealed64: '64 writers, no encryption, no hash chain',
} as const;

const round = async (platform: Platform, inserts: PlainInserts, runs: Readonly<Record<keyof typeof kinds, Runs>>) => {
  const ceiling = await inserts.measure(1, 64, seconds);
  const add = (kind: keyof typeof kinds, rate: Rate) => runs[kind].add(rate, ceiling.perSecond);
  add('ceiling', ceiling);
  add('single1', await inserts.measure(1, 1, seconds));
  add('single16', await inserts.measure(16, 1, seconds));
  for (const writers of [1, 16, 64] as const) add(`writers${writers}`, await measureWriters(platform, writers));
  add('unsealed64', await withoutChain(platform, () => measureWriters(platform, 64, 'Remarked')));
};

/** Runs the work without the hash chain: each event's digest, which is still computed, is stored as its hash. */
const withoutChain = async <T>({ raw }: Platform, work: () => Promise<T>): Promise<T> => {
  const { rows } = await raw.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where oid::regproc::text = 'log.append'`,
  );
  const chainedFunction = rows[0]?.text ?? '';
  const unchained = chainedFunction.replace(/chain := sha256\([^;]+;/, 'chain := digests[i];');
  if (unchained === chainedFunction) throw new Error('The hash in log.append has changed: adapt this benchmark');
  await raw.query(unchained);
  try {
    return await work();
  } finally {
    await raw.query(chainedFunction);
  }
};

/** Microseconds that the digest of one event takes on this machine. */
const digestCost = (): number => {
  const [times, bytes] = [20_000, Buffer.alloc(1_000, 'x')];
  const startedAt = performance.now();
  for (let i = 0; i < times; i++) createHash('sha256').update(bytes).digest();
  return ((performance.now() - startedAt) * 1_000) / times;
};

/** What the platform needs to know about the events of this benchmark. */
export const prepare = (app: INestApplicationContext): void =>
  app.get(EventStore).register({ stream: 'note', personalData: { Noted: { of: 'authorId', fields: ['text'] } } });

export const append = (): Promise<void> =>
  withPlatform([], prepare, async (platform) => {
    await measureWriters(platform, 64);
    const inserts = await PlainInserts.copying(platform);
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    const runs = Object.fromEntries(names.map((name) => [name, new Runs()])) as Record<keyof typeof kinds, Runs>;
    for (let i = 0; i < rounds; i++) await round(platform, inserts, runs);
    for (const name of names) console.log(`${kinds[name].padEnd(40)} ${runs[name]}`);
    const of = (over: readonly number[], under: readonly number[]) =>
      spread(over.map((value, i) => value / (under[i] ?? Number.NaN)));
    console.log(`p50 of 1 writer to p50 of a plain insert              ${of(runs.writers1.p50, runs.single1.p50)}`);
    console.log(
      `16 writers to 16 connections with plain inserts      ${of(runs.writers16.rates, runs.single16.rates)}`,
    );
    console.log(
      `64 writers to those without encryption and chain     ${of(runs.writers64.rates, runs.unsealed64.rates)}`,
    );
    console.log(`one digest, which is also computed without the chain ${digestCost().toFixed(1)} µs per event`);
    printResult('append', median(runs.writers64.rates), median(runs.ceiling.rates));
  });

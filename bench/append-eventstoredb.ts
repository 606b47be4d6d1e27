// How fast events are stored in EventStoreDB: writers through the port, with sealing and the hash chain, against its
// client alone with the same bytes. The client alone sends appends in batches. The port makes a call for each (ADR 11);
// a command of the product reads the stream before, to decide. The client alone is measured in these ways too.
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { EventStore } from '#platform/event-store';
import { measureWriters, prepare, Runs, rounds, seconds } from './append.ts';
import type { Rate } from './plain-inserts.ts';
import { withPlatform } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const writerCounts = [1, 16, 64] as const;
const kinds = {
  direct: 'client alone',
  single: 'client alone, single calls',
  reading: 'client alone, single calls after a read',
  port: 'through the port',
} as const;
type Kind = keyof typeof kinds;

/** Appends an event to a stream that has `length` events. */
type Append = (stream: string, length: number) => Promise<unknown>;

/** Each writer appends events one after another to streams of ten. */
const writeDirectly = async (append: Append, writers: number): Promise<Rate> => {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const writer = async () => {
    for (let i = 0, stream = ''; performance.now() < end; i++) {
      if (i % 10 === 0) stream = `direct-${randomUUID()}`;
      const from = performance.now();
      await append(stream, i % 10);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return { perSecond: latencies.length / ((performance.now() - startedAt) / 1_000), latencies };
};

/** The event as the product stores it. */
const sampleOf = async (platform: Parameters<typeof measureWriters>[0]) => {
  await measureWriters(platform, 64);
  const [first] = await platform.app.get(EventStore).afterSealed(0n, 1);
  if (!first) throw new Error('Nothing was written');
  const { data, ...metadata } = first;
  return { data: data as Record<string, unknown>, metadata: { ...metadata, position: String(metadata.position) } };
};

/** Measures against the server of EVENT_STORE_URL, under a prefix of its own. The events stay there. */
export const appendToEventStoreDb = async (): Promise<void> => {
  const url = process.env.EVENT_STORE_URL;
  if (!url) throw new Error('Set EVENT_STORE_URL to the EventStoreDB to measure: its events stay there');
  const settings = { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: url, EVENT_STORE_PREFIX: `bench-${randomUUID()}` };
  await withPlatform([], prepare, (platform) => measure(platform, url), settings);
};

const measure = async (platform: Parameters<typeof measureWriters>[0], url: string): Promise<void> => {
  const batching = EventStoreDBClient.connectionString(url);
  const single = Object.assign(EventStoreDBClient.connectionString(url), { supports: async () => false });
  const sample = await sampleOf(platform);
  const appendWith =
    (client: EventStoreDBClient): Append =>
    (stream, length) =>
      client.appendToStream(stream, jsonEvent({ type: 'Noted', ...sample }), {
        expectedRevision: length === 0 ? NO_STREAM : BigInt(length - 1),
      });
  const appendAfterRead: Append = async (stream, length) => {
    if (length > 0) for await (const _ of single.readStream(stream));
    await appendWith(single)(stream, length);
  };
  const runs = writerCounts.map((writers) => ({
    writers,
    results: { direct: new Runs(), single: new Runs(), reading: new Runs(), port: new Runs() },
  }));
  for (let i = 0; i < rounds; i++)
    for (const { writers, results } of runs) {
      const ceiling = await writeDirectly(appendWith(batching), writers);
      const add = (kind: Kind, rate: Rate) => results[kind].add(rate, ceiling.perSecond);
      add('direct', ceiling);
      add('single', await writeDirectly(appendWith(single), writers));
      add('reading', await writeDirectly(appendAfterRead, writers));
      add('port', await measureWriters(platform, writers));
    }
  await Promise.all([batching.dispose(), single.dispose()]);
  for (const { writers, results } of runs)
    for (const kind of Object.keys(kinds) as Kind[])
      console.log(`${`${kinds[kind]}, ${writers}`.padEnd(44)} ${results[kind]}`);
  const ratios = runs.map(({ writers, results }) => `${writers} writers ${spread(results.port.ratios)}`);
  console.log(`through the port to the client alone: ${ratios.join(', ')}`);
  const { port, direct } = runs.at(-1)?.results ?? { port: new Runs(), direct: new Runs() };
  printResult('append to EventStoreDB', median(port.rates), median(direct.rates));
};

// How fast events are stored in EventStoreDB: writers through the port, with sealing and the hash chain, against its
// client alone with the same bytes.
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { EventStore } from '#platform/event-store';
import { prepare, Runs, rounds, seconds, write } from './append.ts';
import type { Rate } from './plain-inserts.ts';
import { withPlatform } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const writerCounts = [1, 16, 64] as const;

/** An event as the product stores it. */
type Sample = { readonly data: Record<string, unknown>; readonly metadata: Record<string, unknown> };

/** Each writer appends events one after another to streams of ten, without reading anything. */
const writeDirectly = async (
  client: EventStoreDBClient,
  writers: number,
  { data, metadata }: Sample,
): Promise<Rate> => {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const writer = async () => {
    for (let i = 0, stream = ''; performance.now() < end; i++) {
      if (i % 10 === 0) stream = `direct-${randomUUID()}`;
      const from = performance.now();
      const event = jsonEvent({ type: 'Noted', data, metadata });
      await client.appendToStream(stream, event, { expectedRevision: i % 10 === 0 ? NO_STREAM : BigInt((i % 10) - 1) });
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return { perSecond: latencies.length / ((performance.now() - startedAt) / 1_000), latencies };
};

/** Measures against the server of EVENT_STORE_URL, under a prefix of its own. The events stay there. */
export const appendToEventStoreDb = async (): Promise<void> => {
  const url = process.env.EVENT_STORE_URL;
  if (!url) throw new Error('Set EVENT_STORE_URL to the EventStoreDB to measure: its events stay there');
  const settings = { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: url, EVENT_STORE_PREFIX: `bench-${randomUUID()}` };
  await withPlatform([], prepare, (platform) => measure(platform, EventStoreDBClient.connectionString(url)), settings);
};

const measure = async (platform: Parameters<typeof write>[0], client: EventStoreDBClient): Promise<void> => {
  await write(platform, 64);
  const [first] = await platform.app.get(EventStore).afterSealed(0n, 1);
  if (!first) throw new Error('Nothing was written');
  const { data, ...metadata } = first;
  const sample = { data: data as Sample['data'], metadata: { ...metadata, position: String(metadata.position) } };
  const runs = writerCounts.map((writers) => ({ writers, direct: new Runs(), port: new Runs() }));
  for (let i = 0; i < rounds; i++)
    for (const { writers, direct, port } of runs) {
      const ceiling = await writeDirectly(client, writers, sample);
      direct.add(ceiling, ceiling.perSecond);
      port.add(await write(platform, writers), ceiling.perSecond);
    }
  await client.dispose();
  for (const { writers, direct, port } of runs) {
    console.log(`${`client alone, ${writers}`.padEnd(24)} ${direct}`);
    console.log(`${`through the port, ${writers}`.padEnd(24)} ${port}`);
  }
  const ratios = runs.map(({ writers, port }) => `${writers} writers ${spread(port.ratios)}`);
  console.log(`through the port to the client alone: ${ratios.join(', ')}`);
  const { direct, port } = runs.at(-1) ?? { direct: new Runs(), port: new Runs() };
  printResult('append to EventStoreDB', median(port.rates), median(direct.rates));
};

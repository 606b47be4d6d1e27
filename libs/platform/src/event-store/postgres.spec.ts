import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Actor } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { originOf, TestApp } from '#platform/testing';
import { eventStoreSuite } from './event-store.suite.ts';

const start = async () => {
  const site = await TestApp.start({ settings: { EVENT_STORE: 'postgres' }, follows: false });
  return { app: site.app, config: site.config, close: () => site.stop() };
};

eventStoreSuite('postgres', async () => {
  const { app, close } = await start();
  const database = app.get(Database);
  const storedText = async () => {
    const [row] = await database.query<{ text: string }>('select string_agg(e::text, $1) as text from log.events e', [
      '',
    ]);
    return row?.text ?? '';
  };
  return {
    store: app.get(EventStore),
    context: app.get(Context),
    keys: app.get(PersonalDataKeys),
    stored: storedText,
    close,
  };
});

describe('the log in Postgres', () => {
  const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
  const notedEvent = { type: 'Noted', data: {} } as const;
  let app: TestApp['app'];
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const startedApp = await start();
    app = startedApp.app;
    url = startedApp.config.databaseUrl;
    close = startedApp.close;
  });
  afterAll(() => close());
  const asAnn = <T>(work: (store: EventStore) => Promise<T>) =>
    app.get(Context).run(originOf(ann), () => work(app.get(EventStore)));

  test('positions are dense, start at 1 and follow the order of commits', async () => {
    await asAnn((store) =>
      Promise.all(Array.from({ length: 100 }, (_, i) => store.append(`a-${i % 30}-${i}`, 0, [notedEvent]))),
    );
    await asAnn((store) => store.append('a-late', 5, [notedEvent]).catch(() => undefined));
    await asAnn((store) => store.append('a-late', 0, [notedEvent, notedEvent]));
    const events = await app.get(EventStore).after(0n);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => BigInt(i + 1)));
  });

  test('an append is reported by itself and by Postgres, but wakes each follower once', async () => {
    const store = app.get(EventStore);
    const log = store as unknown as { wake(head?: bigint): void };
    const { signal } = new AbortController();
    const isWokenBy = async (...heads: readonly (bigint | undefined)[]) => {
      let isWoken = false;
      void store.waitForGrowth(signal).then(() => {
        isWoken = true;
      });
      for (const head of heads) log.wake(head);
      await Promise.resolve();
      return isWoken;
    };
    const head = await store.head();
    expect(await isWokenBy(head + 100n)).toBe(true);
    expect(await isWokenBy(head + 100n, head + 99n)).toBe(false);
    expect(await isWokenBy(head + 101n)).toBe(true);
    // After a reconnect the log may be another one, with a lower head.
    expect(await isWokenBy(undefined)).toBe(true);
    expect(await isWokenBy(head + 1n)).toBe(true);
  });

  test('a slow transaction that appends delays other appends, so that no reader misses its events', async () => {
    const from = await app.get(EventStore).head();
    const slowClient = new Client({ connectionString: url });
    await slowClient.connect();
    await slowClient.query('begin');
    await slowClient.query(
      `select log.append(array['slow-1'], array[0], array[1], array[gen_random_uuid()], array['Noted'], array[1::smallint],
        array['{}'], array['{"by":{"id":"slow"}}'], array[now()], array['x'::bytea], '{}', '{}')`,
    );
    const fastAppends = asAnn((store) =>
      Promise.all(Array.from({ length: 8 }, (_, i) => store.append(`fast-${i}`, 0, [notedEvent]))),
    );
    expect(await app.get(EventStore).after(from)).toEqual([]);
    await slowClient.query('select pg_sleep(0.3)');
    await slowClient.query('commit');
    await slowClient.end();
    await fastAppends;
    const streams = (await app.get(EventStore).after(from)).map(({ stream }) => stream);
    expect(streams[0]).toBe('slow-1');
    expect(streams).toHaveLength(9);
  });

  test('an append that Postgres rejects fails alone, not the others in its batch', async () => {
    const streams = Array.from({ length: 30 }, (_, i) => (i === 17 ? 'together-\u0000' : `together-${i}`));
    const outcomes = await asAnn((store) =>
      Promise.allSettled(streams.map((stream) => store.append(stream, 0, [notedEvent]))),
    );
    expect(outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([17]);
  });

  test('the hash of each event covers the previous event of its stream and what is stored', async () => {
    await asAnn((store) => store.append('chain-1', 0, [notedEvent, notedEvent, notedEvent]));
    const rows = await app.get(Database).query<{ fits: boolean }>(
      `select hash = sha256(coalesce(lag(hash) over (order by version), ''::bytea) || digest || int8send(position)
         || int8send((extract(epoch from recorded_at) * 1000)::bigint)) as fits from log.events where stream = 'chain-1'`,
    );
    expect(rows.map(({ fits }) => fits)).toEqual([true, true, true]);
  });

  test('neither the runtime role nor the owner can change existing events', async () => {
    const database = app.get(Database);
    for (const sql of [`update log.events set type = 'x'`, 'delete from log.events', 'truncate log.events'])
      await expect(database.query(sql)).rejects.toThrow(/permission denied/);
    const owner = new Client({ connectionString: url });
    await owner.connect();
    for (const sql of [`update log.events set type = 'x'`, 'delete from log.events', 'truncate log.events'])
      await expect(owner.query(sql)).rejects.toThrow('The log is append-only');
    await owner.end();
  });

  test('appends succeed although their connections are cut', async () => {
    const cuttingClient = new Client({ connectionString: url });
    await cuttingClient.connect();
    const cutConnections = () =>
      cuttingClient.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    const appends = asAnn(async (store) => {
      for (let i = 0; i < 40; i++) await store.append('cut-1', i, [notedEvent]);
    });
    for (let i = 0; i < 5; i++) {
      await cutConnections();
      await cuttingClient.query('select pg_sleep(0.02)');
    }
    await appends;
    await cuttingClient.end();
    expect(await app.get(EventStore).read('cut-1')).toHaveLength(40);
  });
});

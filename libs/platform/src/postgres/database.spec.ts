import { createServer, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testConfig } from '#platform/testing';
import { Database } from './database.ts';
import { isConnectionLost } from './errors.ts';

let database: Database;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await testConfig();
  drop = test.drop;
  url = test.config.databaseUrl;
  database = new Database(url);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await drop();
});

/** Forwards connections to Postgres until `stall` is called; then no packet of them arrives any more. */
const stallingProxy = async (target: string) => {
  const { hostname, port } = new URL(target);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = new Socket();
    far.connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(address.port) }).href,
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

test('a statement and a transaction whose connection stalls fail as lost, and later ones get new connections', async () => {
  const proxy = await stallingProxy(url);
  const stallingDatabase = new Database(proxy.url, { timeout: 500 });
  try {
    await stallingDatabase.query('select 1');
    const failures = [
      stallingDatabase.query('select pg_sleep(0.2)'),
      stallingDatabase.transaction(async (within) => {
        await within.query('select pg_sleep(0.2)');
      }),
    ].map((work) => work.then(() => undefined, isConnectionLost));
    // Both statements have been sent.
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.stall();
    expect(await Promise.all(failures)).toEqual([true, true]);
    expect(await stallingDatabase.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(stallingDatabase.connections).toMatchObject({ used: 0, awaited: 0 });
  } finally {
    proxy.close();
    await stallingDatabase.onApplicationShutdown();
  }
});

test('work inside of a transaction gets a connection while many others wait for its locks', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      database.transaction(async (within) => {
        await within.query('select pg_advisory_xact_lock(1)');
        await database.query('select 1');
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a pool opens as many connections as it may, and leaves two of them free of transactions', async () => {
  const smallDatabase = new Database(url, { connections: 4 });
  const transactions = Array.from({ length: 3 }, () => smallDatabase.transaction(async () => undefined));
  expect(smallDatabase.connections.awaited).toBe(1);
  await Promise.all(transactions);
  const sessions = await Promise.all(
    Array.from({ length: 9 }, () =>
      smallDatabase.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.01)'),
    ),
  );
  expect(new Set(sessions.map(([row]) => row?.pid)).size).toBe(4);
  await smallDatabase.onApplicationShutdown();
});

test('a transaction that waits too long for its turn is refused, and later ones are not', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const databaseWithShortTimeout = new Database(url, { connectionTimeout: 500 });
  const longTransactions = Array.from({ length: 8 }, () => databaseWithShortTimeout.transaction(() => finished));
  const lateTransaction = databaseWithShortTimeout.transaction(async () => undefined);
  expect(databaseWithShortTimeout.connections.awaited).toBe(1);
  await expect(lateTransaction).rejects.toThrow('timeout exceeded when trying to connect');
  finish();
  await Promise.all(longTransactions);
  expect(await databaseWithShortTimeout.transaction(async () => 'done')).toBe('done');
  expect(databaseWithShortTimeout.connections).toMatchObject({ used: 0, awaited: 0 });
  await databaseWithShortTimeout.onApplicationShutdown();
});

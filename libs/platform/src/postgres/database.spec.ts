import { createServer, Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { testConfig } from '#platform/testing';
import { Database } from './database.ts';
import { isConnectionLost } from './errors.ts';

/** Forwards connections to Postgres until `stall` is called; then no packet of them arrives any more. */
const stallingProxy = async (url: string) => {
  const { hostname, port } = new URL(url);
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
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).href,
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
  const { config, drop } = await testConfig();
  const proxy = await stallingProxy(config.databaseUrl);
  const database = new Database(proxy.url, 500);
  try {
    await database.query('select 1');
    const failures = [
      database.query('select pg_sleep(0.2)'),
      database.transaction(async (within) => {
        await within.query('select pg_sleep(0.2)');
      }),
    ].map((work) => work.then(() => undefined, isConnectionLost));
    // Both statements have been sent.
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.stall();
    expect(await Promise.all(failures)).toEqual([true, true]);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(database.connections).toMatchObject({ used: 0, awaited: 0 });
  } finally {
    proxy.close();
    await database.onApplicationShutdown();
    await drop();
  }
});

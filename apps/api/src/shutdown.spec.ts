import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { type Site, startSite } from './api.suite.ts';
import { GracefulShutdown } from './graceful.shutdown.ts';
import { SocketConnection } from './realtime.suite.ts';

const account = JSON.stringify({
  email: 'slow@example.com',
  password: 'Sunflower7',
  data: { first_name: 'Sal', last_name: 'Slow', role: 'client' },
});
/** A sign-up whose body has not arrived completely. */
const slowSignUp = async (site: Site): Promise<Socket> => {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST /auth/v1/signup HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${Buffer.byteLength(account)}\r\n\r\n${account.slice(0, 20)}`);
  // The response to a later request shows that the server has read this one.
  await site.request('GET', '/health/live');
  return socket;
};

test('a request in progress completes, one that does not is aborted, new connections are refused, and then everything closes', async () => {
  const { site, stop } = await startSite();
  const shutdown = site.api.get(GracefulShutdown);
  expect(shutdown.drainTimeout).toBe(10_000);
  shutdown.drainTimeout = 3_000;
  const ann = await site.signUp('client');
  const connection = await SocketConnection.open(site, { token: ann.token });
  const [socket, endless] = [await slowSignUp(site), await slowSignUp(site)];
  const endlessResponse = text(endless).catch(() => '');
  const startedAt = Date.now();
  const closed = stop();
  await expect(fetch(`${site.url}/health/live`)).rejects.toThrow('fetch failed');
  socket.write(account.slice(20));
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(response).toMatch(/^connection: close\r$/im);
  expect(response).toContain('slow@example.com');
  expect(await endlessResponse).toBe('');
  expect(Date.now() - startedAt).toBeGreaterThan(2_900);
  await closed;
  expect(connection.ended).toBeDefined();
});

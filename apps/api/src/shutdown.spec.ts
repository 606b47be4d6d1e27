import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { testConfig } from '#platform/testing';
import { Site } from './api.suite.ts';
import { SocketConnection } from './realtime.suite.ts';

let site: Site;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await testConfig();
  drop = database.drop;
  site = await Site.on(database.config);
});
afterEach(() => drop());

const account = JSON.stringify({
  email: 'slow@example.com',
  password: 'Sunflower7',
  data: { first_name: 'Sal', last_name: 'Slow', role: 'client' },
});
/** A sign-up whose body has not arrived completely. */
const slowSignUp = async (): Promise<Socket> => {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST /auth/v1/signup HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${Buffer.byteLength(account)}\r\n\r\n${account.slice(0, 20)}`);
  // The response to a later request shows that the server has read this one.
  await site.request('GET', '/health/live');
  return socket;
};

test('a request in progress completes, new connections are refused, and then everything closes', async () => {
  const ann = await site.signUp('client');
  const connection = await SocketConnection.open(site, { token: ann.token });
  const socket = await slowSignUp();
  const closed = site.api.close();
  await expect(fetch(`${site.url}/health/live`)).rejects.toThrow('fetch failed');
  socket.write(account.slice(20));
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(response).toMatch(/^connection: close\r$/im);
  expect(response).toContain('slow@example.com');
  await closed;
  expect(connection.ended).toBeDefined();
});

test('a request that does not complete is aborted after ten seconds', async () => {
  const socket = await slowSignUp();
  const responseText = text(socket).catch(() => '');
  const startedAt = Date.now();
  await site.api.close();
  expect(await responseText).toBe('');
  expect(Date.now() - startedAt).toBeGreaterThan(9_000);
});

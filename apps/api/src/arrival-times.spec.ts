import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limitArrivalTimes } from './arrival-times.ts';
import { refuseUnreadable } from './headers.ts';

const times = { upload: 1_500, other: 150 };
let server: Server;
beforeEach(async () => {
  server = createServer(async (request, response) => {
    if (request.url?.endsWith('refused')) return response.writeHead(401).end('refused');
    // A connection that is ended while its body arrives is an error of the body.
    const body = await buffer(request).catch(() => undefined);
    return response.end(`read ${body?.length}`);
  });
  server.on('clientError', refuseUnreadable({ publicUrl: 'http://localhost' }));
  limitArrivalTimes(server, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends ten bytes, with a pause after the first one. Returns what the server sends, and how long the connection lived. */
const sendSlowly = async (path: string, pause: number) => {
  const startedAt = Date.now();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let response = '';
  socket.on('data', (part) => {
    response += part;
  });
  const closed = once(socket, 'close');
  socket.write(`PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 10\r\n\r\n0`);
  await Promise.race([closed, sleep(pause, undefined, { ref: false })]);
  if (socket.writable) socket.write('123456789');
  await closed;
  return { response, lifetime: Date.now() - startedAt };
};

test('a slow chunk of an upload has more time than other requests', async () => {
  const [upload, other] = await Promise.all([
    sendSlowly('/storage/v1/upload/resumable/a', 500),
    sendSlowly('/api/v1/leads', 500),
  ]);
  expect(upload.response).toMatch(/^HTTP\/1\.1 200 [\s\S]*read 10/);
  expect(other.response).toMatch(/^HTTP\/1\.1 408 [\s\S]*The request took too long to arrive/);
});

test('an upload ends when its own time is over', async () => {
  const { response } = await sendSlowly('/storage/v1/upload/resumable/a', 5_000);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that was refused has no more time than other requests', async () => {
  const { response, lifetime } = await sendSlowly('/storage/v1/upload/resumable/refused', 5_000);
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
  expect(lifetime).toBeLessThan(times.upload);
});

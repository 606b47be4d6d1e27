import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { type ArrivalTimes, limitArrivalTimes } from './arrival-times.ts';
import { refuseUnreadable } from './headers.ts';

let server: Server;
const start = async (times: ArrivalTimes): Promise<void> => {
  server = createServer(async (request, response) => {
    if (request.url?.endsWith('refused')) return response.writeHead(401).end('refused');
    // If the server ends the connection while a body arrives, reading the body fails.
    const body = await buffer(request).catch(() => undefined);
    return response.end(`read ${body?.length}`);
  });
  server.on('clientError', refuseUnreadable({ publicUrl: 'http://localhost' }));
  limitArrivalTimes(server, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/**
 * Sends ten bytes, with a pause in milliseconds after the first one. Returns what the server sends, and whether it
 * ended the connection during the pause.
 */
const sendSlowly = async (path: string, pause: number, type = 'application/offset+octet-stream') => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let response = '';
  socket.on('data', (part) => {
    response += part;
  });
  const closed = once(socket, 'close').then(() => true);
  const head = `PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 10`;
  socket.write(`${head}\r\n\r\n0`);
  const endedEarly = await Promise.race([closed, sleep(pause, false, { ref: false })]);
  if (socket.writable) socket.write('123456789');
  await closed;
  return { response, endedEarly };
};

const chunk = '/storage/v1/upload/resumable/a';

test('a slow chunk of an upload has more time than other requests', async () => {
  await start({ upload: 20_000, other: 150 });
  const [upload, otherPath, otherType] = await Promise.all([
    sendSlowly(chunk, 500),
    sendSlowly('/api/v1/leads', 20_000),
    sendSlowly(chunk, 20_000, 'application/json'),
  ]);
  expect(upload.response).toMatch(/^HTTP\/1\.1 200 [\s\S]*read 10/);
  for (const { response } of [otherPath, otherType])
    expect(response).toMatch(/^HTTP\/1\.1 408 [\s\S]*The request took too long to arrive/);
});

test('an upload ends when its own time is over', async () => {
  await start({ upload: 300, other: 150 });
  expect((await sendSlowly(chunk, 20_000)).response).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that was refused has no more time than other requests', async () => {
  await start({ upload: 60_000, other: 150 });
  const { response, endedEarly } = await sendSlowly('/storage/v1/upload/resumable/refused', 20_000);
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
  expect(endedEarly).toBe(true);
});

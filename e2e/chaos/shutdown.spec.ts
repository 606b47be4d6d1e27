import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, testConfig } from '#platform/testing';

const requests = 3;
const bodyOf = (i: number) =>
  JSON.stringify({
    email: `slow-${i}@example.com`,
    password: 'Sunflower7',
    data: { first_name: 'Sal', last_name: 'Slow', role: 'client' },
  });

let child: ChildProcess;
let url: URL;
let environment: Readonly<Record<string, string>>;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ environment, drop } = await testConfig());
  const { PATH = '', HOME = '' } = process.env;
  child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'serve', '--json'], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (output.includes('\n')) break;
  }
  url = new URL(JSON.parse(output).url);
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await drop();
});

test('a process that receives a stop signal completes the requests in progress, accepts no others, and ends', async () => {
  const slowRequests = Array.from({ length: requests }, (_, i) => {
    const socket = connect(Number(url.port), '127.0.0.1');
    const head = `POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${Buffer.byteLength(bodyOf(i))}\r\n\r\n${bodyOf(i).slice(0, 10)}`);
    return socket;
  });
  await Promise.all(slowRequests.map((socket) => once(socket, 'connect')));
  // Loads what the first sign-up needs.
  const headers = { 'content-type': 'application/json' };
  await fetch(new URL('/auth/v1/signup', url), { method: 'POST', headers, body: bodyOf(requests) });
  await sleep(200);

  const exit = once(child, 'exit');
  const responses = slowRequests.map((socket) => text(socket));
  child.kill('SIGTERM');
  await eventually(
    () =>
      fetch(new URL('/health/live', url)).then(
        () => false,
        ({ message }: Error) => message === 'fetch failed',
      ),
    'new requests to be refused',
  );
  for (const [i, socket] of slowRequests.entries()) socket.write(bodyOf(i).slice(10));
  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await exit).toEqual([0, null]);
});

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '#platform/testing';
import { leadPost } from '../../apps/api/src/samples.suite.ts';
import { auditFaults, deadLetterFaults, readModelFaults } from '../chaos/command-checks.suite.ts';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { type Person, RetryingClient } from '../chaos/retrying-client.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { type ExportedEvent, Verification } from '../chaos/verification.suite.ts';
import { waitForProgress } from './faulty-product.suite.ts';
import { type LogServer, startLogServer } from './log-server.suite.ts';

/** How often EventStoreDB is killed. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** Maximum time without progress, in milliseconds, as in kills.spec.ts. */
const stallTimeout = 150_000;
/** Fewer than an API processes at the same time; more would be refused as `busy`. */
const writesWhileDown = 100;
/** In milliseconds. */
const testTimeout = 300_000 + rounds * 300_000;

const requests = new RequestLog();
let server: LogServer;
let product: Product;
let verification: Verification;
let client: Person;

beforeAll(async () => {
  server = await startLogServer();
  product = await Product.start({ log: { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: server.url } });
  verification = new Verification(product.databaseUrl);
  client = await signUp();
}, 600_000);

afterAll(async () => {
  await verification?.close();
  await product?.stop();
  await server?.remove();
}, 120_000);

const signUp = async (): Promise<Person> => {
  const data = { first_name: 'Cy', last_name: 'Cole', role: 'client', phone: '+1 512 555 0190' };
  const account = { email: 'cy@example.com', password: 'Sunflower7', data };
  const { body } = await new RetryingClient(product.urls, new RequestLog()).post('/auth/v1/signup', { body: account });
  return { id: (body.user as { id: string }).id, token: String(body.access_token) };
};

const send = async (url: string, method: 'GET' | 'POST', path: string) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      'idempotency-key': randomUUID(),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: JSON.stringify(leadPost) }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
};

/** The refusal of every write while nothing can be saved. */
const refusal = {
  status: 503,
  retryAfter: '1',
  body: { code: 'unavailable', message: 'Nothing can be saved at the moment. Please try again in a moment.' },
};

const ready = (url: string) => send(url, 'GET', '/health/ready');

/** Expects that writes are refused, that none of them takes the place of a read, and that operators see the reason. */
const expectReadsOnly = async (url: string): Promise<void> => {
  await eventually(async () => (await ready(url)).body.log !== undefined, 'the outage to be noticed');
  const writing = Promise.all(Array.from({ length: writesWhileDown }, () => send(url, 'POST', '/api/v1/leads')));
  for (const path of ['/api/v1/leads/mine', '/api/v1/bookings', '/api/v1/creators', '/api/v1/me'])
    expect([path, (await send(url, 'GET', path)).status]).toEqual([path, 200]);
  for (const response of await writing) expect(response).toMatchObject(refusal);
  expect(await ready(url)).toMatchObject({
    status: 200,
    body: { status: 'ready', log: expect.stringContaining('cannot be used: no connection can be made') },
  });
};

test(
  'EventStoreDB is killed while users work: writes are refused at once, reads succeed, and users continue when it is back',
  async () => {
    process.stdout.write(`Chaos: EventStoreDB is killed ${rounds} times, CHAOS_SEED=${seed}\n`);
    const users = await Users.at(product.urls, requests, new SeededRandom(seed));
    users.begin();
    await waitForProgress(requests);
    for (let round = 0; round < rounds; round++) {
      // A process that has been ready stays ready, because it still serves reads.
      for (const url of product.urls) await eventually(async () => (await ready(url)).status === 200, 'readiness');
      await server.kill();
      await Promise.all(product.urls.map(expectReadsOnly));
      await server.start();
      await waitForProgress(requests);
    }
    await users.end();
  },
  testTimeout,
);

/** Exports the log with the command line. Returns its events and the position of the newest one. */
const exportLog = async (): Promise<{ readonly events: readonly ExportedEvent[]; readonly through: string }> => {
  const file = join(tmpdir(), `festoon-log-${randomUUID()}.jsonl`);
  const { out, error } = await product.festoon('events', 'export', file, '--json');
  if (out === '') throw new Error(`The log was not exported: ${error}`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(file);
  return { events: lines.map((line) => JSON.parse(line)), through: JSON.parse(out).through };
};

/** Waits until everything has been read up to the newest event, and writes nothing more. */
const settledLog = async (): Promise<readonly ExportedEvent[]> => {
  for (;;) {
    const { events, through } = await exportLog();
    await eventually(async () => (await verification.behind(through)).length === 0, 'the projections', stallTimeout);
    expect(await verification.settled(stallTimeout)).toEqual([]);
    if ((await exportLog()).through === through) return events;
  }
};

test('everything that had begun is finished: no process has ended, and every acknowledged write is stored exactly once', async () => {
  await product.waitUntilUp(stallTimeout);
  await verification.import(await settledLog());
  process.stdout.write(
    `Chaos: ${requests.acknowledged} requests acknowledged, ${await verification.events()} events\n`,
  );
  expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
  expect(requests.violations).toEqual([]);
  expect([...requests.failed].map((request) => product.causeOf(request))).toEqual([]);
  expect(await verification.faults(requests)).toEqual([]);
}, 900_000);

test('the audit finds nothing, every read table equals a fresh fold, and there are no dead letters', async () => {
  const jsonOf = async (...args: readonly string[]) => JSON.parse((await product.festoon(...args, '--json')).out);
  expect(auditFaults(await jsonOf('audit', 'verify'))).toEqual([]);
  expect(readModelFaults(await jsonOf('projections', 'verify'))).toEqual([]);
  expect(deadLetterFaults(await jsonOf('dlq', 'list'))).toEqual([]);
}, 400_000);

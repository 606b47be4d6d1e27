// Uses a running demo as its users do, at a fixed rate, and prints the results. For
// docs/operations/projection-drill.md.
// Usage: node scripts/boot.mjs scripts/load.ts [site] [seconds]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const [site = 'http://localhost:3000', seconds = '60'] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1_000;
/** The intervals between reads, between writes and between printed lines, in milliseconds. */
const [readEvery, writeEvery, printEvery] = [40, 150, 10_000];
const readers = 4;

const totals = { reads: 0, writes: 0, failed: 0, older: 0, bookings: 0 };
const waits: number[] = [];

const request = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
  const response = await fetch(`${site}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : {};
};

const signIn = async (email: string) => {
  const { access_token: token } = await request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'Lantern2026' }),
  });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    get: (path: string) => request(path, { headers }),
    post: (path: string, body: object = {}) =>
      request(path, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(body),
      }),
  };
};

/** Failures are counted and printed; the load continues. */
const countFailure = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    totals.failed += 1;
    console.log((error as Error).message);
  }
};

/** Repeats the work at this interval, or immediately if it took longer. */
const steadily = async (every: number, work: () => Promise<void>): Promise<void> => {
  while (Date.now() < deadline) {
    const startedAt = Date.now();
    await countFailure(work);
    await sleep(Math.max(0, startedAt + every - Date.now()));
  }
};

const client = await signIn('client@festoon.example');
const photographer = await signIn('photographer@festoon.example');
const { id: creatorId } = await photographer.get('/api/v1/me');
const { packages } = await client.get(`/api/v1/creators/${creatorId}`);
const packageId = (packages as { id: string }[])[0]?.id;

/** The number of a client's bookings only grows, so a smaller one means that older rows were read. */
const readBookings = async (): Promise<void> => {
  const [before, begun] = [totals.bookings, performance.now()];
  const { counts } = await client.get('/api/v1/bookings?limit=20');
  waits.push(performance.now() - begun);
  const { all } = counts as { all: number };
  totals.reads += 1;
  if (all < before) totals.older += 1;
  totals.bookings = Math.max(totals.bookings, all);
};

// Each booking uses a different day, even across runs.
let day = Date.UTC(2028 + 10 * (process.pid % 100), 0, 1);
const prepare = async (): Promise<void> => {
  await readBookings();
  day += totals.bookings * 86_400_000;
};
const write = async (): Promise<void> => {
  day += 86_400_000;
  const request = { creatorId, packageId, eventType: 'wedding', eventLocation: 'Springfield, IL' };
  const eventDate = new Date(day).toISOString().slice(0, 10);
  const { id } = await client.post('/api/v1/bookings', { ...request, eventDate });
  totals.writes += 1;
  await photographer.post(`/api/v1/bookings/${id}/confirm`);
  totals.writes += 1;
};

const print = (): void => {
  const sortedWaits = waits.toSorted((a, b) => a - b);
  const [half, most] = [0.5, 0.99].map((share) =>
    (sortedWaits[Math.floor(sortedWaits.length * share)] ?? 0).toFixed(0),
  );
  const { reads, writes, failed, older } = totals;
  console.log(`${reads} reads (p50 ${half} ms, p99 ${most} ms), ${writes} writes, ${failed} failed, ${older} older`);
};

await prepare();
const printing = setInterval(print, printEvery);
await Promise.all([
  ...Array.from({ length: readers }, () => steadily(readEvery, readBookings)),
  steadily(writeEvery, write),
]);
clearInterval(printing);
print();
process.exitCode = totals.failed + totals.older === 0 ? 0 : 1;

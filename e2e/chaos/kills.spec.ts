import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditFaults, deadLetterFaults, readModelFaults } from './command-checks.suite.ts';
import { Kills } from './kills.suite.ts';
import { Product } from './product.suite.ts';
import { RequestLog } from './request-log.suite.ts';
import { SeededRandom } from './seeded-random.suite.ts';
import { Users } from './users.suite.ts';
import { Verification } from './verification.suite.ts';

/** How often each of API, worker, the combined process and Postgres is killed. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
/** The same seed repeats the order of the kills. */
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** The average number of seconds between two kills that the test aims for. */
const secondsBetweenKills = 0.7;
/**
 * Maximum time without progress, in milliseconds. The sandbox resends a webhook that was not accepted within a minute,
 * so each one arrives twice in this time.
 */
const stallTimeout = 150_000;

const requests = new RequestLog();
let product: Product;
let verification: Verification;
let kills: Kills;

beforeAll(async () => {
  product = await Product.start();
  verification = new Verification(product.databaseUrl);
}, 400_000);

afterAll(async () => {
  await verification?.close();
  await product?.stop();
}, 120_000);

/** In milliseconds: more than ten times as long as an idle machine needs. */
const testTimeout = 300_000 + rounds * 200_000;

test(
  'API, worker, the combined process and Postgres are killed while users work and read tables are rebuilt',
  async () => {
    process.stdout.write(`Chaos: ${rounds} kills each, CHAOS_SEED=${seed}\n`);
    const random = new SeededRandom(seed);
    const users = await Users.at(product.urls, requests, random);
    users.begin();
    kills = new Kills(product, requests, random, rounds, rounds * 4 * secondsBetweenKills);
    try {
      await kills.run(testTimeout - 120_000);
    } finally {
      await users.end();
    }
    expect(kills.counts).toEqual({ api: rounds, worker: rounds, serve: rounds, postgres: rounds });
    expect(kills.rebuildsHit).toBeGreaterThan(0);
    expect(requests.acknowledged).toBeGreaterThan(rounds);
  },
  testTimeout,
);

test('every process restarts and finishes the work that had begun', async () => {
  await product.waitUntilUp(stallTimeout);
  const unfinishedWork = await verification.settled(stallTimeout);
  if (unfinishedWork.length > 0) process.stdout.write(`${(await verification.activity()).join('\n')}\n`);
  expect(unfinishedWork).toEqual([]);
  expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
}, 900_000);

test('every acknowledged write is stored exactly once, and every payment was kept or refunded once', async () => {
  process.stdout.write(
    `Chaos: ${requests.acknowledged} requests acknowledged, ${await verification.events()} events\n`,
  );
  expect(requests.violations).toEqual([]);
  expect([...requests.failed].map((request) => product.causeOf(request))).toEqual([]);
  expect(await verification.faults(requests)).toEqual([]);
});

test('the audit finds nothing, every read table equals a fresh fold, and there are no dead letters', async () => {
  const jsonOf = async (...args: readonly string[]) => JSON.parse((await product.festoon(...args, '--json')).out);
  expect(auditFaults(await jsonOf('audit', 'verify'))).toEqual([]);
  expect(readModelFaults(await jsonOf('projections', 'verify'))).toEqual([]);
  expect(deadLetterFaults(await jsonOf('dlq', 'list'))).toEqual([]);
}, 400_000);

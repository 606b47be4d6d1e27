import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { Database } from '#platform/postgres';
import { eventually } from '#platform/testing';
import { auditFaults, deadLetterFaults, readModelFaults } from '../chaos/command-checks.suite.ts';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { Verification } from '../chaos/verification.suite.ts';
import { buildNextRelease } from './next-release.suite.ts';

/** How many requests are acknowledged before each step. */
const requestsPerStep = 60;
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const requests = new RequestLog();
const random = new SeededRandom(seed);
let product: Product;
let database: Database;
let verification: Verification;
let nextRelease: string;

beforeAll(async () => {
  process.stdout.write(`Upgrade: CHAOS_SEED=${seed}\n`);
  product = await Product.start();
  database = new Database(product.databaseUrl);
  verification = new Verification(product.databaseUrl);
  nextRelease = buildNextRelease();
}, 400_000);

afterAll(async () => {
  await database?.onApplicationShutdown();
  await verification?.close();
  await product?.stop();
  if (nextRelease) rmSync(nextRelease, { recursive: true, force: true });
}, 120_000);

/** Waits until users have got this many more responses. */
const waitForProgress = async (): Promise<void> => {
  const goal = requests.acknowledged + requestsPerStep;
  await eventually(() => requests.acknowledged >= goal, `${requestsPerStep} more acknowledged requests`, 240_000);
};

/** The tables that only the older release has: no process of the newer one follows the log for them. */
const older = /^(leads_v1|audit_v\d+) at /;
const settled = async (): Promise<void> => {
  let unfinishedWork: readonly string[] = [];
  const isFinished = async () => {
    unfinishedWork = (await verification.unfinishedWork()).filter((work) => !older.test(work));
    return unfinishedWork.length === 0;
  };
  await eventually(isFinished, 'all work to be finished', 120_000).catch((error: unknown) => {
    throw new Error(`${error}: ${unfinishedWork.join(', ')}`);
  });
};

/** For each lead, how many pins it has, and how many of them were seen. */
const leads = () =>
  database.query<{ pins: number; seen: number }>(
    `select count(*) filter (where type = 'LeadPinned')::integer as pins, count(*) filter (where type = 'LeadPinSeen')::integer as seen
     from log.events where stream like 'lead-%' group by stream having count(*) filter (where type = 'LeadPosted') = 1`,
  );

test('processes of two releases serve users together while one after another is upgraded', async () => {
  const users = await Users.at(product.urls, requests, random);
  users.begin();
  await waitForProgress();
  for (const service of product.services) {
    await service.upgrade(nextRelease);
    await product.waitUntilUp(120_000);
    await waitForProgress();
    process.stdout.write(`Upgrade: the ${service.name} is of the next release\n`);
  }
  await users.end();
  await settled();
  const posted = await leads();
  expect(posted.filter(({ pins }) => pins === 0).length).toBeGreaterThan(0);
  expect(posted.filter(({ pins }) => pins === 1).length).toBeGreaterThan(0);
  expect(posted.filter(({ pins, seen }) => pins !== seen)).toEqual([]);
}, 900_000);

test('after going back, the older release serves users, and the newer one continues where it stopped', async () => {
  await product.upgrade(projectFolder());
  const users = await Users.at(product.urls, requests, random, 'later-');
  users.begin();
  await waitForProgress();
  await users.end();
  await product.upgrade(nextRelease);
  await settled();
  expect((await leads()).filter(({ pins, seen }) => pins !== seen)).toEqual([]);
  expect(await database.query('select from followers.left_events')).toEqual([]);
}, 900_000);

test('no request failed, every acknowledged write is stored exactly once, and no process ended unexpectedly', async () => {
  expect(requests.violations).toEqual([]);
  expect([...requests.failed].map((request) => product.causeOf(request))).toEqual([]);
  expect(await verification.faults(requests)).toEqual([]);
  expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
});

test('the audit finds nothing, the read tables of both releases equal a fresh fold, and there are no dead letters', async () => {
  for (const release of [projectFolder(), nextRelease]) {
    const jsonOf = async (...args: readonly string[]) =>
      JSON.parse((await product.callOf(release, ...args, '--json').ended).out);
    expect(auditFaults(await jsonOf('audit', 'verify'))).toEqual([]);
    expect(readModelFaults(await jsonOf('projections', 'verify'))).toEqual([]);
    expect(deadLetterFaults(await jsonOf('dlq', 'list'))).toEqual([]);
  }
}, 400_000);

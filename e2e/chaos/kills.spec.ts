import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Chance } from './chance.suite.ts';
import { Journal } from './journal.suite.ts';
import { Kills } from './kills.suite.ts';
import { People } from './people.suite.ts';
import { Product } from './product.suite.ts';
import { Reckoning } from './reckoning.suite.ts';
import { auditFaults, deadLetterFaults, readModelFaults } from './verdicts.suite.ts';

/** How often each of API, worker, the product in one process, and Postgres is killed. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 10);
/** A run with this seed kills in the same order. */
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** Kills are no further apart than that on average, in seconds, where the machine can. */
const apart = 0.7;
/** A webhook that was refused is sent again within a minute. */
const calmsDownWithin = 150_000;

const journal = new Journal();
let product: Product;
let reckoning: Reckoning;
let kills: Kills;

beforeAll(async () => {
  product = await Product.start();
  reckoning = new Reckoning(product.databaseUrl);
});

afterAll(async () => {
  await reckoning?.close();
  await product?.stop();
});

test(
  'API, worker, the product in one process, and Postgres are killed while people work and read models are folded again',
  async () => {
    process.stdout.write(`Chaos: ${rounds} kills each, CHAOS_SEED=${seed}\n`);
    const chance = new Chance(seed);
    const people = await People.at(product.urls, journal, chance);
    people.begin();
    kills = new Kills(product, journal, chance, rounds, rounds * 4 * apart);
    await kills.run();
    await people.end();
    expect(kills.counts).toEqual({ api: rounds, worker: rounds, serve: rounds, postgres: rounds });
    expect(kills.rebuildsHit).toBeGreaterThan(0);
    expect(journal.acknowledged).toBeGreaterThan(rounds);
  },
  120_000 + rounds * 30_000,
);

test('everything comes back by itself and ends what was begun', async () => {
  await product.works(calmsDownWithin);
  const until = Date.now() + calmsDownWithin;
  while ((await reckoning.unfinished()).length > 0 && Date.now() < until) await sleep(100);
  expect(await reckoning.unfinished()).toEqual([]);
  expect(product.services.flatMap(({ deaths }) => deaths)).toEqual([]);
}, 400_000);

test('every acknowledged write is there, none twice, and money was kept or went back once', async () => {
  process.stdout.write(`Chaos: ${journal.acknowledged} requests acknowledged, ${await reckoning.events()} events\n`);
  expect(journal.complaints).toEqual([]);
  expect(await reckoning.faults(journal)).toEqual([]);
});

test('the log is what was written, every read model equals a fresh fold, and there are no dead letters', async () => {
  const asked = async (...words: readonly string[]) => JSON.parse((await product.festoon(...words, '--json')).out);
  expect(auditFaults(await asked('audit', 'verify'))).toEqual([]);
  expect(readModelFaults(await asked('projections', 'verify'))).toEqual([]);
  expect(deadLetterFaults(await asked('dlq', 'list'))).toEqual([]);
}, 120_000);

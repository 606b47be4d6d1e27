import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { Limits } from './limits.ts';

let config: Config;
let database: Database;
let limits: Limits;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ config, drop } = await testConfig({ RATE_LIMITS: '1' }));
  database = new Database(config.databaseUrl);
  limits = new Limits(database, config);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await drop();
});

const knocks = { name: 'knocks', times: 2, seconds: 60 };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

test('so many times are allowed, then none until the time has passed', async () => {
  expect(await limits.take(knocks, 'ann', at(0))).toEqual({ allowed: true, times: 2, taken: 1, left: 1, seconds: 60 });
  expect(await limits.take(knocks, 'ann', at(20))).toMatchObject({ allowed: true, left: 0, seconds: 40 });
  expect(await limits.take(knocks, 'ann', at(59.5))).toMatchObject({ allowed: false, taken: 3, left: 0, seconds: 1 });
  expect(await limits.take(knocks, 'ann', at(60))).toMatchObject({ allowed: true, taken: 1, seconds: 60 });
});

test('keys and rules do not touch each other', async () => {
  await limits.take(knocks, 'bo', at(0));
  await limits.take(knocks, 'bo', at(0));
  expect(await limits.take({ ...knocks, name: 'rings' }, 'bo', at(0))).toMatchObject({ taken: 1 });
  expect(await limits.take(knocks, 'cy', at(0))).toMatchObject({ taken: 1 });
});

test('looking does not count, forgetting begins anew', async () => {
  expect(await limits.look(knocks, 'di', at(0))).toMatchObject({ allowed: true, taken: 0 });
  await limits.take(knocks, 'di', at(0));
  await limits.take(knocks, 'di', at(0));
  expect(await limits.look(knocks, 'di', at(0))).toMatchObject({ allowed: false, taken: 2 });
  expect(await limits.look(knocks, 'di', at(61))).toMatchObject({ allowed: true, taken: 0 });
  await limits.giveBack(knocks, 'di');
  expect(await limits.look(knocks, 'di', at(0))).toMatchObject({ allowed: true, taken: 1 });
  await limits.forget(knocks, 'di');
  expect(await limits.take(knocks, 'di', at(0))).toMatchObject({ taken: 1 });
});

test('of many at once, exactly so many are allowed', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => limits.take(knocks, 'crowd', at(0))));
  expect(all.filter(({ allowed }) => allowed)).toHaveLength(2);
});

test('all limits are multiplied, or off', async () => {
  const tenfold = new Limits(database, config.with({ rateLimits: 10 }));
  expect(await tenfold.take(knocks, 'eve', at(0))).toMatchObject({ times: 20, left: 19 });
  const off = new Limits(database, config.with({ rateLimits: 0 }));
  for (let i = 0; i < 5; i++) expect(await off.take(knocks, 'fay', at(0))).toMatchObject({ allowed: true });
  expect(await off.look(knocks, 'fay', at(0))).toMatchObject({ allowed: true });
});

test('the table names nobody, and what is over is swept', async () => {
  await limits.take(knocks, 'gus@example.com', at(0));
  const rows = async () =>
    (await database.query<{ row: string }>('select c::text as row from limits.counts c')).map(({ row }) => row);
  expect((await rows()).join()).not.toContain('gus');
  await limits.take(knocks, 'hal', at(1_000_000));
  expect(await rows()).toHaveLength(1);
});

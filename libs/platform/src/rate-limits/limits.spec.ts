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

const attempts = { name: 'attempts', times: 2, seconds: 60 };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

test('calls are allowed up to the limit, then refused until the period ends', async () => {
  expect(await limits.take(attempts, 'ann', at(0))).toEqual({
    allowed: true,
    times: 2,
    taken: 1,
    left: 1,
    seconds: 60,
  });
  expect(await limits.take(attempts, 'ann', at(20))).toMatchObject({ allowed: true, left: 0, seconds: 40 });
  expect(await limits.take(attempts, 'ann', at(59.5))).toMatchObject({ allowed: false, taken: 3, left: 0, seconds: 1 });
  expect(await limits.take(attempts, 'ann', at(60))).toMatchObject({ allowed: true, taken: 1, seconds: 60 });
});

test('each key and each limit is counted separately', async () => {
  await limits.take(attempts, 'bo', at(0));
  await limits.take(attempts, 'bo', at(0));
  expect(await limits.take({ ...attempts, name: 'others' }, 'bo', at(0))).toMatchObject({ taken: 1 });
  expect(await limits.take(attempts, 'cy', at(0))).toMatchObject({ taken: 1 });
});

test('reading does not count, giving back subtracts one, and forgetting resets', async () => {
  expect(await limits.look(attempts, 'di', at(0))).toMatchObject({ allowed: true, taken: 0 });
  await limits.take(attempts, 'di', at(0));
  await limits.take(attempts, 'di', at(0));
  expect(await limits.look(attempts, 'di', at(0))).toMatchObject({ allowed: false, taken: 2 });
  expect(await limits.look(attempts, 'di', at(61))).toMatchObject({ allowed: true, taken: 0 });
  await limits.giveBack(attempts, 'di');
  expect(await limits.look(attempts, 'di', at(0))).toMatchObject({ allowed: true, taken: 1 });
  await limits.reset(attempts, 'di');
  expect(await limits.take(attempts, 'di', at(0))).toMatchObject({ taken: 1 });
});

test('exactly the limit is allowed of many simultaneous calls', async () => {
  const allowances = await Promise.all(Array.from({ length: 30 }, () => limits.take(attempts, 'crowd', at(0))));
  expect(allowances.filter(({ allowed }) => allowed)).toHaveLength(2);
});

test('RATE_LIMITS multiplies all limits or turns them off', async () => {
  const tenfold = new Limits(database, config.with({ rateLimits: 10 }));
  expect(await tenfold.take(attempts, 'eve', at(0))).toMatchObject({ times: 20, left: 19 });
  const unlimited = new Limits(database, config.with({ rateLimits: 0 }));
  for (let i = 0; i < 5; i++) expect(await unlimited.take(attempts, 'fay', at(0))).toMatchObject({ allowed: true });
  expect(await unlimited.look(attempts, 'fay', at(0))).toMatchObject({ allowed: true });
});

test('the table contains no personal data, and expired counts are deleted', async () => {
  await limits.take(attempts, 'gus@example.com', at(0));
  const rows = async () =>
    (await database.query<{ row: string }>('select c::text as row from limits.counts c')).map(({ row }) => row);
  expect((await rows()).join()).not.toContain('gus');
  await limits.take(attempts, 'hal', at(1_000_000));
  expect(await rows()).toHaveLength(1);
});

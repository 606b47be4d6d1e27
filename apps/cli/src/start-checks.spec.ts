import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { testConfig } from '#platform/testing';
import { migrateDatabase, requireRedis } from './start-checks.ts';

let config: Config;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
});
afterAll(() => drop());

const at = (changes: Partial<URL>) => config.with({ server: Object.assign(new URL(config.databaseUrl), changes).href });

test('a migrated database is up to date', async () => {
  expect(await migrateDatabase(config)).toEqual([]);
});

test.each([
  ['where nothing listens', { port: '1' }, /ECONNREFUSED/],
  ['with a wrong password', { password: 'wrong' }, /password authentication failed/],
  ['that does not exist', { pathname: '/nowhere' }, /database "nowhere" does not exist/],
])('a database %s is named with the reason, without the password', async (_, changes, reason) => {
  const wrong = at(changes);
  const { host, password, pathname } = new URL(wrong.databaseUrl);
  const failure = await migrateDatabase(wrong).catch((error: Error) => error.message);
  expect(failure).toMatch(reason);
  expect(failure).toContain(`The database of DATABASE_URL, ${host}${pathname}, cannot be used: `);
  expect(failure).not.toContain(`:${password}@`);
});

test('an unreachable Redis is named in the error, and without REDIS_URL nothing is checked', async () => {
  await requireRedis(config);
  await expect(requireRedis(config.with({ redisUrl: 'redis://127.0.0.1:1' }))).rejects.toThrow(
    /^The Redis of REDIS_URL, 127\.0\.0\.1:1, cannot be reached: .*ECONNREFUSED/,
  );
});

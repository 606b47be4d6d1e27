import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { testConfig } from '#platform/testing';
import { Failure } from './errors.ts';
import {
  checkDatabase,
  migrateDatabase,
  requireDemoDataAllowed,
  requireGateway,
  requireRedis,
} from './start-checks.ts';

let config: Config;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
});
afterAll(() => drop());

const configWithDatabaseUrl = (changes: Partial<URL>) =>
  config.with({ server: Object.assign(new URL(config.databaseUrl), changes).href });

test('a migrated database is up to date', async () => {
  expect(await migrateDatabase(config)).toEqual([]);
});

test.each([
  [
    'where nothing listens',
    { port: '1' },
    /ECONNREFUSED.+: start Postgres, or correct the host and port in DATABASE_URL\.$/,
  ],
  [
    'with a wrong password',
    { password: 'wrong' },
    /password authentication failed.+Correct the user and password in DATABASE_URL\.$/,
  ],
  [
    'that does not exist',
    { pathname: '/nowhere' },
    /database "nowhere" does not exist\. Create it, or correct the name of the database in DATABASE_URL\.$/,
  ],
])('a database %s is named with the reason, without the password', async (_, changes, reason) => {
  const wrongConfig = configWithDatabaseUrl(changes);
  const { host, password, pathname } = new URL(wrongConfig.databaseUrl);
  const failure = await migrateDatabase(wrongConfig).catch((error: Error) => error.message);
  expect(failure).toMatch(reason);
  expect(failure).toContain(`The database in DATABASE_URL (${host}${pathname}) cannot be used: `);
  expect(failure).not.toContain(`:${password}@`);
});

test('a production start with the sandbox gateway is refused, unless it serves a demo', () => {
  const stripe = { key: 'sk_test_1', webhookSecret: 'whsec_1', url: 'https://api.stripe.com' };
  expect(() => requireGateway({ production: true, demo: false, stripe: undefined })).toThrow(
    'NODE_ENV is production, but the payments gateway is the sandbox, which takes no real money. Set PAYMENTS=stripe',
  );
  for (const demo of [true, false])
    expect(() => requireGateway({ production: false, demo, stripe: undefined })).not.toThrow();
  expect(() => requireGateway({ production: true, demo: true, stripe: undefined })).not.toThrow();
  expect(() => requireGateway({ production: true, demo: false, stripe })).not.toThrow();
});

test('demo data is refused where real people are served', () => {
  const stripe = { key: 'sk_test_1', webhookSecret: 'whsec_1', url: 'https://api.stripe.com' };
  for (const settings of [
    { production: true, demo: false, stripe: undefined },
    { production: true, demo: false, stripe },
    { production: false, demo: false, stripe },
  ])
    expect(() => requireDemoDataAllowed(settings)).toThrow(/published.+Nothing was changed\. Set FESTOON_DEMO=true/);
  for (const production of [true, false])
    expect(() => requireDemoDataAllowed({ production, demo: true, stripe: undefined })).not.toThrow();
  expect(() => requireDemoDataAllowed({ production: false, demo: false, stripe: undefined })).not.toThrow();
});

test('a port that does not speak the protocol of Postgres is named as such', async () => {
  const web = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const port = String((web.address() as AddressInfo).port);
  await expect(migrateDatabase(configWithDatabaseUrl({ port }))).rejects.toThrow(
    `The database in DATABASE_URL (127.0.0.1:${port}${new URL(config.databaseUrl).pathname}) cannot be used: the server there is not Postgres, or does not respond. Correct the host and port in DATABASE_URL.`,
  );
  web.closeAllConnections();
  web.close();
});

test('other secrets than those the database was first used with are refused, and the message says what to do', async () => {
  await checkDatabase(config);
  await checkDatabase(config.with({ secrets: { ...config.secrets, paymentsWebhook: 'x'.repeat(43) } }));
  const otherSecrets = config.with({ secrets: { ...config.secrets, passwords: 'x'.repeat(43) } });
  await expect(checkDatabase(otherSecrets)).rejects.toThrow(
    new Failure(
      `This database was first used with different secrets than those in ${config.dataFolder}/secrets.json or the environment (PASSWORD_PEPPER), so its encrypted data cannot be read. Nothing was changed. Restore the secrets.json that belongs to this database, or choose another database with DATABASE_URL.`,
    ),
  );
  await checkDatabase(config);
});

test('an unreachable Redis is named in the error, and without REDIS_URL nothing is checked', async () => {
  await requireRedis(config);
  await expect(requireRedis(config.with({ redisUrl: 'redis://127.0.0.1:1' }))).rejects.toThrow(
    /^The Redis server in REDIS_URL \(127\.0\.0\.1:1\) cannot be reached: .*ECONNREFUSED/,
  );
});

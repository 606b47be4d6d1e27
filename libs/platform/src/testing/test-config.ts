import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Actor, Origin } from '#kernel';
import { Config } from '#platform/config';
import type { EventStore } from '#platform/event-store';
import { fastFolder } from './fast-folder.ts';

/**
 * The settings of every test and of the processes that tests start: no rate limits, the cheapest password hashes that a
 * setting allows, and few connections, because opening one costs some 20 ms of CPU time (ADR 53).
 */
export const testSettings = { RATE_LIMITS: '0', PASSWORD_MEMORY: '19', DATABASE_CONNECTIONS: '4' } as const;

/**
 * Replaces PASSWORD_MEMORY inside the test's own process, in MiB: less than a setting may be, because tests sign up
 * thousands of people whose passwords need no protection.
 */
const passwordMemory = 1;

/**
 * Creates a migrated database on the test run's Postgres; call `drop` when done. EVENT_STORE and EVENT_STORE_URL of the
 * run decide where the log is: in that database, or in an EventStoreDB under a prefix of its own. `environment` has the
 * variables with which another process uses the same database, log and data folder.
 */
export const testConfig = async (settings: Readonly<Record<string, string>> = {}) => {
  const server = process.env.FESTOON_TEST_POSTGRES;
  if (!server) throw new Error('FESTOON_TEST_POSTGRES is not set: run the tests with npm test or npm run jest');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server, `create database ${name} template festoon_template strategy file_copy`);
  const dataFolder = mkdtempSync(join(fastFolder(), 'festoon-test-'));
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const usual = {
    DATABASE_URL: url,
    FESTOON_DATA: dataFolder,
    PORT: '0',
    ...testSettings,
    ...eventStoreSettings(name),
  };
  const environment: Readonly<Record<string, string>> = { ...usual, ...settings };
  const config = Config.from(environment).with({ passwordMemory });
  const drop = async () => {
    rmSync(dataFolder, { recursive: true, force: true });
    await asOwner(server, `drop database ${name} with (force)`);
  };
  return { config, environment, drop };
};

/** The log as it was written, from after a position: in its original shapes, with personal data sealed. */
export const wholeLog = async (
  store: EventStore,
  after = 0n,
): Promise<Awaited<ReturnType<EventStore['afterSealed']>>> => {
  const events = [];
  for (let page = await store.afterSealed(after, 5_000); page.length > 0; ) {
    events.push(...page);
    page = await store.afterSealed(page.at(-1)?.position ?? after, 5_000);
  }
  return events;
};

/** The origin of a test's commands. */
export const originOf = (by: Actor): Origin => {
  const request = randomUUID();
  return { by, source: 'api', request, correlation: request, causation: request };
};

const eventStoreSettings = (name: string): Record<string, string> => {
  const { EVENT_STORE, EVENT_STORE_URL } = process.env;
  if (EVENT_STORE !== 'eventstoredb') return {};
  return { EVENT_STORE, EVENT_STORE_URL: EVENT_STORE_URL ?? '', EVENT_STORE_PREFIX: name.replace('_', '-') };
};

const asOwner = async (server: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

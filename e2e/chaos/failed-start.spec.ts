import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { testConfig } from '#platform/testing';

/** A process that has not ended by then, in milliseconds, is killed. */
const endsWithin = 60_000;

let environment: Readonly<Record<string, string>>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await testConfig();
  ({ environment, drop } = created);
  const client = new Client(created.config.databaseUrl);
  await client.connect();
  await client.query('alter table followers.checkpoints rename to renamed');
  await client.end();
});
afterAll(() => drop());

// The statement fails after other connections are open, as when Postgres restarts during a start. The process must end,
// so that a service manager restarts it.
test('a process ends with an error if a statement of its start fails', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'worker'], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: endsWithin,
    killSignal: 'SIGKILL',
  });
  const [exit, errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect(errors).toContain('relation "followers.checkpoints" does not exist');
  expect(exit).toEqual([1, null]);
});

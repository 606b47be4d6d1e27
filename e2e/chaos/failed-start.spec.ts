import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Config } from '#platform/config';
import { testConfig, testSettings } from '#platform/testing';

/** A process that has not ended by then, in milliseconds, is killed. */
const endsWithin = 60_000;

let config: Config;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  const client = new Client(config.databaseUrl);
  await client.connect();
  await client.query('alter table followers.checkpoints rename to renamed');
  await client.end();
});
afterAll(() => drop());

// Its other connections are open by then, as when Postgres restarts during a start. A service manager restarts what
// ends.
test.each([['worker'], ['projections list']])(
  '%s ends with an error if a statement of its start fails',
  async (command) => {
    const { PATH = '', HOME = '' } = process.env;
    const settings = { DATABASE_URL: config.databaseUrl, FESTOON_DATA: config.dataFolder, PORT: '0', ...testSettings };
    const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', ...command.split(' ')], {
      env: { PATH, HOME, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: endsWithin,
      killSignal: 'SIGKILL',
    });
    const [exit, errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect(errors).toContain('relation "followers.checkpoints" does not exist');
    expect(exit).toEqual([1, null]);
  },
);

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, type Queryable } from '#platform/postgres';
import { eventually, testConfig } from '#platform/testing';
import { Checkpoints } from './checkpoints.ts';

let database: Database;
let checkpoints: Checkpoints;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop: dropDatabase } = await testConfig();
  database = new Database(config.databaseUrl);
  drop = dropDatabase;
  checkpoints = new Checkpoints(database);
  // In the order of the table, which differs from that of the names.
  for (const name of ['b', 'a']) await checkpoints.ensure(database, name);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await drop();
});

const isWaiting = async (): Promise<boolean> =>
  (await database.query('select from pg_locks where not granted')).length > 0;
const lockNow = (within: Queryable, name: string) =>
  within.query('select from followers.checkpoints where name = $1 for update nowait', [name]);

test.each([
  ['use', () => checkpoints.use(['b', 'a'])],
  ['catchUp', () => checkpoints.catchUp(['b', 'a'])],
  ['pause', () => checkpoints.pause(['b', 'a'], true)],
])(
  '%s locks the rows in the order of their names, as the projector does, so that the two do not block each other',
  async (_, change) => {
    let changing: Promise<void> | undefined;
    await database.transaction(async (within) => {
      await lockNow(within, 'a');
      changing = change();
      await eventually(isWaiting, 'the change waits for the first row');
      await lockNow(within, 'b');
    });
    await expect(changing).resolves.toBeUndefined();
  },
);

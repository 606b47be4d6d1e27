import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { testConfig } from '#platform/testing';
import { migrate } from './migrate.ts';

let owner: Client;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await testConfig();
  drop = made.drop;
  url = made.config.server ?? '';
  owner = new Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await drop();
});

const mayUpdate = async () =>
  (await owner.query(`select has_table_privilege('festoon_runtime', 'requests.keys', 'update') as may`)).rows[0].may;
const appliedAs = (name: string, sha256: string) =>
  owner.query('update public.migrations set sha256 = $2 where name = $1', [name, sha256]);

test('a database that an earlier release made is brought to the newest, and then there is nothing to do', async () => {
  await owner.query(`revoke update on requests.keys from festoon_runtime;
    delete from public.migrations where name = '0013-requests-updated.sql'`);
  expect(await mayUpdate()).toBe(false);
  expect(await migrate(url)).toEqual(['0013-requests-updated.sql']);
  expect(await mayUpdate()).toBe(true);
  expect(await migrate(url)).toEqual([]);
});

test('a database that an incompatible version made is refused, unchanged, with a sentence that says what to do', async () => {
  await appliedAs(
    '0014-devices-and-networks-apart.sql',
    'bf27c8e730ca1afaca4885c86fb01a8e8e4f895d946eb64d4422999729f34553',
  );
  await owner.query(`delete from public.migrations where name = '0013-requests-updated.sql'`);
  await expect(migrate(url)).rejects.toThrow(
    'made by an incompatible version of Festoon: it has migrations/0014-devices-and-networks-apart.sql in another form. Nothing was changed.',
  );
  const { rows } = await owner.query(`select name from public.migrations where name = '0013-requests-updated.sql'`);
  expect(rows).toEqual([]);
});

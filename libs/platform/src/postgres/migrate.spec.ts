import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { testConfig } from '#platform/testing';
import { migrate } from './migrate.ts';

let owner: Client;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const newDatabase = await testConfig();
  drop = newDatabase.drop;
  url = newDatabase.config.server ?? '';
  owner = new Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await drop();
});

const newestMigration = '0011-secret-fingerprints.sql';
const removeNewest = () =>
  owner.query(`drop schema if exists secrets cascade; delete from public.migrations where name = '${newestMigration}'`);
const hasNewest = async () => {
  const { rows } = await owner.query<{ found: boolean }>(
    `select to_regclass('secrets.fingerprints') is not null
       or exists (select from public.migrations where name = '${newestMigration}') as found`,
  );
  return rows[0]?.found;
};

test('a database that an earlier release made is brought to the newest, and then there is nothing to do', async () => {
  await removeNewest();
  expect(await hasNewest()).toBe(false);
  expect(await migrate(url)).toEqual([newestMigration]);
  expect(await hasNewest()).toBe(true);
  expect(await migrate(url)).toEqual([]);
});

test('an earlier release starts on a database that a later one has migrated', async () => {
  await owner.query(`insert into public.migrations (name, sha256) values ('9999-later.sql', 'unknown')`);
  expect(await migrate(url)).toEqual([]);
  await owner.query(`delete from public.migrations where name = '9999-later.sql'`);
});

test.each([
  ['that another version had under the same name', '0008-mail.sql', '0008-mail.sql'],
  ['that this version does not have', '0001-runtime-role.sql', '0001-log.sql'],
])(
  'a database with a migration %s is refused, unchanged, with a sentence that says what to do',
  async (_, name, other) => {
    await removeNewest();
    const { rows } = await owner.query('select * from public.migrations where name = $1', [name]);
    await owner.query(`update public.migrations set name = $2, sha256 = 'other' where name = $1`, [name, other]);
    await expect(migrate(url)).rejects.toThrow(
      `This database was made by an incompatible version of Festoon: its migrations/${other} is different. Nothing was changed. Choose another database with DATABASE_URL, or another folder with FESTOON_DATA; if its data is not needed, delete it and start again.`,
    );
    expect(await hasNewest()).toBe(false);
    await owner.query('update public.migrations set name = $2, sha256 = $3 where name = $1', [
      other,
      name,
      rows[0].sha256,
    ]);
  },
);

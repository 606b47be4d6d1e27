import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { bytesArray, integerArray, smallintArray, textArray, timestampArray, uuidArray } from './postgres-arrays.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop: dropDatabase } = await testConfig();
  database = new Database(config.databaseUrl);
  drop = dropDatabase;
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await drop();
});

const types = 'text[], $2::int4[], $3::int2[], $4::uuid[], $5::timestamptz[], $6::bytea[]';
const asStored = async (values: readonly Buffer[]) => {
  const [row] = await database.query(
    `select to_jsonb(a) as stored from (select $1::${types}) as a (texts, integers, smalls, ids, instants, bytes)`,
    values,
  );
  return row?.stored;
};

test('Postgres reads exactly the values that were written', async () => {
  const texts = ['', '{"a":"\\"\\\\ ,{}\'"}', 'Ünïcödé 🎈', 'NULL', 'a\nb'];
  const ids = ['6f2c1c58-0000-4000-8000-00000000ff0a', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'];
  const instants = ['2026-11-25T23:20:45.123Z', '1999-12-31T23:59:59.999Z', '1960-01-01T00:00:00.001Z'];
  const stored = await asStored([
    textArray(texts),
    integerArray([0, -1, 2_147_483_647]),
    smallintArray([1, -32_768]),
    uuidArray(ids),
    timestampArray(instants),
    bytesArray([Buffer.from([0, 255, 92]), Buffer.alloc(0)]),
  ]);
  expect(stored).toEqual({
    texts,
    integers: [0, -1, 2_147_483_647],
    smalls: [1, -32_768],
    ids: ids.map((id) => id.toLowerCase()),
    instants: expect.anything(),
    bytes: ['\\x00ff5c', '\\x'],
  });
  expect(stored.instants.map((instant: string) => new Date(instant).toISOString())).toEqual(instants);
});

test('an empty array has no elements', async () => {
  const [row] = await database.query('select cardinality($1::text[]) as texts, cardinality($2::uuid[]) as ids', [
    textArray([]),
    uuidArray([]),
  ]);
  expect(row).toEqual({ texts: 0, ids: 0 });
});

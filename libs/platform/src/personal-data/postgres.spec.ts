import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { TestApp, testConfig } from '#platform/testing';

let config: Config;
let drop: () => Promise<void>;
let server: TestApp;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  server = await TestApp.start({ config, follows: false });
});
afterAll(async () => {
  await server.app.close();
  await drop();
});

const keys = () => server.app.get(PersonalDataKeys);
const storedKey = async (person: string): Promise<Buffer> => {
  const sql = 'select key from personal_data.keys where person = $1';
  const [row] = await server.app.get(Database).query<{ key: Buffer }>(sql, [person]);
  if (!row) throw new Error(`No key is stored for ${person}`);
  return row.key;
};

test('streams that are recorded while others are recorded are committed together, each once', async () => {
  const people = [randomUUID(), randomUUID()];
  const querySpy = jest.spyOn(server.app.get(Database), 'query');
  const streams = Array.from({ length: 20 }, (_, i) => `note-${i % 10}`);
  await Promise.all(streams.map((stream) => keys().recordStream(people, stream)));
  expect(querySpy.mock.calls.length).toBeLessThanOrEqual(2);
  querySpy.mockRestore();
  const sql = 'select person, stream from personal_data.streams where person = any($1)';
  expect(await server.app.get(Database).query(sql, [people])).toHaveLength(20);
});

test('the keys of several new people can be created in different orders at the same time', async () => {
  for (let i = 0; i < 5; i++) {
    const people = Array.from({ length: 500 }, () => randomUUID());
    await Promise.all([keys().toWrite(people), keys().toWrite(people.toReversed())]);
    expect((await keys().toRead(people)).size).toBe(people.length);
  }
});

test('a key is stored encrypted, and is the same key when it is read again', async () => {
  const person = randomUUID();
  const key = (await keys().toWrite([person])).get(person)?.export();
  expect(key).toHaveLength(32);
  const storedBytes = await storedKey(person);
  expect(storedBytes.includes(key ?? '')).toBe(false);
  const otherProcess = await TestApp.start({ config, follows: false });
  expect((await otherProcess.app.get(PersonalDataKeys).toRead([person])).get(person)?.export()).toEqual(key);
  await otherProcess.app.close();
});

test('a copy of the database without its PERSONAL_DATA_KEY opens no key', async () => {
  const person = randomUUID();
  await keys().toWrite([person]);
  const secrets = { ...config.secrets, personalData: randomBytes(32).toString('base64url') };
  const thief = await TestApp.start({ config: config.with({ secrets }), follows: false });
  await expect(thief.app.get(PersonalDataKeys).toRead([person])).rejects.toThrow();
  await thief.app.close();
});

test('a key that is read while its person is erased is not kept in memory', async () => {
  const person = randomUUID();
  await keys().toWrite([person]);
  const otherProcess = await TestApp.start({ config, follows: false });
  const database = otherProcess.app.get(Database);
  const query = database.query.bind(database);
  const late = jest.spyOn(database, 'query').mockImplementationOnce(async (...call) => {
    const rows = await query(...call);
    await otherProcess.app.get(PersonalDataKeys).erase(person);
    return rows;
  });
  await otherProcess.app.get(PersonalDataKeys).toRead([person]);
  late.mockRestore();
  expect((await otherProcess.app.get(PersonalDataKeys).toRead([person])).get(person)).toBeNull();
  await otherProcess.app.close();
});

test('a key opens nothing in the row of another person', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  await keys().toWrite([person]);
  const sql = 'insert into personal_data.keys (person, key) values ($1, $2)';
  await server.app.get(Database).query(sql, [other, await storedKey(person)]);
  await expect(keys().toRead([other])).rejects.toThrow();
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { Effects } from './effects.ts';

let database: Database;
let effects: Effects;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await testConfig();
  drop = test.drop;
  database = new Database(test.config.databaseUrl);
  effects = new Effects(database);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await drop();
});

const rings: string[] = [];
const ring = (bell: string) => async () => void rings.push(bell);

test('an effect runs once per cause and kind', async () => {
  rings.length = 0;
  for (const bell of ['bell', 'bell again']) expect(await effects.once('e1', 'bell', ring(bell))).toBe('completed');
  await effects.once('e1', 'horn', ring('horn'));
  await effects.once('e2', 'bell', ring('second bell'));
  expect(rings).toEqual(['bell', 'horn', 'second bell']);
});

test('of concurrent attempts, one runs the effect', async () => {
  rings.length = 0;
  await Promise.all(Array.from({ length: 20 }, () => effects.once('e3', 'bell', ring('bell'))));
  expect(rings).toEqual(['bell']);
});

test('a failed effect can be tried again', async () => {
  rings.length = 0;
  const brokenEffect = effects.once('e4', 'bell', () => Promise.reject(new Error('no bell')));
  await expect(brokenEffect).rejects.toThrow('no bell');
  await effects.once('e4', 'bell', ring('bell'));
  expect(rings).toEqual(['bell']);
});

test('an effect in progress when its process died is not repeated, because it may have taken place', async () => {
  rings.length = 0;
  await database.query(`insert into effects.ledger (cause, kind) values ('e5', 'bell')`);
  expect(await effects.once('e5', 'bell', ring('bell'))).toBe('unknown');
  expect(rings).toEqual([]);
});

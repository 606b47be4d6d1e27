import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { EntityManager } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import type { Projection } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Instant, Projector, WholeNumber } from '#platform/projections';
import { originOf, TestApp } from '#platform/testing';

const thingRows = defineEntity({
  name: 'Thing',
  schema: 'read',
  tableName: 'things_v1',
  properties: {
    id: p.text().primary(),
    text: p.text().nullable(),
    yes: p.boolean(),
    real: p.double(),
    large: p.type(WholeNumber),
    day: p.date(),
    at: p.type(Instant).nullable(),
    words: p.array().$type<(string | null)[]>(),
    json: p.json<unknown>().nullable(),
    odd: p.string().fieldName('a "quoted" name'),
  },
});
type Thing = InferEntity<typeof thingRows>;
/** Events contain only whole numbers, so the fraction is stored as text. */
type ThingData = Omit<Thing, 'id' | 'real'> & { real: string };
const things: Projection<{ ThingAdded: ThingData }, Thing> = {
  table: 'things',
  version: 1,
  key: ({ stream }) => stream,
  insert: { ThingAdded: (data, { stream }) => ({ ...data, real: Number(data.real), id: stream }) },
};

let site: TestApp;
let app: TestApp['app'];
beforeAll(async () => {
  site = await TestApp.start({
    imports: [MikroOrmModule.forFeature([thingRows])],
    prepare: (starting) => starting.get(Projector).add(things, thingRows),
  });
  app = site.app;
});
afterAll(() => site.stop());

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', '\\N', '\\.', '"', "'", '{', '}', ',', 'NULL', '🎉', ' '),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const thingData: fc.Arbitrary<ThingData> = fc.record({
  text: fc.option(text),
  yes: fc.boolean(),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }).map((real) => String(real || 0)),
  large: fc.maxSafeInteger(),
  day: fc.constantFrom('2026-02-28', '0001-01-01', '9999-12-31'),
  at: fc.option(fc.constantFrom('2026-10-25T01:30:00.123Z', '1970-01-01T00:00:00.000Z')),
  words: fc.array(fc.option(text), { maxLength: 4 }),
  json: fc.option(
    fc.oneof(fc.array(text), fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)))),
  ),
  odd: text.map((odd) => [...odd].slice(0, 100).join('')),
});

test('rows copied in bulk are equal to rows written one by one', async () => {
  const samples = fc.sample(thingData, { numRuns: 300, seed: 7 });
  const { store, projector } = { store: app.get(EventStore), projector: app.get(Projector) };
  await app.get(Context).run(originOf({ id: 'ann', kind: 'user', role: 'client' }), async () => {
    for (const [i, data] of samples.entries())
      await store.append<{ ThingAdded: ThingData }>(`thing-${i}`, 0, [{ type: 'ThingAdded', data }]);
  });
  expect(await projector.waitUntilProjected(await store.head(), 20_000)).toBe(true);
  const rows = () => app.get(EntityManager).find(thingRows, {}, { orderBy: { id: 'asc' } });
  const rowsBefore = await rows();
  expect(rowsBefore).toHaveLength(300);

  expect((await projector.rebuild('things_v1')).rebuilt).toMatchObject([{ comparison: { different: 0 } }]);
  expect(await rows()).toEqual(rowsBefore);
  // The second half is merged into the rows of the first half.
  expect((await projector.rebuild('things_v1', { rowsInMemory: 10, maxRate: 600 })).rebuilt).toMatchObject([
    { comparison: { different: 0 } },
  ]);
  expect(await rows()).toEqual(rowsBefore);
});

test('verification finds a changed character, an additional row and a missing row', async () => {
  const { query } = { query: (sql: string) => app.get(Database).query(sql) };
  await query(`update read.things_v1 set text = coalesce(text, '') || 'x' where id = 'thing-1'`);
  await query(`delete from read.things_v1 where id = 'thing-2'`);
  await query(`update read.things_v1 set id = 'thing-none' where id = 'thing-3'`);
  expect(await app.get(Projector).verificationResults(['things_v1'])).toMatchObject([
    { rows: 299, fresh: 300, different: 4, keys: ['thing-1', 'thing-2', 'thing-3', 'thing-none'] },
  ]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { Message, Projection } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { originOf, TestApp, untilCaughtUp } from '#platform/testing';

type Events = {
  GuestCame: { person: string; name: string | null };
  GuestMoved: { person: string; table: number };
  GuestLeft: object;
};
const guestRows = defineEntity({
  name: 'Guest',
  schema: 'read',
  tableName: 'guests_v1',
  properties: { id: p.text().primary(), name: p.text().nullable(), table: p.integer() },
});
const guests: Projection<Events, InferEntity<typeof guestRows>> = {
  table: 'guests',
  version: 1,
  key: ({ stream }) => stream,
  insert: { GuestCame: ({ name }, { stream }) => ({ id: stream, name, table: 0 }) },
  update: { GuestMoved: (row, { table }) => ({ ...row, table }), GuestLeft: () => null },
};
const moveRows = defineEntity({
  name: 'Move',
  schema: 'read',
  tableName: 'moves_v1',
  properties: { id: p.text().primary(), table: p.integer() },
});
const moves: Projection<Pick<Events, 'GuestMoved'>, InferEntity<typeof moveRows>> = {
  table: 'moves',
  version: 1,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: { GuestMoved: ({ table }, { stream, version }) => ({ id: `${stream}:${version}`, table }) },
};

let site: TestApp;
let app: TestApp['app'];
let projector: Projector;
const write = async (stream: string, version: number, ...events: readonly Message<Events>[]) => {
  await app
    .get(Context)
    .run(originOf({ id: 'ann', kind: 'user', role: 'client' }), () =>
      site.store.append<Events>(stream, version, events),
    );
};
const came = (person: string) => ({ type: 'GuestCame', data: { person, name: `Guest ${person}` } }) as const;
const movedEvent = (person: string, table: number) => ({ type: 'GuestMoved', data: { person, table } }) as const;
const caughtUp = () => untilCaughtUp(app);
const rows = async () =>
  app
    .get(Database)
    .query<{ id: string; name: string | null; table: number }>('select * from read.guests_v1 order by id');
const erase = async (person: string) => projector.refold(await app.get(PersonalDataKeys).erase(person));

beforeAll(async () => {
  site = await TestApp.start({
    imports: [MikroOrmModule.forFeature([guestRows, moveRows])],
    prepare: (starting) => {
      starting
        .get(EventStore)
        .register({ stream: 'guest', personalData: { GuestCame: { of: 'person', fields: ['name'] } } });
      starting.get(Projector).add(guests, guestRows);
      starting.get(Projector).add(moves, moveRows);
    },
  });
  app = site.app;
  projector = app.get(Projector);
  await write('guest-1', 0, came('ben'), movedEvent('ben', 3));
  await write('guest-2', 0, came('cy'), movedEvent('cy', 4));
  await write('guest-3', 0, came('ben'), { type: 'GuestLeft', data: {} });
  await write('guest-4', 0, came('dot'));
  await caughtUp();
});
afterAll(() => site.stop());

test('only the rows that contain erased data are folded again, and tables kept by a rebuild are dropped', async () => {
  await projector.rebuild(['guests_v1', 'moves_v1']);
  expect(await erase('ben')).toEqual(['guests_v1', 'moves_v1']);
  expect(await rows()).toEqual([
    { id: 'guest-1', name: null, table: 3 },
    { id: 'guest-2', name: 'Guest cy', table: 4 },
    { id: 'guest-4', name: 'Guest dot', table: 0 },
  ]);
  expect(await projector.verify()).toEqual(new Map());
  expect((await projector.tables()).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'guests_v1 read',
    'moves_v1 read',
  ]);
});

test('a refold of one table leaves the other tables and what a rebuild kept of them', async () => {
  await projector.rebuild(['guests_v1', 'moves_v1']);
  expect(await projector.refold(['guest-2'], { table: 'guests' })).toEqual(['guests_v1']);
  expect((await projector.tables()).filter(({ kind }) => kind === 'kept').map(({ name }) => name)).toEqual([
    'moves_v1',
  ]);
  expect(() => projector.refold(['guest-2'], { table: 'rooms' })).toThrow('There is no projection into rooms');
  await projector.prune((await projector.tables()).filter(({ kind }) => kind === 'kept'));
});

test('events after the checkpoint are not folded by a refold', async () => {
  await projector.pause(['guests_v1']);
  await write('guest-4', 1, movedEvent('dot', 9));
  await erase('dot');
  expect((await rows()).find(({ id }) => id === 'guest-4')).toEqual({ id: 'guest-4', name: null, table: 0 });
  await projector.pause(['guests_v1'], false);
  await caughtUp();
  expect((await rows()).find(({ id }) => id === 'guest-4')).toEqual({ id: 'guest-4', name: null, table: 9 });
});

test('a refold waits for a running rebuild', async () => {
  const otherSession = await app.get(Database).dedicatedConnection();
  await otherSession.query(`select pg_advisory_lock(7310582, hashtext('guests_v1'))`);
  let isDone = false;
  const erasure = erase('cy').then(() => {
    isDone = true;
  });
  await sleep(600);
  expect(isDone).toBe(false);
  await otherSession.end();
  await erasure;
  expect((await rows()).find(({ id }) => id === 'guest-2')).toMatchObject({ name: null });
});

test('erasing a person without any events changes no table', async () => {
  expect(await erase('unknown')).toEqual([]);
});

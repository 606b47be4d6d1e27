import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, type Facts, type Message } from '#kernel';
import { LogReader } from '#platform/audit';
import { projectFolder } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { originOf, TestApp } from '#platform/testing';
import { mask } from './log-reader.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const operator: Actor = { id: 'cli:olga', kind: 'system', role: 'operator' };

let site: TestApp;
let app: TestApp['app'];
let reader: LogReader;
const append = (stream: string, version: number, ...events: readonly Message<Facts>[]) =>
  app.get(Context).run(originOf(ann), () => app.get(EventStore).append(stream, version, events));
const asOperator = <T>(work: () => Promise<T>) =>
  app.get(Context).run({ ...originOf(operator), source: 'cli', reason: 'complaint 2031' }, work);
const note = (text: string) => ({ type: 'Noted', data: { text } });
const guest = (person: string, name: string) => ({ type: 'GuestNamed', data: { person, name, table: 4 } });
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const allEvents = async () => app.get(EventStore).after(0n);

beforeAll(async () => {
  site = await TestApp.start({
    settings: { EVENT_STORE: 'postgres' },
    follows: false,
    prepare: (starting) =>
      starting.get(EventStore).register({
        stream: 'room',
        upcasts: { Noted: [(data) => ({ ...data, today: true })] },
        personalData: { GuestNamed: { of: 'person', fields: ['name'] } },
      }),
  });
  app = site.app;
  reader = app.get(LogReader);
  await append('room-1', 0, note('one'), guest('p-1', 'Zoe Quartz'));
  await append('room-2', 0, guest('p-2', 'Ben Basalt'), { type: 'UndeclaredEvent', data: { odd: [1] } });
});
afterAll(() => site.stop());

test('an event is found by its position and by its id', async () => {
  const thirdEvent = await reader.find(3n);
  expect(thirdEvent).toMatchObject({ stream: 'room-2', version: 1, type: 'GuestNamed' });
  expect(await reader.find(thirdEvent?.id ?? '')).toEqual(thirdEvent);
  expect(await reader.find(99n)).toBeUndefined();
  expect(await reader.find('00000000-0000-4000-8000-000000000000')).toBeUndefined();
});

test('personal data is hidden, everything else is shown as it was written', async () => {
  const [first, second] = (await reader.stream('room-1')).map((event) => reader.hide(event));
  expect(first).toMatchObject({ data: { text: 'one' }, hidden: [], shape: 2 });
  expect(second).toMatchObject({ data: { person: 'p-1', name: mask, table: 4 }, hidden: ['name'] });
});

test('the newest events are returned oldest first, optionally of certain types or of one stream', async () => {
  expect(typesOf((await reader.newest(2, {})).events)).toEqual(['GuestNamed', 'UndeclaredEvent']);
  const guests = await reader.newest(5, { types: new Set(['GuestNamed']) });
  expect(guests.events.map(({ position }) => position)).toEqual([2n, 3n]);
  expect(typesOf((await reader.newest(1, { stream: 'room-1' })).events)).toEqual(['GuestNamed']);
  expect((await reader.newest(1, { types: new Set(['Noted']) })).events.map(({ position }) => position)).toEqual([1n]);
});

test('new events are followed from a position on', async () => {
  const abort = new AbortController();
  const { head } = await reader.newest(1, {});
  const followedEvents = reader.follow(head, { types: new Set(['Noted']) }, abort.signal);
  await append('room-3', 0, guest('p-3', 'Cy Chert'), note('two'));
  const page = await followedEvents.next();
  abort.abort();
  expect(page.value).toMatchObject([{ stream: 'room-3', version: 2, data: { text: 'two' } }]);
});

test('a reveal is recorded first: whose data, in which events, by whom and why', async () => {
  const found = await reader.stream('room-1');
  const revealedEvents = await asOperator(() => reader.reveal(found));
  expect(revealedEvents.map(({ data }) => data)).toEqual([
    { text: 'one' },
    { person: 'p-1', name: 'Zoe Quartz', table: 4 },
  ]);
  const revealEvent = (await allEvents()).at(-1);
  expect(revealEvent).toMatchObject({
    stream: expect.stringMatching(/^reveal-[0-9a-f-]{36}$/),
    type: 'PersonalDataRevealed',
    data: { people: ['p-1'], events: [found[1]?.id] },
    by: operator,
    source: 'cli',
    reason: 'complaint 2031',
  });
});

test('a reveal that is repeated with the same idempotency key is recorded again', async () => {
  const reveal = (person: string) =>
    app.get(Context).run(originOf(operator), () => reader.recordAccess(person, ['report']), 'daily-work');
  for (const person of ['p-1', 'p-1', 'p-3']) await reveal(person);
  const revealEvents = (await allEvents()).slice(-3);
  expect(typesOf(revealEvents)).toEqual(Array(3).fill('PersonalDataRevealed'));
  expect(revealEvents.map(({ data }) => data)).toMatchObject([
    { people: ['p-1'] },
    { people: ['p-1'] },
    { people: ['p-3'] },
  ]);
});

test('events without personal data are revealed without a record', async () => {
  const countBefore = (await allEvents()).length;
  const [first] = await reader.stream('room-1');
  await asOperator(() => reader.reveal(first ? [first] : []));
  expect(await allEvents()).toHaveLength(countBefore);
});

test('data of an erased person is shown as null', async () => {
  await app.get(PersonalDataKeys).erase('p-2');
  const [shown] = await asOperator(async () => reader.reveal(await reader.stream('room-2')));
  expect(shown).toMatchObject({ data: { person: 'p-2', name: null }, hidden: [] });
});

test('docs/events.md lists the events that operators cause', () => {
  const page = readFileSync(join(projectFolder(), 'docs/events.md'), 'utf8');
  for (const type of ['PersonalDataRevealed', 'DeadLetterDropped']) expect(page).toContain(`\`${type}\``);
});

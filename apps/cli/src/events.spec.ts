import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EventStore } from '#platform/event-store';
import { TestApp } from '#platform/testing';
import { commandLine } from './command-line.suite.ts';
import { eventsCommand } from './events.ts';

let line: Awaited<ReturnType<typeof commandLine>>;
/** The positions of the first two events, which have no gaps only in Postgres. */
let opened = '';
let named = '';
const person = '5d0c6a0e-0f6b-4c57-9c53-0d7a1f1f7a11';
const call = (...words: readonly string[]) => line.call(eventsCommand(), ...words);

/** What a command prints with `--json`: an object for each event. */
const jsonOf = async (...words: readonly string[]) =>
  (await call(...words, '--json')).out.split('\n').map((each) => JSON.parse(each));

const append = async (stream: string, events: readonly { type: string; data: object }[]) => {
  const site = await TestApp.start({
    config: line.config,
    follows: false,
    prepare: (app) =>
      app
        .get(EventStore)
        .register({ stream: 'door', personalData: { GuestNamed: { of: 'person', fields: ['name'] } } }),
  });
  await site.as({ id: person, kind: 'user', role: 'client' }, () => site.store.append(stream, 0, events));
  await site.stop();
};

beforeAll(async () => {
  line = await commandLine();
  await append('door-1', [
    { type: 'DoorOpened', data: { note: 'with \u001b[2Jescape' } },
    { type: 'GuestNamed', data: { person, name: 'Zoe Quartz' } },
  ]);
  [opened = '', named = ''] = (await jsonOf('stream', 'door-1')).map(({ position }) => position);
});
afterAll(() => line.close());

test('events of unknown types are shown in two lines each, without personal data', async () => {
  const { code, out } = await call('tail');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^${opened} {2}\\S+Z {2}DoorOpened {2}door-1 v1 {2}user ${person} \\(client\\), api$`),
    ),
    '    {"note":"with \\u001b[2Jescape"}',
    expect.stringMatching(new RegExp(`^${named} {2}\\S+Z {2}GuestNamed {2}door-1 v2 `)),
    `    {"person":"${person}","name":"•••"}`,
  ]);
  expect((await call('tail', '-n', '1')).out).toContain('GuestNamed');
  expect((await call('tail', '-n', '1', '--type', 'DoorOpened', 'DoorClosed')).out).toContain('DoorOpened');
  expect((await call('tail', '--from', named)).out).not.toContain('DoorOpened');
  expect((await call('tail', '--stream', 'door-2')).out).toBe('');
});

test('show prints a complete event and stream prints events in order; --json prints one line for each', async () => {
  const { out } = await call('show', named);
  expect(out).toMatch(/^type +GuestNamed$/m);
  expect(out).toMatch(new RegExp(`^by +user ${person} \\(client\\)$`, 'm'));
  expect(out).toContain('"name": "•••"');
  expect(out).toContain('Hidden personal data: name.');
  const [json] = await jsonOf('show', named);
  expect(json).toMatchObject({ position: named, type: 'GuestNamed', data: { name: '•••' }, hidden: ['name'] });
  expect(await jsonOf('show', json.id)).toEqual([json]);
  expect((await jsonOf('stream', 'door-1')).map(({ version }) => version)).toEqual([1, 2]);
});

test('an event has the title that its module declares, next to its stored type', async () => {
  expect((await call('show', opened)).out).not.toMatch(/^title/m);
  expect(await call('show', named, '--reveal', '--reason', 'complaint 2031')).toMatchObject({ code: 0 });
  const [, revealed] = (await call('tail', '-n', '1')).out.split('  ').slice(1);
  expect(revealed).toBe('PersonalDataRevealed (Personal data shown to an operator)');
  await append('booking-1', [{ type: 'BookingConfirmed', data: {} }]);
  expect((await call('stream', 'booking-1')).out).toContain('  BookingConfirmed (Booking confirmed)  booking-1 v1  ');
  const [confirmed] = await jsonOf('stream', 'booking-1');
  expect(confirmed.title).toBe('Booking confirmed');
  expect((await call('show', confirmed.position)).out).toMatch(/^type +BookingConfirmed\ntitle +Booking confirmed$/m);
});

test('a missing event or stream is reported with exit code 2', async () => {
  expect(await call('show', '99')).toMatchObject({ code: 2, error: 'There is no event 99' });
  expect(await call('stream', 'door-9')).toMatchObject({ code: 2, error: 'There is no stream door-9' });
});

test('personal data is shown for a reason that identifies no person, and the reveal is recorded in the log', async () => {
  expect(await call('show', named, '--reveal')).toMatchObject({ code: 2 });
  expect(await call('show', named, '--reason', 'complaint')).toMatchObject({ code: 2 });
  for (const reason of ['asked by zoe@example.com', 'call +1 555 010 0199'])
    expect(await call('show', named, '--reveal', '--reason', reason)).toMatchObject({
      code: 1,
      error: 'The reason is stored in the log permanently: leave out names, addresses and phone numbers',
    });
  const { out } = await call('stream', 'door-1', '--reveal', '--reason', 'complaint 2031');
  expect(out).toContain('"name":"Zoe Quartz"');
  const [noted] = await jsonOf('tail', '-n', '1');
  expect(noted).toMatchObject({
    type: 'PersonalDataRevealed',
    data: { people: [person] },
    by: { kind: 'system', role: 'operator' },
    reason: 'complaint 2031',
  });
});

test('a call with anything but a position or an id is invalid', async () => {
  expect(await call('show', 'booking-1')).toMatchObject({
    code: 2,
    error: expect.stringContaining('It must be a position of the log, or the id of an event.'),
  });
  expect((await call('tail', '--help')).out).toContain('Examples:');
});

test('export writes the events with their hashes to a new file, with encrypted personal data', async () => {
  const file = join(line.config.dataFolder, 'events.jsonl');
  const { code, out } = await call('export', file, '--json');
  expect(code).toBe(0);
  const text = readFileSync(file, 'utf8');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const events = text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each));
  expect(JSON.parse(out)).toEqual({ file, events: events.length, through: events.at(-1).position, sha256 });
  expect(events.slice(0, 2)).toMatchObject([
    {
      position: opened,
      type: 'DoorOpened',
      stream: 'door-1',
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { position: named, type: 'GuestNamed', data: { person } },
  ]);
  expect(text).not.toContain('Quartz');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = await call('export', file);
  expect([again.code, again.error]).toEqual([1, `${file} exists already: choose another name`]);
  expect(readFileSync(file, 'utf8')).toBe(text);
  const selection = join(line.config.dataFolder, 'door.jsonl');
  expect((await call('export', selection, '--type', 'GuestNamed', '--from', named)).out).toMatch(
    /^1 event through position/,
  );
  expect(readFileSync(selection, 'utf8').trim().split('\n')).toHaveLength(1);
  const nowhere = join(line.config.dataFolder, 'nothing', 'events.jsonl');
  expect(await call('export', nowhere)).toMatchObject({ code: 1, error: expect.stringMatching(/^ENOENT/) });
  expect(existsSync(nowhere)).toBe(false);
});

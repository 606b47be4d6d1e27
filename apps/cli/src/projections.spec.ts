import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { projectFolder } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database, Session } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { eventually, originOf } from '#platform/testing';
import { createWorker, startWork } from '../../worker/src/worker.module.ts';
import { commandLine } from './command-line.suite.ts';
import { logCommand } from './log.ts';
import { projectionsCommand } from './projections.ts';

const booking = (digit: string) => `booking-5d1f2a60-8c1e-4b7a-9f5e-0c5f6a1b2c3${digit}`;
let line: Awaited<ReturnType<typeof commandLine>>;
/** A running product that operators call commands on. */
let runningProduct: INestApplicationContext;
/** The position of the last event. */
let end: bigint;
const call = (...words: readonly string[]) => line.call(projectionsCommand(), ...words);
const forge = (id: string) =>
  runningProduct.get(Database).query(`update read.bookings_v3 set status = 'cancelled' where id = $1`, [id]);

/** What is said of the old table of a rebuild. */
const kept = 'the old table would be kept for a day';

beforeAll(async () => {
  line = await commandLine();
  runningProduct = await createWorker(line.config);
  const file = join(projectFolder(), 'libs/bookings/src/bookings.samples.json');
  const [requested] = JSON.parse(readFileSync(file, 'utf8'));
  const message = { type: requested.type, data: { ...requested.data, expiresAt: '2999-01-01T00:00:00.000Z' } };
  await runningProduct.get(Context).run(originOf({ id: 'ann', kind: 'user', role: 'client' }), async () => {
    for (const digit of '123') await runningProduct.get(EventStore).append(booking(digit), 0, [message]);
  });
  await startWork(runningProduct);
  end = await runningProduct.get(EventStore).head();
  await runningProduct.get(Projector).waitUntilProjected(end, 20_000);
});
afterAll(async () => {
  await runningProduct.close();
  await line.close();
});

test('the status shows the position of each projection and the process that projects it', async () => {
  const { code, out } = await call('status');
  expect(code).toBe(0);
  expect(out.split('\n')[0]).toMatch(/^PROJECTION +POSITION +BEHIND +LAG +PROJECTED BY +STATE$/);
  expect(out).toMatch(new RegExp(`^bookings_v3 +${end} +0 +- +festoon ${process.pid}@\\S+ +ok$`, 'm'));
  const found = JSON.parse((await call('status', '--json')).out);
  expect(found).toContainEqual({
    name: 'bookings_v3',
    position: `${end}`,
    behind: '0',
    age: 0,
    holder: expect.stringContaining(`festoon ${process.pid}@`),
  });
});

test('wrong rows are found by verify, repaired by a rebuild, restored by a rollback and repaired again', async () => {
  expect(await call('verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`bookings_v3: all 3 rows match the log through position ${end}`),
  });
  await forge(booking('2'));
  const oneDifference = {
    code: 1,
    out: `bookings_v3: 1 row differs, of 3 in the table and 3 in a fresh fold: ${booking('2')}`,
  };
  expect(await call('verify', 'bookings')).toMatchObject(oneDifference);
  line.lowerPriority.mockClear();
  const { code, out, error } = await call('rebuild', 'bookings', '--max-rate', '1000');
  expect(code).toBe(0);
  expect(line.lowerPriority).toHaveBeenCalledTimes(1);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^bookings_v3 was rebuilt: 3 rows, readers waited at most [\d.]+ ms for the swap$/),
    `  the old table had 3 rows; 1 row differed: ${booking('2')}`,
    expect.stringMatching(/^3 events folded in [\d.]+ s, finished in [\d.]+ s$/),
  ]);
  expect(error).toMatch(/^100 % {2}\d+ events\/s {2}0 s left {2}bookings_v3$/m);
  expect(await call('verify', 'bookings')).toMatchObject({ code: 0 });

  expect((await call('status')).out).toMatch(/^bookings_v3 .* rollback available since \S+Z$/m);
  expect(await call('rollback', 'bookings')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^bookings_v3 was rolled back; the 0 events since then were folded; readers waited at most/,
    ),
  });
  expect(await call('verify', 'bookings_v3')).toMatchObject(oneDifference);
  const rollbackCall = await call('rollback', 'bookings', '--json');
  expect(JSON.parse(rollbackCall.out)).toEqual({
    name: 'bookings_v3',
    position: `${end}`,
    events: 0,
    readersWaited: expect.any(Number),
  });
});

test('--json prints the comparison as JSON', async () => {
  await forge(booking('3'));
  const verifyCall = await call('verify', 'bookings', '--json');
  expect(verifyCall.code).toBe(1);
  const differ = { rows: 3, fresh: 3, different: 1, keys: [booking('3')] };
  expect(JSON.parse(verifyCall.out)).toEqual({
    ok: false,
    projections: [{ name: 'bookings_v3', position: `${end}`, ...differ }],
  });
  const rebuildCall = await call('rebuild', 'bookings', '--discard', '--json');
  expect(JSON.parse(rebuildCall.out)).toEqual({
    rebuilt: [
      { name: 'bookings_v3', position: `${end}`, rows: 3, comparison: differ, readersWaited: expect.any(Number) },
    ],
    events: 3,
    foldSeconds: expect.any(Number),
    seconds: expect.any(Number),
  });
  expect(await call('rollback', 'bookings')).toMatchObject({
    code: 1,
    error: expect.stringContaining('No earlier table of bookings_v3 is kept'),
  });
});

test('a paused projection is shown as paused until it is resumed', async () => {
  expect(await call('pause', 'bookings', 'leads')).toEqual({
    code: 0,
    out: 'bookings_v3 is paused\nleads_v1 is paused',
    error: '',
  });
  expect((await call('status')).out).toMatch(/^leads_v1 .* paused since \S+Z$/m);
  const { out } = await call('resume', '--all', '--json');
  expect(JSON.parse(out).resumed).toEqual(expect.arrayContaining(['bookings_v3', 'users_v1']));
  expect((await call('status')).out).not.toContain('paused');
});

test('--dry-run shows what rebuild, rollback, pause and resume would do, and changes nothing', async () => {
  const before = await call('status');
  const tablesBefore = await call('list');
  expect(await call('rebuild', 'bookings', 'leads', '--dry-run')).toEqual({
    code: 0,
    out: ['bookings_v3', 'leads_v1']
      .map((name) => `${name} would be folded again from the first event, through position ${end}; ${kept}`)
      .join('\n'),
    error: '',
  });
  expect((await call('rebuild', '--all', '--discard', '--dry-run')).out).toContain(
    `users_v1 would be folded again from the first event, through position ${end}; the old table would not be kept`,
  );
  expect(await call('rollback', 'leads', '--dry-run')).toEqual({
    code: 1,
    out: 'leads_v1 would be left as it is: no earlier table is kept: nothing was rebuilt lately, or it was pruned',
    error: 'The command would be refused.',
  });
  const pauseCall = await call('pause', 'leads', '--dry-run', '--json');
  expect(JSON.parse(pauseCall.out)).toEqual({
    previews: [{ name: 'leads_v1', effect: `would be paused at position ${end}` }],
  });
  expect((await call('resume', 'leads', '--dry-run')).out).toBe('leads_v1 is not paused');
  expect(await call('status')).toEqual(before);
  expect(await call('list')).toEqual(tablesBefore);

  await call('pause', 'leads');
  expect((await call('pause', 'leads', '--dry-run')).out).toBe('leads_v1 is paused already');
  expect((await call('resume', 'leads', '--dry-run')).out).toBe('leads_v1 would be resumed, 0 events behind');
  expect((await call('status')).out).toMatch(/^leads_v1 .* paused since/m);
  await call('resume', 'leads');
  await call('rebuild', 'leads');
  expect((await call('rollback', 'leads', '--dry-run')).out).toMatch(
    /^leads_v1 would get back the table that was replaced at \S+Z, with the events since then folded into it$/,
  );
  expect((await call('status')).out).toMatch(/^leads_v1 .* rollback available/m);
  expect((await call('rollback', 'windows', '--dry-run')).code).toBe(2);
});

test('--dry-run says that an interrupted rebuild would be continued, and that a second one would be refused', async () => {
  const database = runningProduct.get(Database);
  await database.query(
    `insert into followers.rebuilds (name, started_at, updated_at, position, folded, through) values ('leads_v1', now(), now(), 1, 1, ${end})`,
  );
  expect((await call('rebuild', 'leads', '--resume', '--dry-run')).out).toMatch(
    new RegExp(
      `^leads_v1 would continue the rebuild that was interrupted \\(last progress \\S+Z\\), through position ${end}; `,
    ),
  );
  expect((await call('rebuild', 'leads', '--dry-run')).out).toMatch(/^leads_v1 would be folded again from the first/);
  const other = await Session.open(database);
  expect(await other.tryLock(7_310_582, 'leads_v1')).toBe(true);
  for (const command of ['rebuild', 'rollback'])
    expect(await call(command, 'leads', '--dry-run')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^leads_v1 would be left as it is: it is already being rebuilt, by festoon /),
    });
  await other.end();
  await database.query(`delete from followers.rebuilds where name = 'leads_v1'`);
});

test('the leftovers of a rebuild are listed, and dropped by prune', async () => {
  await call('rebuild', 'leads', 'users');
  expect((await call('list')).out).toMatch(/^leads_v1 +kept for a rollback since \S+Z +~\d+ +[\d.]+ kB$/m);
  expect(await call('prune', '--older-than', '1')).toMatchObject({ code: 0, out: 'There is nothing to drop' });
  expect((await call('prune', '--dry-run')).out.split('\n')).toEqual([
    expect.stringMatching(/^leads_v1, kept for a rollback since \S+Z, [\d.]+ kB: would be dropped$/),
    expect.stringMatching(/^users_v1, .*: would be dropped$/),
  ]);
  expect((await call('prune')).out).toMatch(/^leads_v1, .*: dropped\nusers_v1, .*: dropped$/);
  const tables = JSON.parse((await call('list', '--json')).out) as readonly { kind: string }[];
  expect(tables.filter(({ kind }) => kind !== 'read')).toEqual([]);
});

test('a projection that stopped at an event continues after a skip, and the log records who skipped it', async () => {
  const errorSpy = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const file = join(projectFolder(), 'libs/leads/src/leads.samples.json');
  const postedLead = JSON.parse(readFileSync(file, 'utf8')).find(({ type }: { type: string }) => type === 'LeadPosted');
  const data = { ...postedLead.data, eventDate: 'no date' };
  await runningProduct
    .get(Context)
    .run(originOf({ id: 'ann', kind: 'user', role: 'client' }), () =>
      runningProduct.get(EventStore).append(`lead-${randomUUID()}`, 0, [{ type: 'LeadPosted', data }]),
    );
  const at = await runningProduct.get(EventStore).head();
  // Without the value that could not be stored: it may be personal.
  const stalled = new RegExp(`^leads_v1 .* stalled: (?!.*no date).*22007.* \\(event ${at}\\)$`, 'm');
  await eventually(async () => stalled.test((await call('status')).out), 'the projection is stalled');
  expect((await call('status')).code).toBe(1);
  expect(await runningProduct.get(Projector).ready()).toBe(true);

  expect(await call('skip', 'leads', String(at))).toMatchObject({ code: 2 });
  const naming = await call('skip', 'leads', String(at), '--reason', 'ann@example.com asked');
  expect(naming).toMatchObject({ code: 1, error: expect.stringContaining('leave out names') });
  expect(await call('skip', 'leads', '1', '--reason', 'case 7')).toMatchObject({
    code: 1,
    error: `leads_v1 is stalled at ${at}, so event 1 was not skipped`,
  });
  expect(await call('skip', 'leads', String(at), '--reason', 'case 7')).toEqual({
    code: 0,
    out: `leads_v1 skips event ${at} and continues`,
    error: '',
  });
  const [noted] = await runningProduct.get(EventStore).after(at);
  expect(noted).toMatchObject({
    type: 'ProjectionEventSkipped',
    data: { projection: 'leads_v1', position: String(at) },
    by: { role: 'operator' },
    reason: 'case 7',
  });
  expect(
    await runningProduct.get(Projector).waitUntilProjected(await runningProduct.get(EventStore).head(), 20_000),
  ).toBe(true);
  const { code, out } = await call('status');
  expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^leads_v1 .* skipped event ${at}$`, 'm'))]);
  expect(await call('verify', 'leads')).toMatchObject({ code: 0 });
  errorSpy.mockRestore();
});

test('after an older backup of the log was restored, commands are refused until the log is accepted, which repairs all rows', async () => {
  await runningProduct
    .get(Database)
    .query(`update followers.checkpoints set position = position + 1000 where name = 'bookings_v3'`);
  await forge(booking('1').slice('booking-'.length));
  expect(await call('status')).toMatchObject({
    code: 1,
    error: expect.stringContaining('an older backup of the log was restored'),
  });
  expect(await line.call(logCommand(), 'accept')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The database follows this log: \d+ read tables built from \d+ events$/),
  });
  expect(await call('verify')).toMatchObject({ code: 0 });
});

test('an ambiguous or invalid call is refused with exit code 2 and an explanation', async () => {
  for (const words of [['rebuild'], ['pause'], ['resume', 'leads', '--all'], ['rebuild', 'leads', '--max-rate', '0']])
    expect(await call(...words)).toMatchObject({ code: 2, error: expect.stringContaining('error: ') });
  expect(await call('rebuild', 'windows')).toMatchObject({
    code: 2,
    error: expect.stringMatching(
      /^There is no projection windows\. There are: accesses_v1, audit_v\d+, availabilities_v2, blocked_periods_v1, /,
    ),
  });
  for (const command of ['list', 'status', 'rebuild', 'verify', 'rollback', 'pause', 'resume', 'skip', 'prune'])
    expect(await call(command, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Examples:') });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { Sessions } from '#identity';
import { Context } from '#platform/context';
import { Database } from '#platform/postgres';
import { originOf } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { startMailedApp } from '../mails/mailed.suite.ts';
import { StartSession } from './sessions.commands.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp();
});
afterAll(() => auth.stop());

const firefox = (system: string, version = 144) =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const [windows, linux] = [firefox('Windows NT 10.0'), firefox('X11; Linux x86_64')];
const signIn = (email: string, agent: string) =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password }, headers: { 'user-agent': agent } });
const startSession = (userId: string, ip: string | null, userAgent = linux) =>
  auth.app
    .get(Context)
    .run(originOf({ id: userId, kind: 'user', role: 'client' }), () =>
      auth.app.get(CommandBus).execute(new StartSession(userId, { userAgent, ip })),
    );
const newDeviceEventsOf = async (userId: string) =>
  (await auth.eventsOf(userId)).filter(({ type }) => type === 'SignedInFromNewDevice');

test('a sign-in from a new device sends a mail; a known device and the first one do not', async () => {
  const email = newEmail();
  const headers = { 'user-agent': windows };
  const signedUp = await auth.call('POST', '/signup', { body: { email, password, data: person() }, headers });
  const { id } = signedUp.body.user;
  await signIn(email, windows);
  expect(await auth.mailbox.mails(email)).toEqual([]);
  const { body } = await signIn(email, linux);
  const mail = await auth.mail(email, 'new-device');
  expect(mail.text).toContain('from a new device or location: Firefox on Linux, from 127.0.0.1');
  expect(mail.text).toContain('/reset-password');
  await signIn(email, firefox('X11; Linux x86_64', 150));
  const caller = await auth.app.get(Sessions).caller(body.access_token);
  expect(await newDeviceEventsOf(id)).toMatchObject([
    { by: { id }, data: { device: 'Firefox on Linux', sessionId: caller?.sessionId } },
  ]);
});

test('a known device in another network sends a mail, but not at another address of the same network', async () => {
  const { user } = await auth.signUp();
  for (const ip of ['203.0.113.7', '203.0.113.250', '::ffff:203.0.113.9', '203.0.114.7', '203.0.113.7'])
    await startSession(user.id, ip);
  for (const ip of ['2001:db8:1:2::7', '2001:db8:1:ffff::9', '2001:db8:2::7', null, null])
    await startSession(user.id, ip);
  expect((await newDeviceEventsOf(user.id)).map(({ data }) => 'ip' in data && data.ip)).toEqual([
    '203.0.113.7',
    '203.0.114.7',
    '2001:db8:1:2::7',
    '2001:db8:2::7',
    null,
  ]);
  const [mail] = await auth.mails(user.email ?? '', 'new-device', 5);
  expect(mail?.subject).toBe('New sign-in to your account');
});

test('a known device in another known network sends no mail', async () => {
  const { user } = await auth.signUp();
  const [home, mobile, cafe] = ['203.0.113.7', '198.51.100.1', '192.0.2.9'];
  await startSession(user.id, home, windows);
  await startSession(user.id, mobile, linux);
  expect(await newDeviceEventsOf(user.id)).toHaveLength(2);
  await startSession(user.id, home, linux);
  await startSession(user.id, mobile, windows);
  expect(await newDeviceEventsOf(user.id)).toHaveLength(2);
  await startSession(user.id, cafe, linux);
  await startSession(user.id, home, firefox('Android 15; Mobile'));
  expect((await newDeviceEventsOf(user.id)).slice(2)).toMatchObject([
    { data: { device: 'Firefox on Linux', ip: cafe } },
    { data: { device: 'Firefox on Android', ip: home } },
  ]);
});

test('a device that one user has used is new for another user', async () => {
  const [ann, bo] = [await auth.signUp(), await auth.signUp()];
  await startSession(ann.user.id, '203.0.113.7', windows);
  await startSession(bo.user.id, '203.0.113.7', windows);
  expect(await newDeviceEventsOf(bo.user.id)).toHaveLength(1);
});

test('concurrent sign-ins from a new network are reported once', async () => {
  const { user } = await auth.signUp();
  await Promise.all(Array.from({ length: 8 }, () => startSession(user.id, '198.51.100.1')));
  expect(await newDeviceEventsOf(user.id)).toHaveLength(1);
});

test('neither the event log nor the table of devices holds a network address or a device unencrypted', async () => {
  const { user } = await auth.signUp();
  await startSession(user.id, '192.0.2.77', windows);
  const [event] = await newDeviceEventsOf(user.id);
  expect(event?.data).toMatchObject({ ip: '192.0.2.77', device: 'Firefox on Windows' });
  const database = auth.app.get(Database);
  const rows = await database.query<{ row: string }>(
    `select e::text as row from log.events e where stream = $1 union all
     select d::text || encode(fingerprint, 'escape') from identity.devices d where user_id = $2`,
    [`user-${user.id}`, user.id],
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { row } of rows) expect(row).not.toMatch(/192\.0\.2|Firefox/);
});

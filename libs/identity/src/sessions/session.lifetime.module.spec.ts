import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { startAuthApp } from '../auth-app.suite.ts';
import { OwnSessions } from './own-sessions.queries.ts';

const hour = 3_600_000;
const day = 24 * hour;

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const sessionsOf = (userId: string) => auth.app.get(OwnSessions).of(userId, userId);
const sessionExpired = (detail: string) => ({
  status: 400,
  body: { code: 'session_expired', message: `Invalid Refresh Token: Session Expired${detail}` },
});

test('a session ends when it is not used for sixty days', async () => {
  const { user, refresh_token } = await auth.signUp();
  auth.clock.pass(60 * day - hour);
  const renewed = await auth.refresh(refresh_token);
  expect(renewed.status).toBe(200);
  auth.clock.pass(60 * day - hour);
  expect(await sessionsOf(user.id)).toHaveLength(1);
  auth.clock.pass(hour);
  expect(await sessionsOf(user.id)).toEqual([]);
  expect(await auth.refresh(renewed.body.refresh_token)).toMatchObject(sessionExpired(' (Inactivity)'));
});

test('a session ends a year after it started, for both of its tokens, even if it is used', async () => {
  const { user, refresh_token } = await auth.signUp();
  let tokens = { refresh_token, access_token: '' };
  const renew = async (after: number) => {
    auth.clock.pass(after);
    const { status, body } = await auth.refresh(tokens.refresh_token);
    expect(status).toBe(200);
    tokens = body;
  };
  for (let days = 0; days < 364; days += 52) await renew(52 * day);
  await renew(day - hour / 2);
  const { access_token: token } = tokens;
  expect(await auth.call('GET', '/user', { token })).toMatchObject({ status: 200, body: { id: user.id } });
  auth.clock.pass(hour / 2);
  expect(await auth.call('GET', '/user', { token })).toMatchObject({
    status: 403,
    body: { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' },
  });
  expect(await auth.refresh(tokens.refresh_token)).toMatchObject(sessionExpired(''));
});

test('a session from before sessions had an end gets one when it is used', async () => {
  const { user, refresh_token } = await auth.signUp();
  const database = auth.app.get(Database);
  const ends = async () =>
    database.query<{ ends: Date | null }>('select not_after as ends from identity.sessions where user_id = $1', [
      user.id,
    ]);
  await database.query('update identity.sessions set not_after = null where user_id = $1', [user.id]);
  expect(await sessionsOf(user.id)).toHaveLength(1);
  expect(await auth.refresh(refresh_token)).toMatchObject({ status: 200 });
  expect(await ends()).toEqual([{ ends: expect.any(Date) }]);
});

test('expired sessions are deleted when any user signs in', async () => {
  const { user } = await auth.signUp();
  auth.clock.pass(60 * day);
  const rows = async () =>
    (await auth.app.get(Database).query('select from identity.sessions where user_id = $1', [user.id])).length;
  expect(await rows()).toBe(1);
  const otherUser = await auth.signUp();
  expect(await rows()).toBe(0);
  expect(await sessionsOf(otherUser.user.id)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Session } from '@supabase/auth-js';
import { decodeJwt, SignJWT } from 'jose';
import { Database } from '#platform/postgres';
import { everyRow } from '#platform/testing';
import { SigningKeys } from '../access-tokens/signing-keys.store.ts';
import { startAuthApp } from '../auth-app.suite.ts';
import { Sessions } from './sessions.queries.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let session: Session;
let endedSession: Session;
let suspendedSession: Session;
beforeAll(async () => {
  auth = await startAuthApp();
  [session, endedSession, suspendedSession] = [await auth.signUp(), await auth.signUp(), await auth.signUp()];
  await auth.call('POST', '/logout', { token: endedSession.access_token });
  const database = auth.app.get(Database);
  await database.query('delete from identity.sessions where user_id = $1', [suspendedSession.user.id]);
  await database.query('update identity.credentials set suspended_at = now() where user_id = $1', [
    suspendedSession.user.id,
  ]);
});
afterAll(() => auth.stop());

const signToken = async (changes: object, header: object = {}) => {
  const { kid, privateKey } = await auth.app.get(SigningKeys).current();
  return new SignJWT({ ...decodeJwt(session.access_token), ...changes })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...header })
    .sign(privateKey);
};

/** All routes that need a session. */
const routes = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors'],
  ['POST', '/factors/x/challenge'],
  ['POST', '/factors/x/verify'],
  ['DELETE', '/factors/x'],
  ['GET', '/user/identities/authorize?provider=google'],
  ['DELETE', '/user/identities/x'],
  ['GET', '/user/oauth/grants'],
  ['GET', '/admin/users'],
  ['POST', '/invite'],
] as const;

const unsigned = /^invalid JWT: unable to parse or verify signature, ./;
const rows: Record<string, readonly [number, string, string | RegExp, () => string | undefined | Promise<string>]> = {
  'no header': [401, 'no_authorization', 'This endpoint requires a valid Bearer token', () => undefined],
  'another scheme': [401, 'no_authorization', 'This endpoint requires a valid Bearer token', () => 'Basic YTpi'],
  'a token alone': [401, 'no_authorization', 'This endpoint requires a valid Bearer token', () => session.access_token],
  'a malformed token': [403, 'bad_jwt', unsigned, () => 'Bearer a.b.c'],
  'a token without its signature': [
    403,
    'bad_jwt',
    unsigned,
    () => `Bearer ${session.access_token.split('.').slice(0, 2).join('.')}.`,
  ],
  'an expired token': [403, 'bad_jwt', unsigned, async () => `Bearer ${await signToken({ exp: 1 })}`],
  'another audience': [403, 'bad_jwt', unsigned, async () => `Bearer ${await signToken({ aud: 'admins' })}`],
  'an unknown key': [403, 'bad_jwt', unsigned, async () => `Bearer ${await signToken({}, { kid: 'x' })}`],
  'no subject': [
    403,
    'bad_jwt',
    'invalid claim: missing sub claim',
    async () => `Bearer ${await signToken({ sub: '' })}`,
  ],
  'a subject that is not a uuid': [
    400,
    'bad_jwt',
    'invalid claim: sub claim must be a UUID',
    async () => `Bearer ${await signToken({ sub: 'root' })}`,
  ],
  'an unknown user': [
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
    async () => `Bearer ${await signToken({ sub: randomUUID() })}`,
  ],
  'an unknown session': [
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
    async () => `Bearer ${await signToken({ session_id: randomUUID() })}`,
  ],
  'a session that has ended': [
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
    () => `Bearer ${endedSession.access_token}`,
  ],
  'a suspended user': [403, 'user_banned', 'User is banned', () => `Bearer ${suspendedSession.access_token}`],
};

describe.each(Object.entries(rows))('%s', (name, [status, code, message, headerOf]) => {
  // One guard reads the header for all routes.
  test.each(everyRow || name === 'no header' ? routes : routes.slice(0, 1))(
    'is refused at %s %s',
    async (method, path) => {
      const authorization = await headerOf();
      const response = await auth.call(method, path, { headers: authorization === undefined ? {} : { authorization } });
      const text = typeof message === 'string' ? message : expect.stringMatching(message);
      expect([response.status, response.body]).toEqual([status, { code, message: text }]);
      expect(response.headers.get('x-sb-error-code')).toBe(code);
    },
  );
});

test.each(routes.slice(0, -3))('a token for another audience is refused at %s %s', async (method, path) => {
  const headers = { 'x-jwt-aud': 'admins' };
  const { status, body } = await auth.call(method, path, { token: session.access_token, headers });
  expect([status, body]).toEqual([
    400,
    { code: 'validation_failed', message: "Token audience doesn't match request audience" },
  ]);
  const ownUser = await auth.call('GET', '/user', {
    token: session.access_token,
    headers: { 'x-jwt-aud': 'authenticated' },
  });
  expect(ownUser.status).toBe(200);
});

test('ending a session takes effect on every route at once', async () => {
  const { access_token: token } = await auth.signUp();
  expect((await auth.call('GET', '/user', { token })).status).toBe(200);
  expect((await auth.call('POST', '/logout?scope=local', { token })).status).toBe(204);
  for (const [method, path] of routes)
    expect((await auth.call(method, path, { token })).body.code).toBe('session_not_found');
});

test('sessions of tokens that arrive at the same time are read at once, and each token gets its own user', async () => {
  const other = await auth.signUp();
  const ofOther = await signToken({ session_id: decodeJwt(other.access_token).session_id });
  const tokens = [session, other, endedSession, suspendedSession, session].map(({ access_token: token }) => token);
  const sessions = auth.app.get(Sessions);
  const callersOfAll = () => Promise.all([...tokens, ofOther].map((token) => sessions.caller(token)));
  // Later, the signatures are known, so that nothing else takes time.
  await callersOfAll();
  const prepared = jest.spyOn(auth.app.get(Database), 'prepared');
  const callers = await callersOfAll();
  const [own, others] = [session.user.id, other.user.id];
  expect(callers.map((caller) => caller?.userId)).toEqual([own, others, undefined, undefined, own, undefined]);
  expect(prepared.mock.calls.filter(([name]) => name === 'sessions of tokens')).toHaveLength(1);
  prepared.mockRestore();
});

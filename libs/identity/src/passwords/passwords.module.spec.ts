import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { AuthWeakPasswordError } from '@supabase/auth-js';
import { Database } from '#platform/postgres';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { linkIn, startMailedApp } from '../mails/mailed.suite.ts';
import { PasswordHasher } from './password.hasher.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => auth.stop());

const common = 'Password123';
const message = 'Password is known to be weak and easy to guess, please choose a different one.';
const weakPasswordError = {
  status: 422,
  body: { code: 'weak_password', message, weak_password: { reasons: ['pwned'] } },
};
const signIn = (email: string, tried: string) =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password: tried } });

test('a common password is refused at sign-up, and the client receives the reason', async () => {
  const email = newEmail();
  expect(await auth.call('POST', '/signup', { body: { email, password: common, data: person() } })).toMatchObject(
    weakPasswordError,
  );
  const { error } = await auth.client().signUp({ email, password: common, options: { data: person() } });
  expect(error).toBeInstanceOf(AuthWeakPasswordError);
  expect(error).toMatchObject({ message, reasons: ['pwned'] });
  expect((await signIn(email, common)).status).toBe(400);
});

test('a common password is refused when a password is changed or recovered', async () => {
  const { access_token: token, user } = await auth.signUp();
  const email = user.email ?? '';
  const body = { password: common, current_password: password };
  expect(await auth.call('PUT', '/user', { token, body })).toMatchObject(weakPasswordError);

  await auth.call('POST', '/recover', { body: { email } });
  const { token: token_hash } = linkIn(await auth.mail(email, 'recovery'));
  const recovery = await auth.call('POST', '/verify', { body: { type: 'recovery', token_hash } });
  const set = (chosen: string) =>
    auth.call('PUT', '/user', { token: recovery.body.access_token, body: { password: chosen } });
  expect(await set(common)).toMatchObject(weakPasswordError);
  expect((await signIn(email, password)).status).toBe(200);
  auth.clock.pass(5_000);
  expect((await set('Marigold9')).status).toBe(200);

  // The recovery link allows only one new password.
  auth.clock.pass(5_000);
  expect(await set('Lavender7')).toMatchObject({ status: 400, body: { code: 'current_password_required' } });
});

test('a user with an older weak password can sign in and receives a warning', async () => {
  const { user } = await auth.signUp();
  const commonHash = await auth.app.get(PasswordHasher).hash(common);
  await auth.app
    .get(Database)
    .query('update identity.credentials set password_hash = $1 where user_id = $2', [commonHash, user.id]);
  expect(await signIn(user.email ?? '', common)).toMatchObject({
    status: 200,
    body: { weak_password: { message, reasons: ['pwned'] } },
  });
});

test('an address without an account gets the same response as a wrong password, after as much work', async () => {
  const { user } = await auth.signUp();
  const hasher = auth.app.get(PasswordHasher);
  const matches = jest.spyOn(hasher, 'matches');
  const responses = [await signIn(user.email ?? '', 'Wrong1234'), await signIn(newEmail(), 'Wrong1234')];
  expect(matches.mock.calls.map(([hashed]) => typeof hashed)).toEqual(['string', 'undefined']);
  const [known, unknown] = responses.map(({ status, body, headers }) => {
    const comparableHeaders = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { status, body, comparableHeaders };
  });
  expect(unknown).toEqual(known);
  expect(known).toMatchObject({
    status: 400,
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
  });
});

test('a password is hashed with the configured memory and three passes', async () => {
  const madeWith = (passwordMemory: number) => new PasswordHasher(auth.config.with({ passwordMemory })).hash(password);
  expect(await madeWith(64)).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await madeWith(19)).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
});

test('an unknown account is checked against a dummy hash of the same cost', async () => {
  const hasher = auth.app.get(PasswordHasher);
  const newHash = await hasher.hash(password);
  expect(hasher.isOutdated(newHash)).toBe(false);
  expect(hasher.isOutdated(hasher.dummyHash)).toBe(false);
  expect(await hasher.matches(null, password)).toBe(false);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IdentityQueries, Sessions } from '#identity';
import { untilCaughtUp } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { codeIn, factsIn, linkIn, startMailedApp } from './mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp({ AUTH_AUTOCONFIRM: 'false' });
});
afterAll(() => auth.stop());

const signUp = async (email = newEmail()) => {
  const client = auth.client();
  const { data, error } = await client.signUp({ email, password, options: { data: person() } });
  if (error || !data.session) throw error ?? new Error('No session');
  return { client, email, id: data.session.user.id, token: data.session.access_token };
};
const isVerified = (id: string) => auth.app.get(IdentityQueries).emailVerified(id);
const eventTypesOf = async (id: string) => (await auth.eventsOf(id)).map(({ type }) => type);
const isAlive = async (token: string) => (await auth.app.get(Sessions).caller(token)) !== undefined;

test('sign-up starts a session at once and sends a confirmation mail', async () => {
  const { client, email, id } = await signUp();
  const { data } = await client.getUser();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  expect(data.user).toHaveProperty('confirmation_sent_at');
  expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull();
  expect(await isVerified(id)).toBe(false);
  const [, request] = await auth.eventsOf(id);
  await untilCaughtUp(auth.app, request?.position);
  expect((await auth.app.get(IdentityQueries).me(id)).emailVerified).toBe(false);
  expect((await auth.call('GET', '/settings')).body.mailer_autoconfirm).toBe(false);

  const mail = await auth.mail(email, 'confirmation');
  expect(mail.subject).toBe('Confirm your email address');
  expect(linkIn(mail).type).toBe('signup');
  expect(factsIn(await auth.follow(linkIn(mail).verify))).toMatchObject({ type: 'signup', token_type: 'bearer' });
  expect(await isVerified(id)).toBe(true);
  expect((await client.getUser()).data.user?.email_confirmed_at).toBeDefined();
  expect(await eventTypesOf(id)).toEqual(['UserRegistered', 'EmailConfirmationRequested', 'EmailVerified']);
  const confirmationEvent = (await auth.eventsOf(id)).at(-1);
  expect(confirmationEvent).toMatchObject({ by: { id, kind: 'user', role: 'client' }, data: { method: 'mail' } });
  await untilCaughtUp(auth.app, confirmationEvent?.position);
  expect((await auth.app.get(IdentityQueries).me(id)).emailVerified).toBe(true);
});

test('the mail’s code confirms too, with either type', async () => {
  for (const type of ['signup', 'email'] as const) {
    const { email, id, token } = await signUp();
    const { data, error } = await auth
      .client()
      .verifyOtp({ type, email, token: codeIn(await auth.mail(email, 'confirmation')) });
    expect([error, data.user?.id, await isVerified(id)]).toEqual([null, id, true]);
    // The user who signed up keeps their session and password.
    expect(await isAlive(token)).toBe(true);
    expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull();
  }
});

test('the mail is sent again on request, until the address is confirmed', async () => {
  const { email, id } = await signUp();
  await auth.mail(email, 'confirmation');
  expect((await auth.client().resend({ type: 'signup', email: email.toUpperCase() })).error).toBeNull();
  const [newer, older] = await auth.mails(email, 'confirmation', 2);
  if (!newer || !older) throw new Error('Two mails');
  expect(factsIn(await auth.follow(linkIn(older).verify))).toMatchObject({ error_code: 'otp_expired' });
  expect((await auth.follow(linkIn(newer).verify)).hash).toContain('access_token');
  expect((await auth.client().resend({ type: 'signup', email })).error).toBeNull();
  expect((await eventTypesOf(id)).filter((type) => type === 'EmailConfirmationRequested')).toHaveLength(2);
});

test('a mail that is sent again carries the challenge of a PKCE client', async () => {
  const { email, id } = await signUp();
  await auth.mail(email, 'confirmation');
  const verifier = 'v'.repeat(56);
  const body = { type: 'signup', email, code_challenge: verifier, code_challenge_method: 'plain' };
  expect((await auth.call('POST', '/resend', { body })).status).toBe(200);
  const end = await auth.follow(linkIn(await auth.mail(email, 'confirmation', 2)).verify);
  const codeExchange = { auth_code: end.searchParams.get('code'), code_verifier: verifier };
  const { status, body: session } = await auth.call('POST', '/token?grant_type=pkce', { body: codeExchange });
  expect([end.hash, status, session.user?.id]).toEqual(['', 200, id]);
});

test('an incomplete challenge is refused when a mail is sent again', async () => {
  const { email } = await signUp();
  for (const incompleteChallenge of [{ code_challenge: 'v'.repeat(56) }, { code_challenge_method: 's256' }])
    expect(
      await auth.call('POST', '/resend', { body: { type: 'signup', email, ...incompleteChallenge } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'PKCE flow requires code_challenge_method and code_challenge' },
    });
});

test('an address that is not confirmed yet cannot be used for another sign-up', async () => {
  const { email } = await signUp();
  const { error } = await auth.client().signUp({ email, password, options: { data: person() } });
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
});

test('a reauthentication code is sent to confirmed addresses only', async () => {
  const { client } = await signUp();
  expect((await client.reauthenticate()).error).toMatchObject({
    status: 422,
    code: 'email_not_confirmed',
    message: 'Please verify your email first.',
  });
});

test.each([
  ['a new password', 'recovery'],
  ['a sign-in link', 'magic-link'],
] as const)(
  'an attacker who signed up with another person’s address loses it when the owner requests %s',
  async (_, kind) => {
    const { email, id, token } = await signUp();
    const owner = auth.client();
    if (kind === 'recovery') await owner.resetPasswordForEmail(email);
    else await owner.signInWithOtp({ email });
    const type = kind === 'recovery' ? 'recovery' : 'email';
    const { data } = await owner.verifyOtp({ type, email, token: codeIn(await auth.mail(email, kind)) });
    expect([data.user?.id, await isVerified(id)]).toEqual([id, true]);
    expect(await isAlive(token)).toBe(false);
    expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect(await eventTypesOf(id)).toEqual(
      expect.arrayContaining(['PasswordWithdrawn', 'SessionsRevoked', 'EmailVerified']),
    );
    expect((await owner.updateUser({ password: 'Marigold9' })).error).toBeNull();
    expect((await auth.client().signInWithPassword({ email, password: 'Marigold9' })).error).toBeNull();
  },
);

test('an unverified address is replaced by confirming only the new one', async () => {
  const { client, email, id } = await signUp();
  const rightAddress = newEmail();
  expect((await client.updateUser({ email: rightAddress })).error).toBeNull();
  const mail = await auth.mail(rightAddress, 'email-change-new');
  expect((await auth.follow(linkIn(mail).verify)).hash).toContain('access_token');
  expect(await isVerified(id)).toBe(true);
  expect((await auth.client().signInWithPassword({ email: rightAddress, password })).error).toBeNull();
  expect((await auth.mailbox.mails(email)).map(({ kind }) => kind)).toEqual(['identity.confirmation']);
});

test('where the mail’s link leads is chosen at sign-up', async () => {
  const email = newEmail();
  const site = new URL(auth.url).origin.replace('127.0.0.1', 'localhost');
  const options = { data: person(), emailRedirectTo: `${site}/dashboard` };
  await auth.client().signUp({ email, password, options });
  expect(linkIn(await auth.mail(email, 'confirmation')).redirectTo).toBe(`${site}/dashboard`);
});

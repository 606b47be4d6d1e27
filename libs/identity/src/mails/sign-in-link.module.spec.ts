import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GoTrueClient } from '@supabase/auth-js';
import { Database } from '#platform/postgres';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { codeIn, factsIn, linkIn, startMailedApp } from './mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp();
});
afterAll(() => auth.stop());

const member = async () => (await auth.signUp()).user.email ?? '';
/** A client whose flows end with a code, and its storage. */
const pkceClient = () => {
  const storedItems = new Map<string, string>();
  const storage = {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  };
  return new GoTrueClient({ url: auth.url, storage, autoRefreshToken: false, flowType: 'pkce' });
};
const amrOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).amr;

describe('a link that signs in', () => {
  test('is sent to an account’s address, as link and as code', async () => {
    const email = await member();
    const { data, error } = await auth.client().signInWithOtp({ email: email.toUpperCase() });
    expect([error, data]).toEqual([null, { user: null, session: null }]);
    const mail = await auth.mail(email, 'magic-link');
    const client = auth.client();
    const signedIn = await client.verifyOtp({ type: 'email', email, token: codeIn(mail) });
    expect(signedIn.data.user?.email).toBe(email);
    expect(amrOf(signedIn.data.session?.access_token ?? '')).toMatchObject([{ method: 'otp' }]);

    await auth.call('POST', '/magiclink', { body: { email } });
    const link = linkIn(await auth.mail(email, 'magic-link', 2));
    expect(link.type).toBe('magiclink');
    expect(factsIn(await auth.follow(link.verify))).toMatchObject({ type: 'magiclink', token_type: 'bearer' });
  });

  test('signs in with the type `signup` too if the account is new', async () => {
    const email = newEmail();
    await auth.client().signInWithOtp({ email, options: { data: person() } });
    const token = codeIn(await auth.mail(email, 'magic-link'));
    const { data, error } = await auth.client().verifyOtp({ type: 'signup', email, token });
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  test('creates an account for an unknown address, which the link verifies', async () => {
    const email = newEmail();
    const client = auth.client();
    expect((await client.signInWithOtp({ email, options: { data: person('vendor') } })).error).toBeNull();
    const mail = await auth.mail(email, 'magic-link');
    expect(await auth.mailbox.mails(email)).toHaveLength(1);
    const { data } = await client.verifyOtp({ type: 'email', email, token: codeIn(mail) });
    expect(data.user).toMatchObject({
      email,
      app_metadata: { app_role: 'vendor' },
      email_confirmed_at: expect.any(String),
    });
    const types = (await auth.eventsOf(data.user?.id ?? '')).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['UserRegistered', 'SignInLinkRequested', 'EmailVerified']));
    // There is no password yet, so the first one can be set without a current one.
    expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await client.updateUser({ password })).error).toBeNull();
    expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  const rows: readonly (readonly [object, number, string, string])[] = [
    [{}, 400, 'validation_failed', 'One of email or phone must be set'],
    [
      { email: 'a@example.com', phone: '1' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided',
    ],
    [
      { email: 'a@example.com', channel: 'sms' },
      400,
      'validation_failed',
      'Channel should only be specified with Phone OTP',
    ],
    [{ phone: '15550100' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    [{ email: 'a@' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: 'unknown@example.com', create_user: false }, 422, 'otp_disabled', 'Signups not allowed for otp'],
    [{ email: 'unknown@example.com', data: { first_name: 'Ann' } }, 400, 'validation_failed', 'Please select a role'],
    [
      { email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' },
      400,
      'validation_failed',
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { email: 'a@example.com', code_challenge: `${'x'.repeat(43)}!`, code_challenge_method: 's256' },
      400,
      'validation_failed',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [
      { email: 'a@example.com', code_challenge_method: 's256' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      { email: 'a@example.com', code_challenge: 'x'.repeat(43), code_challenge_method: 's512' },
      400,
      'validation_failed',
      'unsupported code_challenge method',
    ],
  ];
  test.each(rows)('%j is refused', async (body, status, code, message) => {
    const response = await auth.call('POST', '/otp', { body });
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  test.each(['/otp', '/magiclink'])(
    '%s without profile data gets the same response for known and unknown addresses, and only known ones get mail',
    async (path) => {
      const [known, unknown] = [await member(), newEmail()];
      for (const body of [{ email: known }, { email: unknown }, { email: unknown, data: {} }]) {
        const startedAt = performance.now();
        const response = await auth.call('POST', path, { body });
        expect([body, response.status, response.body]).toEqual([body, 200, {}]);
        expect(performance.now() - startedAt).toBeGreaterThan(95);
      }
      await auth.mail(known, 'magic-link');
      expect(await auth.mailbox.mails(unknown)).toEqual([]);
      expect(
        (await auth.call('POST', '/token?grant_type=password', { body: { email: unknown, password } })).status,
      ).toBe(400);
    },
  );

  test.each(['/otp', '/magiclink'])(
    '%s with invalid profile data is refused for known and unknown addresses alike',
    async (path) => {
      for (const email of [await member(), newEmail()])
        expect(await auth.call('POST', path, { body: { email, data: { ...person(), last_name: '' } } })).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', message: 'Last name must be at least 2 characters' },
        });
    },
  );

  test('the route of older clients refuses a missing address with its own error', async () =>
    expect(await auth.call('POST', '/magiclink', { body: {} })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', message: 'Password recovery requires an email' },
    }));
});

describe('a flow that ends with a code', () => {
  test('gives the session to the client that started it, once', async () => {
    const email = await member();
    const client = pkceClient();
    expect(
      (await client.resetPasswordForEmail(email, { redirectTo: `${new URL(auth.url).origin}/login?a=b` })).error,
    ).toBeNull();
    const link = linkIn(await auth.mail(email, 'recovery'));
    expect(link.token).toMatch(/^pkce_[0-9a-f]{56}$/);
    const end = await auth.follow(link.verify);
    expect([end.hash, end.searchParams.get('a')]).toEqual(['', 'b']);
    const code = end.searchParams.get('code') ?? '';

    const authEvents: string[] = [];
    client.onAuthStateChange((event) => void authEvents.push(event));
    const attacker = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(56) },
    });
    expect(attacker).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' },
    });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(authEvents).toContain('PASSWORD_RECOVERY');
    expect(amrOf(data.session?.access_token ?? '')).toMatchObject([{ method: 'recovery' }]);
    expect((await client.updateUser({ password: 'Marigold9' })).error).toBeNull();
    const secondExchange = { auth_code: code, code_verifier: 'x'.repeat(56) };
    expect(await auth.call('POST', '/token?grant_type=pkce', { body: secondExchange })).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    });
  });

  test('works for every mail that signs in', async () => {
    const email = await member();
    const client = pkceClient();
    await client.signInWithOtp({ email });
    const link = await auth.follow(linkIn(await auth.mail(email, 'magic-link')).verify);
    const { data } = await client.exchangeCodeForSession(link.searchParams.get('code') ?? '');
    expect(amrOf(data.session?.access_token ?? '')).toMatchObject([{ method: 'magiclink' }]);

    const nextAddress = newEmail();
    expect((await client.updateUser({ email: nextAddress })).error).toBeNull();
    const [first, last] = [
      await auth.mail(email, 'email-change-current'),
      await auth.mail(nextAddress, 'email-change-new'),
    ];
    const firstRedirect = await auth.follow(linkIn(first).verify);
    expect(firstRedirect.searchParams.get('message')).toMatch(/^Confirmation link accepted/);
    const lastRedirect = await auth.follow(linkIn(last).verify);
    const exchangedSession = await client.exchangeCodeForSession(lastRedirect.searchParams.get('code') ?? '');
    expect(exchangedSession.data.user?.email).toBe(nextAddress);
  });

  test('expires five minutes after the link was followed', async () => {
    const email = await member();
    const verifier = 'v'.repeat(56);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const startFlow = async (count: number) => {
      await auth.call('POST', '/recover', { body: { email, code_challenge, code_challenge_method: 's256' } });
      const end = await auth.follow(linkIn(await auth.mail(email, 'recovery', count)).verify);
      return { auth_code: end.searchParams.get('code') ?? '', code_verifier: verifier };
    };
    const redeem = (body: object) => auth.call('POST', '/token?grant_type=pkce', { body });
    const first = await startFlow(1);
    auth.clock.pass(299_000);
    expect((await redeem(first)).status).toBe(200);
    const lateFlow = await startFlow(2);
    auth.clock.pass(300_000);
    expect(await redeem(lateFlow)).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
    });
    expect((await redeem(lateFlow)).status).toBe(404);
  });

  test('is invalidated by a new password', async () => {
    const { user, access_token: token } = await auth.signUp();
    const verifier = 'plain-verifier-plain-verifier-plain-verifier';
    const challenge = { code_challenge: verifier, code_challenge_method: 'plain' };
    await auth.call('POST', '/otp', { body: { email: user.email, ...challenge } });
    const end = await auth.follow(linkIn(await auth.mail(user.email ?? '', 'magic-link')).verify);
    const newPassword = { password: 'Marigold9', current_password: password };
    expect((await auth.call('PUT', '/user', { token, body: newPassword })).status).toBe(200);
    const codeExchange = { auth_code: end.searchParams.get('code'), code_verifier: verifier };
    expect(await auth.call('POST', '/token?grant_type=pkce', { body: codeExchange })).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
  });

  test('accepts a plain challenge, and requires both challenge and method', async () => {
    const email = await member();
    const verifier = 'plain-verifier-plain-verifier-plain-verifier';
    await auth.call('POST', '/otp', { body: { email, code_challenge: verifier, code_challenge_method: 'plain' } });
    const end = await auth.follow(linkIn(await auth.mail(email, 'magic-link')).verify);
    const auth_code = end.searchParams.get('code');
    for (const body of [{ auth_code }, { code_verifier: verifier }, {}])
      expect(await auth.call('POST', '/token?grant_type=pkce', { body })).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          message: 'invalid request: both auth code and code verifier should be non-empty',
        },
      });
    const body = { auth_code, code_verifier: verifier };
    expect((await auth.call('POST', '/token?grant_type=pkce', { body })).body.user.email).toBe(email);
  });

  test('gives one session if twelve requests redeem one code concurrently', async () => {
    const email = await member();
    const verifier = 'w'.repeat(56);
    await auth.call('POST', '/otp', { body: { email, code_challenge: verifier, code_challenge_method: 'plain' } });
    const end = await auth.follow(linkIn(await auth.mail(email, 'magic-link')).verify);
    const body = { auth_code: end.searchParams.get('code'), code_verifier: verifier };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => auth.call('POST', '/token?grant_type=pkce', { body })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(11);
  });

  test('stores no code in clear text', async () => {
    const email = await member();
    await auth.call('POST', '/otp', {
      body: { email, code_challenge: 'y'.repeat(56), code_challenge_method: 'plain' },
    });
    const end = await auth.follow(linkIn(await auth.mail(email, 'magic-link')).verify);
    const rows = await auth.app
      .get(Database)
      .query<{ row: string }>('select f::text as row from identity.flow_states f');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(end.searchParams.get('code'));
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Database } from '#platform/postgres';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { appCode } from '../factors/authenticator.suite.ts';
import { PasswordHasher } from '../passwords/password.hasher.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const signUp = async (email = newEmail()) =>
  (await auth.call('POST', '/signup', { body: { email, password, data: person() } })).body;
const userOf = (email: string) => ({
  id: uuid,
  aud: 'authenticated',
  role: 'authenticated',
  email,
  email_confirmed_at: instant,
  confirmed_at: instant,
  phone: '',
  last_sign_in_at: instant,
  app_metadata: { provider: 'email', providers: ['email'], app_role: 'client' },
  user_metadata: { ...person(), email_verified: true },
  identities: [
    {
      identity_id: uuid,
      id: uuid,
      user_id: uuid,
      identity_data: {
        sub: uuid,
        email,
        email_verified: true,
        phone_verified: false,
        first_name: 'Ann',
        last_name: 'Archer',
        phone: '+1 555 0100',
      },
      provider: 'email',
      last_sign_in_at: instant,
      created_at: instant,
      updated_at: instant,
      email,
    },
  ],
  created_at: instant,
  updated_at: instant,
  is_anonymous: false,
});
const sessionOf = (email: string) => ({
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expect.any(Number),
  refresh_token: expect.stringMatching(/^[\w-]{50,}$/),
  user: userOf(email),
});

describe('a session', () => {
  test('has exactly these fields, at sign-up, sign-in and refresh', async () => {
    const email = newEmail();
    const signUpBody = await signUp(email);
    const signedIn = await auth.call('POST', '/token?grant_type=password', { body: { email, password } });
    const responses = [signUpBody, signedIn.body, (await auth.refresh(signUpBody.refresh_token)).body];
    for (const body of responses) {
      expect(body).toEqual(sessionOf(email));
      const { exp = 0, iat = 0, sub } = decodeJwt(body.access_token);
      expect([exp, exp - iat, sub]).toEqual([body.expires_at, body.expires_in, body.user.id]);
      const [identity] = body.user.identities;
      expect([identity.identity_id, identity.id, identity.user_id]).toEqual(Array(3).fill(body.user.id));
    }
  });

  test('has a warning if its password no longer meets the password policy', async () => {
    const email = newEmail();
    const { user } = await signUp(email);
    const hash = await auth.app.get(PasswordHasher).hash('short');
    const sql = 'update identity.credentials set password_hash = $1 where user_id = $2';
    await auth.app.get(Database).query(sql, [hash, user.id]);
    const { status, body } = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'short' },
    });
    expect([status, body]).toEqual([
      200,
      {
        ...sessionOf(email),
        weak_password: { message: 'Password must be at least 8 characters', reasons: ['length', 'characters'] },
      },
    ]);
    const { data } = await auth.client().signInWithPassword({ email, password: 'short' });
    expect(data.weakPassword).toEqual({
      message: 'Password must be at least 8 characters',
      reasons: ['length', 'characters'],
    });
  });
});

describe('a user', () => {
  test('has exactly these fields', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(email);
    expect((await auth.call('GET', '/user', { token })).body).toEqual(userOf(email));
    expect((await auth.call('PUT', '/user', { token, body: { data: { pet: 'cat' } } })).body).toEqual({
      ...userOf(email),
      user_metadata: { ...person(), email_verified: true, pet: 'cat' },
      identities: [
        {
          ...userOf(email).identities[0],
          identity_data: expect.objectContaining({ pet: 'cat', email_verified: true }),
        },
      ],
    });
  });

  test('shows requested mails and a pending change of address', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(email);
    await auth.call('POST', '/recover', { body: { email } });
    await auth.call('GET', '/reauthenticate', { token });
    const nextAddress = newEmail();
    await auth.call('PUT', '/user', { token, body: { email: nextAddress } });
    expect((await auth.call('GET', '/user', { token })).body).toEqual({
      ...userOf(email),
      recovery_sent_at: instant,
      reauthentication_sent_at: instant,
      new_email: nextAddress,
      email_change_sent_at: instant,
    });
  });

  test('lists factors without their secrets and keys', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(email);
    const add = (body: object) => auth.call('POST', '/factors', { token, body });
    const { body: app } = await add({ factor_type: 'totp', friendly_name: 'Phone' });
    const { body: key } = await add({ factor_type: 'webauthn' });
    const facts = { created_at: instant, updated_at: instant, phone: '', last_challenged_at: null };
    const phone = { id: app.id, friendly_name: 'Phone', factor_type: 'totp', status: 'unverified', ...facts };
    const factorWithoutName = { id: key.id, factor_type: 'webauthn', status: 'unverified', ...facts };
    expect((await auth.call('GET', '/user', { token })).body).toEqual({
      ...userOf(email),
      factors: [phone, factorWithoutName],
    });

    const { body: challenge } = await auth.call('POST', `/factors/${app.id}/challenge`, { token, body: {} });
    expect(challenge).toEqual({ id: uuid, type: 'totp', expires_at: expect.any(Number) });
    const code = appCode(app.totp.secret, auth.clock.now());
    const body = { challenge_id: challenge.id, code };
    const verification = await auth.call('POST', `/factors/${app.id}/verify`, { token, body });
    expect(verification.body).toEqual({
      ...sessionOf(email),
      user: {
        ...userOf(email),
        factors: [{ ...phone, status: 'verified', last_challenged_at: instant }, factorWithoutName],
      },
    });
    expect(await auth.call('DELETE', `/factors/${key.id}`, { token: verification.body.access_token })).toMatchObject({
      status: 200,
      body: { id: key.id },
    });
  });
});

test('settings list all providers that GoTrue lists', async () =>
  expect((await auth.call('GET', '/settings')).body).toEqual({
    external: {
      ...Object.fromEntries(
        [
          ...['anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly'],
          ...['github', 'gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify'],
          ...['slack', 'slack_oidc', 'workos', 'twitch', 'twitter', 'phone', 'zoom'],
        ].map((name) => [name, false]),
      ),
      email: true,
    },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }));

test('health has three fields', async () => {
  const { status, body } = await auth.call('GET', '/health');
  expect([status, body]).toEqual([200, { version: 'v1.0', name: 'GoTrue', description: expect.any(String) }]);
});

test('routes without data return empty JSON, except sign-out', async () => {
  const email = newEmail();
  const { access_token: token } = await signUp(email);
  const responses = [
    await auth.call('POST', '/recover', { body: { email } }),
    await auth.call('POST', '/resend', { body: { type: 'signup', email } }),
    await auth.call('POST', '/otp', { body: { email } }),
    await auth.call('GET', '/reauthenticate', { token }),
  ];
  for (const { status, headers, body } of responses)
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json; charset=utf-8', {}]);
  const signOutResponse = await auth.call('POST', '/logout', {
    token,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
  });
  expect([signOutResponse.status, signOutResponse.body]).toEqual([204, undefined]);
});

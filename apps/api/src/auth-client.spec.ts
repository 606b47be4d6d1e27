import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { password } from './api.suite.ts';
import { api, errorOf, newEmail, noSession, profile, startClients } from './auth-client.suite.ts';

let auth: Awaited<ReturnType<typeof startClients>>;
beforeAll(async () => {
  auth = await startClients();
});
afterAll(() => auth.stop());

const invalidCredentials = api(400, 'invalid_credentials', 'Invalid login credentials');

describe('signUp', () => {
  test('returns a user and a session, and emits an event', async () => {
    const { client, received } = auth.newClient();
    const email = newEmail();
    const options = { data: profile('creator'), emailRedirectTo: `${auth.origin}/` };
    const { data, error } = await client.signUp({ email: email.toUpperCase(), password, options });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: data.user });
    expect(data.user).toMatchObject({
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'], app_role: 'creator' },
      user_metadata: { ...profile('creator'), email_verified: true },
      is_anonymous: false,
    });
    expect((await client.getSession()).data.session).toEqual(data.session);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  type Credentials = Parameters<GoTrueClient['signUp']>[0];
  const options = { data: profile() };
  const rows: readonly (readonly [string, Credentials, object])[] = [
    [
      'no address',
      { email: 'ann@', password, options },
      api(400, 'validation_failed', 'Unable to validate email address: invalid format'),
    ],
    [
      'neither address nor phone',
      { password } as Credentials,
      {
        name: 'AuthInvalidCredentialsError',
        status: 400,
        code: undefined,
        message: 'You must provide either an email or phone number and a password',
      },
    ],
  ];
  test.each(rows)('a sign-up with %s returns GoTrue’s error', async (_, credentials, expected) => {
    const { client, received } = auth.newClient();
    const result = await client.signUp(credentials);
    expect(errorOf(result)).toEqual(expected);
    expect(result.data).toEqual({ user: null, session: null });
    expect((await client.getSession()).data.session).toBeNull();
    expect(received).toEqual(['INITIAL_SESSION']);
  });

  test('a sign-up with an email address that has an account is refused', async () => {
    const { email } = await auth.member();
    const result = await auth.newClient().client.signUp({ email, password, options });
    expect(errorOf(result)).toEqual(api(422, 'user_already_exists', 'User already registered'));
  });

  test.each([['short', ['length', 'characters'], 'Password must be at least 8 characters']])(
    'a sign-up with the weak password %s is refused with weak_password',
    async (weak, reasons, message) => {
      const { error } = await auth.newClient().client.signUp({ email: newEmail(), password: weak, options });
      expect(error).toMatchObject({
        name: 'AuthWeakPasswordError',
        status: 422,
        code: 'weak_password',
        message,
        reasons,
      });
    },
  );
});

describe('signInWithPassword', () => {
  test('starts a session', async () => {
    const { email, id } = await auth.member();
    const { client, received } = auth.newClient();
    const { data, error } = await client.signInWithPassword({ email: email.toUpperCase(), password });
    expect([error, data.user?.id, data.session?.user.id]).toEqual([null, id, id]);
    expect(data.weakPassword).toBeUndefined();
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('returns the same error for a wrong password and an unknown address', async () => {
    const { email } = await auth.member();
    const { client, received } = auth.newClient();
    expect(errorOf(await client.signInWithPassword({ email, password: 'Marigold9' }))).toEqual(invalidCredentials);
    expect(errorOf(await client.signInWithPassword({ email: newEmail(), password }))).toEqual(invalidCredentials);
    expect(received).toEqual(['INITIAL_SESSION']);
  });
});

describe('getSession and getUser', () => {
  test('return no session and no user to a client without a session', async () => {
    const { client } = auth.newClient();
    expect(await client.getSession()).toEqual({ data: { session: null }, error: null });
    const result = await client.getUser();
    expect([errorOf(result), result.data.user]).toEqual([noSession, null]);
  });

  test('return the user of the stored session, or of a given access token', async () => {
    const { client, id } = await auth.member();
    const otherMember = await auth.member();
    expect((await client.getUser()).data.user?.id).toBe(id);
    expect((await client.getUser(otherMember.session.access_token)).data.user?.id).toBe(otherMember.id);
    const forgedToken = `${otherMember.session.access_token.slice(0, -6)}AAAAAA`;
    expect(errorOf(await client.getUser(forgedToken))).toMatchObject({
      name: 'AuthApiError',
      status: 403,
      code: 'bad_jwt',
    });
    expect((await client.getUser()).data.user?.id).toBe(id);
  });

  test('fail if the session was ended on another device, and the client removes and reports it', async () => {
    const { client, received, session, memory } = await auth.member();
    await auth.newClient().client.admin.signOut(session.access_token, 'global');
    expect(errorOf(await client.getUser())).toEqual(noSession);
    expect([received, memory.map.size]).toEqual([['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT'], 0]);
  });
});

describe('getClaims', () => {
  test('verifies a token with the published keys, without other requests', async () => {
    const requests: string[] = [];
    const counting: typeof fetch = (url, init) => {
      requests.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
      return fetch(url, init);
    };
    const { client, session, id } = await auth.member({ fetch: counting });
    requests.length = 0;
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) });
    expect(data?.claims).toMatchObject({ sub: id, aud: 'authenticated', role: 'authenticated', aal: 'aal1' });
    expect(data?.claims.exp).toBe(session.expires_at);
    await client.getClaims(session.access_token);
    expect(requests.filter((each) => each !== 'GET /auth/v1/.well-known/jwks.json')).toEqual([]);
  });

  test('refuses a changed token, an expired one and malformed text', async () => {
    const { client, session } = await auth.member();
    const [header = '', payload = '', signature = ''] = session.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const otherClaims = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url');
    const expiredClaims = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url');
    const invalid = { name: 'AuthInvalidJwtError', status: 400, code: 'invalid_jwt' };
    expect(errorOf(await client.getClaims(`${header}.${otherClaims}.${signature}`))).toMatchObject(invalid);
    expect(errorOf(await client.getClaims(`${header}.${expiredClaims}.${signature}`))).toMatchObject(invalid);
    expect(errorOf(await client.getClaims('a.b'))).toMatchObject(invalid);
    expect((await client.getClaims()).error).toBeNull();
  });

  test('without a session returns no claims', async () =>
    expect(await auth.newClient().client.getClaims()).toEqual({ data: null, error: null }));
});

describe('refreshSession and setSession', () => {
  test('give new tokens for the same session', async () => {
    const { client, received, session, id } = await auth.member();
    const { data, error } = await client.refreshSession();
    expect([error, data.user?.id]).toEqual([null, id]);
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect((await client.getSession()).data.session?.refresh_token).toBe(data.session?.refresh_token);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED']);
  });

  test('are requested again, first after 200 ms, while the server is not available', async () => {
    const { session } = await auth.member();
    let refusals = 1;
    const { client } = auth.newClient({
      fetch: async (url, init) => {
        const isRefused = String(url).includes('grant_type=refresh_token') && refusals-- > 0;
        return isRefused ? new Response('{}', { status: 503 }) : fetch(url, init);
      },
    });
    await client.setSession(session);
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { data, error } = await client.refreshSession();
    const pauses = timers.mock.calls.map(([, pause]) => pause);
    timers.mockRestore();
    expect([error, refusals]).toEqual([null, -1]);
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(pauses).toContain(200);
  });

  test('without a session, or with malformed tokens, fail', async () => {
    const { client } = auth.newClient();
    expect(errorOf(await client.refreshSession())).toEqual(noSession);
    expect(errorOf(await client.refreshSession({ refresh_token: 'x'.repeat(40) }))).toEqual(
      api(400, 'validation_failed', 'Refresh token is not valid'),
    );
    expect(errorOf(await client.setSession({ access_token: 'a.b.c', refresh_token: 'x' }))).toMatchObject({
      name: 'AuthInvalidJwtError',
    });
    expect(errorOf(await client.setSession({ access_token: '', refresh_token: '' }))).toEqual(noSession);
  });

  test('fetch the user with a valid access token, and new tokens with an expired one', async () => {
    const { email } = await auth.member();
    const { client, received } = auth.newClient();
    const { session } = await auth.member();
    expect((await client.setSession(session)).data.user?.id).toBe(session.user.id);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);

    auth.pass(-7_200_000);
    const firstTab = auth.newClient();
    const oldSession = (await firstTab.client.signInWithPassword({ email, password })).data.session as Session;
    auth.pass(7_200_000);
    const secondTab = auth.newClient();
    const { data, error } = await secondTab.client.setSession(oldSession);
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(data.session?.access_token).not.toBe(oldSession.access_token);
    expect(secondTab.received).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
    // The first tab gets the new tokens without a reload.
    expect((await firstTab.client.getSession()).data.session?.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect(firstTab.received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED']);
  });

  test('end the session for a refresh token used long ago, and the tab detects this when its token expires an hour later', async () => {
    auth.pass(-7_200_000);
    const { client, received, session, memory } = await auth.member();
    const attacker = auth.newClient().client;
    for (let i = 0; i < 2; i++) await attacker.refreshSession(i === 0 ? session : undefined);
    auth.pass(7_200_000);
    expect(errorOf(await client.getSession())).toEqual(
      api(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
    );
    expect([received, memory.map.size]).toEqual([['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT'], 0]);
    // No client has the session now.
    expect(errorOf(await attacker.refreshSession())).toEqual(
      api(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
    );
  });
});

describe('updateUser', () => {
  test('changes user data and the password', async () => {
    const { client, received, email } = await auth.member();
    const { data, error } = await client.updateUser({ data: { first_name: 'Anna', pet: 'cat', phone: null } });
    expect([error, data.user?.user_metadata]).toEqual([
      null,
      { first_name: 'Anna', last_name: 'Archer', pet: 'cat', role: 'client', email_verified: true },
    ]);
    expect((await client.updateUser({ password: 'Marigold9', current_password: password })).error).toBeNull();
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'USER_UPDATED']);
    const { client: otherClient } = auth.newClient();
    expect(errorOf(await otherClient.signInWithPassword({ email, password }))).toEqual(invalidCredentials);
    expect((await otherClient.signInWithPassword({ email, password: 'Marigold9' })).error).toBeNull();
    // The next access token contains the change.
    await client.refreshSession();
    expect((await client.getClaims()).data?.claims.user_metadata).toMatchObject({ first_name: 'Anna' });
  });

  test('returns GoTrue’s error for changes that are not allowed', async () => {
    const { client, received } = await auth.member();
    const current_password = password;
    const rows = [
      [{ password, current_password }, 422, 'same_password', 'New password should be different from the old password.'],
      [
        { password: `Aa1${'x'.repeat(70)}`, current_password },
        400,
        'validation_failed',
        'Password cannot be longer than 72 characters',
      ],
      [{ email: 'ann@' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    ] as const;
    for (const [changes, status, code, message] of rows)
      expect([changes, errorOf(await client.updateUser(changes))]).toEqual([changes, api(status, code, message)]);
    const { error } = await client.updateUser({ password: 'short', current_password });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'characters'] });
    expect(errorOf(await auth.newClient().client.updateUser({ data: {} }))).toEqual(noSession);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });
});

describe('signOut', () => {
  const isAlive = async ({ access_token }: Session) =>
    (await auth.newClient().client.getUser(access_token)).error === null;
  test.each([
    ['others', [true, false, false]],
    [undefined, [false, false, false]],
  ] as const)('with the scope %s ends the sessions of that scope', async (scope, expected) => {
    const { client, received, email, session, memory } = await auth.member();
    const sessions = [session];
    for (let i = 0; i < 2; i++)
      sessions.push((await auth.newClient().client.signInWithPassword({ email, password })).data.session as Session);
    expect(await client.signOut(scope && { scope })).toEqual({ error: null });
    expect(await Promise.all(sessions.map(isAlive))).toEqual(expected);
    const stays = scope === 'others';
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', ...(stays ? [] : ['SIGNED_OUT'])]);
    expect(memory.map.size > 0).toBe(stays);
    for (const [i, { refresh_token }] of sessions.entries()) {
      const secondRefresh = await auth.newClient().client.refreshSession({ refresh_token });
      expect(errorOf(secondRefresh)).toEqual(
        expected[i] ? null : api(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
      );
    }
  });

  test('without a session, or with an ended one, is not an error', async () => {
    expect(await auth.newClient().client.signOut()).toEqual({ error: null });
    const { client, session } = await auth.member();
    await client.admin.signOut(session.access_token, 'global');
    expect(await client.signOut()).toEqual({ error: null });
    expect((await client.getSession()).data.session).toBeNull();
  });
});

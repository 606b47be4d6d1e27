import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newEmail, password, startAuthApp } from '../auth-app.suite.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.store.ts';
import { SessionGrants } from '../sessions/session.grants.ts';
import { Accounts } from '../users/accounts.store.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let token: string;
beforeAll(async () => {
  auth = await startAuthApp();
  token = (await auth.signUp()).access_token;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => auth.stop());

const id = randomUUID();
const noToken = { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' };
const passkeys = ['passkey_disabled', 'Passkeys are disabled'] as const;
const saml = ['saml_provider_disabled', 'SAML 2.0 is disabled'] as const;
const oauth = ['feature_disabled', 'OAuth server is disabled'] as const;
const scim = ['feature_disabled', 'SCIM server is disabled'] as const;

describe('disabled features are reported', () => {
  test.each([
    ['POST', '/passkeys/registration/options', ...passkeys],
    ['POST', '/passkeys/registration/verify', ...passkeys],
    ['POST', '/passkeys/authentication/options', ...passkeys],
    ['POST', '/passkeys/authentication/verify', ...passkeys],
    ['GET', '/passkeys', ...passkeys],
    ['GET', '/passkeys/', ...passkeys],
    ['PATCH', `/passkeys/${id}`, ...passkeys],
    ['DELETE', `/passkeys/${id}`, ...passkeys],
    ['POST', '/sso', ...saml],
    ['POST', '/sso?domain=example.com', ...saml],
    ['GET', '/sso/saml/metadata', ...saml],
    ['POST', '/sso/saml/acs', ...saml],
    ['POST', '/oauth/clients/register', ...oauth],
    ['POST', '/oauth/token', ...oauth],
    ['GET', '/oauth/userinfo', ...oauth],
    ['GET', '/oauth/authorize?client_id=x', ...oauth],
    ['GET', `/oauth/authorizations/${id}`, ...oauth],
    ['POST', `/oauth/authorizations/${id}/consent`, ...oauth],
    ['GET', '/.well-known/oauth-authorization-server', ...oauth],
    ['GET', '/scim/v2/Schemas', ...scim],
  ])('by %s %s', async (method, path, code, message) => {
    for (const by of [undefined, token]) {
      const { status, body } = await auth.call(method, path, { ...(by && { token: by }) });
      expect([status, body]).toEqual([404, { code, message }]);
    }
  });

  test.each(['GET', 'DELETE'])('%s /user/oauth/grants with a session says that it is disabled', async (method) => {
    const response = await auth.call(method, '/user/oauth/grants', { token });
    expect([response.status, response.body]).toEqual([404, { code: oauth[0], message: oauth[1] }]);
    expect(await auth.call(method, '/user/oauth/grants')).toMatchObject({ status: 401, body: noToken });
  });

  test('sign-in with a wallet’s signature is refused as disabled', async () => {
    const body = { chain: 'ethereum', message: 'x', signature: 'y' };
    const { status, body: response } = await auth.call('POST', '/token?grant_type=web3', { body });
    expect([status, response]).toEqual([422, { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' }]);
  });

  test.each(['/passkeysx', '/ssox', '/oauthx', '/adminx', '/invite/x', '/user/oauth', '/scim'])(
    '%s is not found',
    async (path) =>
      expect(await auth.call('GET', path, { token })).toMatchObject({ status: 404, body: { code: 'unknown' } }),
  );
});

test('without configured providers, no identity can be linked', async () => {
  const { access_token: token } = await auth.signUp();
  expect(await auth.call('GET', '/user/identities/authorize?provider=google', { token })).toMatchObject({
    status: 404,
    body: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
  });
  expect((await auth.call('GET', '/settings')).body.external).toMatchObject({ google: false, email: true });
});

describe('administrator routes are refused to all callers', () => {
  test.each([
    ['POST', '/invite'],
    ['GET', '/admin/users?page=1&per_page=50'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['GET', '/admin'],
  ])('%s %s', async (method, path) => {
    const response = await auth.call(method, path, { token });
    expect([response.status, response.body]).toEqual([403, { code: 'not_admin', message: 'User not allowed' }]);
    expect(await auth.call(method, path)).toMatchObject({ status: 401, body: noToken });
    expect(await auth.call(method, path, { token: 'a.b.c' })).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
  });
});

describe('a request that takes too long', () => {
  /** Makes the ten-second timer fire immediately. */
  const expireTimers = () => {
    const originalSetInterval = globalThis.setInterval;
    jest
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((work: () => void, delay?: number) =>
        originalSetInterval(work, delay === 10_000 ? 1 : delay)) as typeof originalSetInterval);
  };
  const neverSettle = () => new Promise<never>(() => undefined);
  const timedOut = {
    status: 504,
    body: { code: 'request_timeout', message: 'Processing this request timed out, please retry after a moment.' },
  };

  test('fails with 504, and the client keeps its session', async () => {
    const client = auth.client();
    const { data } = await client.signUp({
      email: newEmail(),
      password,
      options: { data: { first_name: 'Ann', last_name: 'Archer', role: 'client' } },
    });
    jest.spyOn(auth.app.get(Accounts), 'byId').mockImplementation(neverSettle);
    expireTimers();
    expect(await auth.call('GET', '/user', { token })).toMatchObject(timedOut);
    const { error } = await client.getUser();
    expect([error?.name, error?.status]).toEqual(['AuthRetryableFetchError', 504]);
    expect((await client.getSession()).data.session?.access_token).toBe(data.session?.access_token);
  });

  test('has five more seconds if it signs in, because password checks wait in a queue', async () => {
    const { user } = await auth.signUp();
    expireTimers();
    const body = { email: user.email, password };
    expect((await auth.call('POST', '/token?grant_type=password', { body })).status).toBe(200);
  });

  test('has no time limit if it renews a session', async () => {
    const { refresh_token } = await auth.signUp();
    const grants = auth.app.get(SessionGrants);
    const refresh = grants.refresh.bind(grants);
    jest.spyOn(grants, 'refresh').mockImplementation((presented) => sleep(50).then(() => refresh(presented)));
    expireTimers();
    expect((await auth.refresh(refresh_token)).status).toBe(200);
  });

  test('has no time limit if it redirects the browser', async () => {
    expireTimers();
    const slowSpy = jest
      .spyOn(auth.app.get(OneTimeTokens), 'consumeLink')
      .mockImplementation(() => sleep(30, undefined));
    const response = await fetch(`${auth.url}/verify?type=recovery&token=abc`, { redirect: 'manual' });
    expect([response.status, slowSpy.mock.calls.length > 0]).toEqual([303, true]);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { Browser, registered, startProvider } from '#identity/testing';
import { password } from './api.suite.ts';
import { api, errorOf, newEmail, startClients } from './auth-client.suite.ts';

let ownProvider: Awaited<ReturnType<typeof startProvider>>;
let auth: Awaited<ReturnType<typeof startClients>>;
beforeAll(async () => {
  ownProvider = await startProvider();
  auth = await startClients({
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'google', issuer: ownProvider.issuer, clientId: registered.id, clientSecret: registered.secret },
    ]),
  });
  ownProvider.open(`${auth.origin}/auth/v1/callback`);
});
afterAll(async () => {
  await auth.stop();
  await ownProvider.stop();
});

const provider = 'google';
const page = () => `${auth.origin}/login`;
const newPerson = (facts: object = {}) => {
  const claims = { sub: randomUUID(), email: newEmail(), email_verified: true, name: 'Cy Young', ...facts };
  ownProvider.people.set(claims.sub, claims);
  return claims;
};
const options = (sub: string) => ({ redirectTo: page(), skipBrowserRedirect: true, queryParams: { login_hint: sub } });
const go = async (url: string | null, browser = new Browser()): Promise<URL> =>
  new URL(await browser.go(url ?? '', (next) => next.startsWith(page())));
const codeOf = (url: URL): string => url.searchParams.get('code') ?? '';
const idToken = (claims: object) =>
  ownProvider.idToken({ ...claims, iat: 1, exp: Math.floor(auth.clock.now().getTime() / 1000) + 300 });
const providersOf = async (client: GoTrueClient) =>
  (await client.getUserIdentities()).data?.identities.map((each) => each.provider);

describe('signInWithOAuth', () => {
  test('redirects to the provider and back, and exchangeCodeForSession signs in', async () => {
    const cy = newPerson();
    const { client, received } = auth.newClient({ flowType: 'pkce' });
    const { data, error } = await client.signInWithOAuth({ provider, options: options(cy.sub) });
    expect([error, data.provider]).toEqual([null, provider]);
    expect(data.url).toMatch(new RegExp(`^${auth.site.url}/auth/v1/authorize\\?provider=google&`));
    const finalUrl = await go(data.url);
    const exchange = await client.exchangeCodeForSession(codeOf(finalUrl));
    expect(exchange.error).toBeNull();
    expect(exchange.data.session).toMatchObject({ provider_token: expect.any(String), token_type: 'bearer' });
    expect(exchange.data.user).toMatchObject({
      email: cy.email,
      app_metadata: { provider, providers: [provider], app_role: 'client' },
    });
    expect(decodeJwt(exchange.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('gives a code that expires after five minutes', async () => {
    const { client } = auth.newClient({ flowType: 'pkce' });
    const { data } = await client.signInWithOAuth({ provider, options: options(newPerson().sub) });
    const code = codeOf(await go(data.url));
    auth.pass(300_000);
    expect(errorOf(await client.exchangeCodeForSession(code))).toEqual(
      api(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
    );
  });
});

describe('signInWithIdToken', () => {
  test('signs in with an ID token that a provider issued to an app', async () => {
    const cy = newPerson();
    const nonce = randomUUID();
    const hashedNonce = createHash('sha256').update(nonce).digest('hex');
    const { client, received } = auth.newClient();
    const { data, error } = await client.signInWithIdToken({
      provider,
      token: await idToken({ ...cy, nonce: hashedNonce }),
      nonce,
    });
    expect([error, data.user?.email, data.session?.user.id]).toEqual([null, cy.email, data.user?.id]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('returns GoTrue’s error for an invalid ID token', async () => {
    const { client, received } = auth.newClient();
    expect(errorOf(await client.signInWithIdToken({ provider, token: 'a.b.c' }))).toEqual(
      api(400, undefined, 'Bad ID token'),
    );
    expect(received).toEqual(['INITIAL_SESSION']);
  });
});

describe('getUserIdentities, linkIdentity and unlinkIdentity', () => {
  test('add a way to sign in, and remove it', async () => {
    const { client, received, id } = await auth.member({ flowType: 'pkce' });
    const cy = newPerson();
    const { data, error } = await client.linkIdentity({ provider, options: options(cy.sub) });
    expect([error, data?.url?.startsWith(ownProvider.issuer)]).toEqual([null, true]);
    const { data: linkedSession } = await client.exchangeCodeForSession(codeOf(await go(data?.url ?? null)));
    expect(linkedSession.user?.id).toBe(id);
    const { data: identities } = await client.getUserIdentities();
    const [byEmail, there] = identities?.identities ?? [];
    expect([byEmail?.provider, there]).toMatchObject([
      'email',
      { provider, id: cy.sub, user_id: id, identity_data: { email: cy.email, email_verified: true } },
    ]);
    if (!there) throw new Error('No identity');
    expect(await client.unlinkIdentity(there)).toEqual({ data: {}, error: null });
    expect(await providersOf(client)).toEqual(['email']);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_IN']);
  });
});

describe('the client reports', () => {
  const passkeys = api(404, 'passkey_disabled', 'Passkeys are disabled');
  const oauth = api(404, 'feature_disabled', 'OAuth server is disabled');

  test('that a feature is disabled', async () => {
    const { client } = await auth.member();
    expect(errorOf(await client.signInWithSSO({ domain: 'example.com' }))).toEqual(
      api(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
    );
    const solana = { chain: 'solana', message: 'x', signature: new Uint8Array(64) } as const;
    expect(errorOf(await client.signInWithWeb3(solana))).toEqual(
      api(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
    );
    expect(errorOf(await client.passkey.list())).toEqual(passkeys);
    expect(errorOf(await client.passkey.startRegistration())).toEqual(passkeys);
    expect(errorOf(await client.passkey.startAuthentication())).toEqual(passkeys);
    expect(errorOf(await client.passkey.delete({ passkeyId: randomUUID() }))).toEqual(passkeys);
    expect(errorOf(await client.oauth.getAuthorizationDetails(randomUUID()))).toEqual(oauth);
    expect(errorOf(await client.oauth.approveAuthorization(randomUUID(), { skipBrowserRedirect: true }))).toEqual(
      oauth,
    );
    expect(errorOf(await client.oauth.listGrants())).toEqual(oauth);
    expect(errorOf(await client.oauth.revokeGrant({ clientId: randomUUID() }))).toEqual(oauth);
  });

  test('that functions for administrators refuse every caller', async () => {
    const { session } = await auth.member();
    const adminApiFor = ({ access_token }: Pick<Session, 'access_token'>) =>
      auth.newClient({ headers: { Authorization: `Bearer ${access_token}` } }).client.admin;
    const admin = adminApiFor(session);
    const notAdminError = api(403, 'not_admin', 'User not allowed');
    const results = [
      await admin.listUsers(),
      await admin.getUserById(session.user.id),
      await admin.updateUserById(session.user.id, { app_metadata: { app_role: 'admin' } }),
      await admin.deleteUser(session.user.id),
      await admin.createUser({ email: newEmail(), password }),
      await admin.inviteUserByEmail(newEmail()),
      await admin.generateLink({ type: 'magiclink', email: session.user.email ?? '' }),
      await admin.mfa.listFactors({ userId: session.user.id }),
      await admin.mfa.deleteFactor({ userId: session.user.id, id: randomUUID() }),
    ];
    for (const result of results) expect(errorOf(result)).toEqual(notAdminError);
    expect(errorOf(await auth.newClient().client.admin.listUsers())).toEqual(
      api(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
    );
  });
});

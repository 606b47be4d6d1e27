import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { Browser, registered, startProvider } from '#identity/testing';
import { password } from './api.suite.ts';
import { api, errorOf, newEmail, noSession, startClients } from './auth-client.suite.ts';

let own: Awaited<ReturnType<typeof startProvider>>;
let auth: Awaited<ReturnType<typeof startClients>>;
beforeAll(async () => {
  own = await startProvider();
  auth = await startClients({
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'google', issuer: own.issuer, clientId: registered.id, clientSecret: registered.secret },
    ]),
  });
  own.open(`${auth.origin}/auth/v1/callback`);
});
afterAll(async () => {
  await auth.stop();
  await own.stop();
});

const provider = 'google';
const page = () => `${auth.origin}/login`;
const newPerson = (facts: object = {}) => {
  const claims = { sub: randomUUID(), email: newEmail(), email_verified: true, name: 'Cy Young', ...facts };
  own.people.set(claims.sub, claims);
  return claims;
};
const options = (sub: string) => ({ redirectTo: page(), skipBrowserRedirect: true, queryParams: { login_hint: sub } });
const go = async (url: string | null, browser = new Browser()): Promise<URL> =>
  new URL(await browser.go(url ?? '', (next) => next.startsWith(page())));
const codeOf = (url: URL): string => url.searchParams.get('code') ?? '';
const idToken = (claims: object) =>
  own.idToken({ ...claims, iat: 1, exp: Math.floor(auth.clock.now().getTime() / 1000) + 300 });
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
    const exchanged = await client.exchangeCodeForSession(codeOf(finalUrl));
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session).toMatchObject({ provider_token: expect.any(String), token_type: 'bearer' });
    expect(exchanged.data.user).toMatchObject({
      email: cy.email,
      app_metadata: { provider, providers: [provider], app_role: 'client' },
    });
    expect(decodeJwt(exchanged.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('comes back with the error', async () => {
    const { client } = auth.newClient({ flowType: 'pkce' });
    const { data } = await client.signInWithOAuth({ provider, options: options('unknown') });
    const finalUrl = await go(data.url);
    const reason = { error: 'access_denied', error_description: 'no' };
    expect(Object.fromEntries(finalUrl.searchParams)).toEqual(reason);
    expect(Object.fromEntries(new URLSearchParams(finalUrl.hash.slice(1)))).toEqual({ ...reason, sb: '' });
    const other = await client.signInWithOAuth({ provider: 'github', options: options('x') });
    const answer = await fetch(other.data.url ?? '', { headers: { 'x-supabase-api-version': '2024-01-01' } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'validation_failed', message: 'Unsupported provider: Provider github could not be found' },
    ]);
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
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const { client, received } = auth.newClient();
    const { data, error } = await client.signInWithIdToken({
      provider,
      token: await idToken({ ...cy, nonce: hashed }),
      nonce,
    });
    expect([error, data.user?.email, data.session?.user.id]).toEqual([null, cy.email, data.user?.id]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('answers with the error', async () => {
    const { client, received } = auth.newClient();
    const cy = newPerson();
    const oauth = (message: string) => api(400, undefined, message);
    const rows = [
      [{ token: 'a.b.c' }, oauth('Bad ID token')],
      [{ token: '' }, oauth('id_token required')],
      [
        { token: await idToken(cy), nonce: 'x' },
        oauth('Passed nonce and nonce in id_token should either both exist or not.'),
      ],
      [{ token: await idToken({ ...cy, nonce: 'x' }), nonce: 'x' }, oauth('Nonces mismatch')],
      [{ token: await idToken({ ...cy, aud: 'another' }) }, oauth('Unacceptable audience in id_token: [another]')],
      [
        { token: await idToken(cy), provider: 'apple' },
        api(400, 'provider_disabled', 'Provider (issuer "apple") is not enabled'),
      ],
      [
        { token: await idToken(newPerson({ email: undefined })) },
        api(422, 'email_address_not_provided', 'google did not return an email address'),
      ],
    ] as const;
    for (const [credentials, wanted] of rows)
      expect(errorOf(await client.signInWithIdToken({ provider, ...credentials }))).toEqual(wanted);
    expect(received).toEqual(['INITIAL_SESSION']);
  });

  test('does not open an account whose email address was verified neither here nor at the provider', async () => {
    const squatter = await auth.member();
    const taken =
      'An account with this email address exists already. Sign in to it first, then link google in its settings.';
    for (const email_verified of [true, false]) {
      const token = await idToken(newPerson({ email: squatter.email, email_verified }));
      expect(errorOf(await auth.newClient().client.signInWithIdToken({ provider, token }))).toEqual(
        api(422, 'email_exists', taken),
      );
    }
    expect(await providersOf(squatter.client)).toEqual(['email']);
  });
});

describe('getUserIdentities, linkIdentity and unlinkIdentity', () => {
  test('add a way to sign in, and remove it', async () => {
    const { client, received, id } = await auth.member({ flowType: 'pkce' });
    const cy = newPerson();
    const { data, error } = await client.linkIdentity({ provider, options: options(cy.sub) });
    expect([error, data?.url?.startsWith(own.issuer)]).toEqual([null, true]);
    const { data: linked } = await client.exchangeCodeForSession(codeOf(await go(data?.url ?? null)));
    expect(linked.user?.id).toBe(id);
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

  test('link with an ID token, too', async () => {
    const { client, received, id } = await auth.member();
    const token = await idToken(newPerson());
    const { data, error } = await client.linkIdentity({ provider, token });
    expect([error, data.user?.id]).toEqual([null, id]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED']);
    expect((await auth.newClient().client.signInWithIdToken({ provider, token })).data.user?.id).toBe(id);
  });

  test('answer with the error', async () => {
    const [ann, bo] = [await auth.member({ flowType: 'pkce' }), await auth.member({ flowType: 'pkce' })];
    const cy = newPerson();
    const token = await idToken(cy);
    await ann.client.linkIdentity({ provider, token });
    expect(errorOf(await ann.client.linkIdentity({ provider, token }))).toEqual(
      api(422, 'identity_already_exists', 'Identity is already linked'),
    );
    expect(errorOf(await bo.client.linkIdentity({ provider, token }))).toEqual(
      api(422, 'identity_already_exists', 'Identity is already linked to another user'),
    );
    const { data } = await bo.client.linkIdentity({ provider, options: options(cy.sub) });
    expect((await go(data?.url ?? null)).searchParams.get('error_code')).toBe('identity_already_exists');
    expect(errorOf(await bo.client.linkIdentity({ provider: 'apple', options: options('x') }))).toEqual(
      api(400, 'validation_failed', 'Unsupported provider: Provider apple could not be found'),
    );

    const [last] = (await bo.client.getUserIdentities()).data?.identities ?? [];
    const [, theirs] = (await ann.client.getUserIdentities()).data?.identities ?? [];
    if (!(last && theirs)) throw new Error('No identity');
    expect(errorOf(await bo.client.unlinkIdentity(last))).toEqual(
      api(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
    );
    await bo.client.linkIdentity({ provider, token: await idToken(newPerson()) });
    expect(errorOf(await bo.client.unlinkIdentity(theirs))).toEqual(
      api(422, 'identity_not_found', "Identity doesn't exist"),
    );
    expect(errorOf(await bo.client.unlinkIdentity({ ...last, identity_id: 'x' }))).toEqual(
      api(404, 'validation_failed', 'identity_id must be an UUID'),
    );
    const signedOut = auth.newClient().client;
    expect(errorOf(await signedOut.getUserIdentities())).toEqual(noSession);
    const noToken = api(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    expect(errorOf(await signedOut.unlinkIdentity(last))).toEqual(noToken);
    expect(errorOf(await signedOut.linkIdentity({ provider, options: options('x') }))).toEqual(noToken);
  });
});

describe('a feature that is switched off', () => {
  const passkeys = api(404, 'passkey_disabled', 'Passkeys are disabled');
  const oauth = api(404, 'feature_disabled', 'OAuth server is disabled');

  test('is reported by the client, too', async () => {
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

  test('or reserved for administrators, refuses every caller', async () => {
    const { session } = await auth.member();
    const as = ({ access_token }: Pick<Session, 'access_token'>) =>
      auth.newClient({ headers: { Authorization: `Bearer ${access_token}` } }).client.admin;
    const admin = as(session);
    const refused = api(403, 'not_admin', 'User not allowed');
    const answers = [
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
    for (const answer of answers) expect(errorOf(answer)).toEqual(refused);
    expect(errorOf(await auth.newClient().client.admin.listUsers())).toEqual(
      api(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
    );
  });
});

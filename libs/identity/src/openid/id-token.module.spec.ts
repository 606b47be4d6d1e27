import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Site } from '#platform/http';
import { Database } from '#platform/postgres';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { client as registered, startProvider } from './openid.suite.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let ownProvider: Awaited<ReturnType<typeof startProvider>>;
let otherProvider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  [ownProvider, otherProvider] = await Promise.all([startProvider(), startProvider()]);
  const ownClient = { clientId: registered.id, clientSecret: registered.secret };
  auth = await startAuthApp({
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'own', issuer: ownProvider.issuer, ...ownClient },
      { name: 'other', issuer: otherProvider.issuer, clientId: 'another-client' },
    ]),
  });
  for (const provider of [ownProvider, otherProvider]) provider.open(`${auth.app.get(Site).url}/auth/v1/callback`);
});
afterAll(async () => {
  await auth.stop();
  await Promise.all([ownProvider.stop(), otherProvider.stop()]);
});

const seconds = () => Math.floor(auth.clock.now().getTime() / 1000);
const claims = (more: JWTPayload = {}): JWTPayload => ({
  sub: randomUUID(),
  email: newEmail(),
  email_verified: true,
  name: 'Cy Young',
  iat: seconds(),
  exp: seconds() + 300,
  ...more,
});
const send = (body: object, token?: string) =>
  auth.call('POST', '/token?grant_type=id_token', { body: { provider: 'own', ...body }, ...(token && { token }) });
const failureOf = (error_description: string, error = 'invalid request') => ({
  status: 400,
  body: { error, error_description },
});
const bad = failureOf('Bad ID token');

test('auth-js signs in with a provider’s ID token and the nonce in that token', async () => {
  const cy = claims();
  const nonce = randomUUID();
  const hashedNonce = createHash('sha256').update(nonce).digest('hex');
  const client = auth.client();
  const credentials = {
    provider: 'own' as 'google',
    token: await ownProvider.idToken({ ...cy, nonce: hashedNonce }),
    nonce,
  };
  const { data, error } = await client.signInWithIdToken(credentials);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: cy.email,
    app_metadata: { provider: 'own', providers: ['own'], app_role: 'client' },
    identities: [{ id: cy.sub, provider: 'own' }],
  });
  const secondSignIn = await auth
    .client()
    .signInWithIdToken({ ...credentials, token: await ownProvider.idToken({ ...cy, nonce: hashedNonce }) });
  expect(secondSignIn.data.user?.id).toBe(data.user?.id);
});

test('a provider is found by its issuer too', async () => {
  const id_token = await ownProvider.idToken(claims());
  const body = { provider: undefined, issuer: ownProvider.issuer, client_id: registered.id, id_token };
  expect((await send(body)).status).toBe(200);
});

test('an access token sent with the id_token must match its hash', async () => {
  const access_token = 'an access token of theirs';
  const at_hash = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
  const id_token = await ownProvider.idToken(claims({ at_hash }));
  expect((await send({ id_token, access_token })).status).toBe(200);
  expect(
    await send({ id_token: await ownProvider.idToken(claims({ at_hash })), access_token: 'another' }),
  ).toMatchObject(bad);
});

const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const forgeries: Record<string, () => string | Promise<string>> = {
  'no algorithm': () =>
    `${base64({ alg: 'none' })}.${base64(claims({ iss: ownProvider.issuer, aud: registered.id }))}.`,
  'no algorithm and their key named': () =>
    `${base64({ alg: 'none', kid: ownProvider.signing.kid })}.${base64(claims({ iss: ownProvider.issuer, aud: registered.id }))}.`,
  'our secret as the key': () =>
    new SignJWT({ ...claims(), iss: ownProvider.issuer, aud: registered.id })
      .setProtectedHeader({ alg: 'HS256', kid: ownProvider.signing.kid })
      .sign(new TextEncoder().encode(registered.secret)),
  'their public key as the key': () =>
    new SignJWT({ ...claims(), iss: ownProvider.issuer, aud: registered.id })
      .setProtectedHeader({ alg: 'HS256', kid: ownProvider.signing.kid })
      .sign(new TextEncoder().encode(JSON.stringify(ownProvider.signing.publicJwk))),
  'a key of its own': async () => ownProvider.idToken(claims(), {}, (await generateKeyPair('RS256')).privateKey),
  'a key of its own in the header': async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return ownProvider.idToken(claims(), { jwk: await exportJWK(publicKey) }, privateKey);
  },
  'another provider’s signature': () => otherProvider.idToken(claims({ iss: ownProvider.issuer })),
  'another issuer': () => ownProvider.idToken(claims({ iss: otherProvider.issuer })),
  'an issuer that looks alike': () => ownProvider.idToken(claims({ iss: `${ownProvider.issuer}/` })),
  'its time over': () => ownProvider.idToken(claims({ exp: seconds() - 1 })),
  'a start time in the future': () => ownProvider.idToken(claims({ nbf: seconds() + 60 })),
  'no end': () => ownProvider.idToken(claims({ exp: undefined as never })),
  'no subject': () => ownProvider.idToken(claims({ sub: undefined as never })),
  'claims that were changed': async () => {
    const [header, , signature] = (await ownProvider.idToken(claims())).split('.');
    return `${header}.${base64(claims({ iss: ownProvider.issuer, aud: registered.id }))}.${signature}`;
  },
  garbage: () => 'a.b.c',
};
test.each(Object.entries(forgeries))('a token with %s is refused', async (_, forge) =>
  expect(await send({ id_token: await forge() })).toMatchObject(bad),
);

test('a token for another audience is refused', async () => {
  for (const aud of ['another-client', ['another-client', 'third']])
    expect(await send({ id_token: await ownProvider.idToken(claims({ aud })) })).toMatchObject(
      failureOf(`Unacceptable audience in id_token: [${[aud].flat().join(' ')}]`),
    );
  const twoAudiences = [registered.id, 'another-client'];
  const cases = [
    [{ aud: twoAudiences }, 400],
    [{ aud: twoAudiences, azp: 'another-client' }, 400],
    [{ aud: registered.id, azp: 'another-client' }, 400],
    [{ aud: twoAudiences, azp: registered.id }, 200],
    [{ aud: [registered.id] }, 200],
  ] as const;
  for (const [wrong, status] of cases)
    expect(
      (await send({ id_token: await ownProvider.idToken(claims({ ...wrong, aud: [wrong.aud].flat() })) })).status,
    ).toBe(status);
  // A token that another provider issued for our client id.
  expect((await send({ id_token: await ownProvider.idToken(claims({ aud: 'another-client' })) })).status).toBe(400);
});

test('a nonce must be in both token and request or in neither, and must match', async () => {
  const nonce = randomUUID();
  const hashedNonce = createHash('sha256').update(nonce).digest('hex');
  const nonceMismatch = failureOf('Passed nonce and nonce in id_token should either both exist or not.');
  expect(await send({ id_token: await ownProvider.idToken(claims({ nonce: hashedNonce })) })).toMatchObject(
    nonceMismatch,
  );
  expect(await send({ id_token: await ownProvider.idToken(claims()), nonce })).toMatchObject(nonceMismatch);
  for (const wrongNonce of [nonce, createHash('sha256').update('another').digest('hex')])
    expect(await send({ id_token: await ownProvider.idToken(claims({ nonce: wrongNonce })), nonce })).toMatchObject(
      failureOf('Nonces mismatch', 'invalid nonce'),
    );
});

test('a request without a token or a known provider is refused', async () => {
  const id_token = await ownProvider.idToken(claims());
  expect(await send({})).toMatchObject(failureOf('id_token required'));
  const providerMissing = failureOf('provider or client_id and issuer required');
  expect(await send({ provider: undefined, id_token })).toMatchObject(providerMissing);
  expect(await send({ provider: undefined, issuer: ownProvider.issuer, id_token })).toMatchObject(providerMissing);
  const sendWithProvider = (provider: string) => send({ provider, id_token });
  expect(await sendWithProvider('google')).toMatchObject({
    status: 400,
    body: { code: 'provider_disabled', message: 'Provider (issuer "google") is not enabled' },
  });
  expect(await sendWithProvider('https://evil.example')).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: 'Custom OIDC provider "https://evil.example" not allowed' },
  });
});

test('the rules about email addresses are those of a sign-in at a provider', async () => {
  const { user } = await auth.signUp();
  const takenAddress = await send({ id_token: await ownProvider.idToken(claims({ email: user.email ?? '' })) });
  expect([takenAddress.status, takenAddress.body.code]).toEqual([422, 'email_exists']);
  const withoutAddress = await send({ id_token: await ownProvider.idToken(claims({ email: undefined })) });
  expect([withoutAddress.status, withoutAddress.body.code]).toEqual([422, 'email_address_not_provided']);
});

test('a suspended user cannot sign in with a token', async () => {
  const id_token = await ownProvider.idToken(claims());
  const { user } = (await send({ id_token })).body;
  await auth.app
    .get(Database)
    .query('update identity.credentials set suspended_at = now() where user_id = $1', [user.id]);
  expect(await send({ id_token })).toMatchObject({
    status: 403,
    body: { code: 'user_banned', message: 'User is banned' },
  });
});

test('an app links an identity with a token to the signed-in account', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const cy = claims();
  const authEvents: string[] = [];
  client.onAuthStateChange((event) => void authEvents.push(event));
  const linkResult = await client.linkIdentity({ provider: 'own' as 'google', token: await ownProvider.idToken(cy) });
  expect(linkResult.error).toBeNull();
  expect(authEvents).toContain('USER_UPDATED');
  expect((await client.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual(['email', 'own']);
  expect((await send({ id_token: await ownProvider.idToken(cy) })).body.user.id).toBe(data.user?.id);

  const link = { link_identity: true, id_token: await ownProvider.idToken(cy) };
  expect(await send(link, data.session?.access_token)).toMatchObject({
    status: 422,
    body: { code: 'identity_already_exists', message: 'Identity is already linked' },
  });
  const { access_token: otherUser } = await auth.signUp();
  expect((await send(link, otherUser)).body.message).toBe('Identity is already linked to another user');
  expect(await send(link)).toMatchObject(failureOf('Linking requires a valid user access token in Authorization'));
  expect((await send(link, 'garbage')).body.code).toBe('bad_jwt');
});

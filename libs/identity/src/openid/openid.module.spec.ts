import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GoTrueClient } from '@supabase/auth-js';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Site } from '#platform/http';
import { Database } from '#platform/postgres';
import { newEmail, startAuthApp } from '../auth-app.suite.ts';
import { Browser, client as registered, startConfigurableProvider } from './openid.suite.ts';

let misbehaving: Awaited<ReturnType<typeof startConfigurableProvider>>;
let auth: Awaited<ReturnType<typeof startAuthApp>>;
let site: string;
beforeAll(async () => {
  misbehaving = await startConfigurableProvider();
  auth = await startAuthApp({
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'misbehaving', issuer: misbehaving.issuer, clientId: registered.id, clientSecret: registered.secret },
    ]),
  });
  site = auth.app.get(Site).url;
});
afterAll(async () => {
  await auth.stop();
  await misbehaving.stop();
});

const page = () => `${site}/login`;
const seconds = () => Math.floor(Date.now() / 1000);
const claims = (nonce: string, more: JWTPayload = {}): JWTPayload => ({
  iss: misbehaving.issuer,
  aud: registered.id,
  sub: randomUUID(),
  email: newEmail(),
  email_verified: true,
  iat: seconds(),
  exp: seconds() + 300,
  nonce,
  ...more,
});
const signIdToken = (
  payload: JWTPayload,
  header: object = {},
  key: CryptoKey | Uint8Array = misbehaving.signing.privateKey,
) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: misbehaving.signing.kid, ...header }).sign(key);
const tokens = async (id_token: string | Promise<string>) => ({
  body: { access_token: 'theirs', token_type: 'Bearer', expires_in: 60, id_token: await id_token },
});

/** Starts a sign-in and returns at once; the provider then returns its configured response for the code. */
const signInWith = async (response: (nonce: string) => ReturnType<typeof misbehaving.responses.tokens>, more = '') => {
  const client = new GoTrueClient({
    url: `${site}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    flowType: 'pkce',
  });
  const options = { redirectTo: page(), skipBrowserRedirect: true };
  const { data } = await client.signInWithOAuth({ provider: 'misbehaving' as 'google', options });
  const firstRedirect = await fetch(data.url ?? '', { redirect: 'manual' });
  const parameters = new URL(firstRedirect.headers.get('location') ?? '').searchParams;
  misbehaving.responses.nonce = parameters.get('nonce') ?? '';
  misbehaving.responses.tokens = response;
  const callback = `${site}/auth/v1/callback?code=c&state=${parameters.get('state')}${more}`;
  const finalUrl = await new Browser().go(callback, (url) => url.startsWith(page()));
  const { code, error_code, error_description } = Object.fromEntries(new URL(finalUrl).searchParams);
  const exchange = code ? await client.exchangeCodeForSession(code) : undefined;
  return { user: exchange?.data.user, error_code, error_description };
};
const refusedOutcome = {
  user: undefined,
  error_code: 'unexpected_failure',
  error_description: 'Unable to exchange external code',
};
const people = async () => (await auth.app.get(Database).query('select user_id from identity.credentials')).length;

test('a correct response is accepted, which shows that the following refusals have their own causes', async () => {
  const email = newEmail();
  expect((await signInWith((nonce) => tokens(signIdToken(claims(nonce, { email }))))).user?.email).toBe(email);
});

const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const forgeries: Record<string, (nonce: string) => ReturnType<typeof misbehaving.responses.tokens>> = {
  'another nonce': () => tokens(signIdToken(claims('another'))),
  'no nonce': () => tokens(signIdToken(claims(undefined as never))),
  'another audience': (nonce) => tokens(signIdToken(claims(nonce, { aud: 'another-client' }))),
  'several audiences, made for another': (nonce) =>
    tokens(signIdToken(claims(nonce, { aud: [registered.id, 'another'], azp: 'another' }))),
  'another issuer': (nonce) => tokens(signIdToken(claims(nonce, { iss: 'https://accounts.google.com' }))),
  'its time over': (nonce) => tokens(signIdToken(claims(nonce, { iat: seconds() - 600, exp: seconds() - 300 }))),
  'no subject': (nonce) => tokens(signIdToken(claims(nonce, { sub: undefined as never }))),
  'no algorithm': (nonce) => tokens(`${base64({ alg: 'none' })}.${base64(claims(nonce))}.`),
  'our secret as its key': (nonce) =>
    tokens(signIdToken(claims(nonce), { alg: 'HS256' }, new TextEncoder().encode(registered.secret))),
  'a key of its own': async (nonce) =>
    tokens(signIdToken(claims(nonce), {}, (await generateKeyPair('RS256')).privateKey)),
  'a key of its own in the header': async (nonce) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return tokens(signIdToken(claims(nonce), { jwk: await exportJWK(publicKey), kid: undefined }, privateKey));
  },
  'an id_token that is none': () => tokens('a.b.c'),
  'another access token’s hash': (nonce) => {
    const at_hash = createHash('sha256').update('another').digest().subarray(0, 16).toString('base64url');
    return tokens(signIdToken(claims(nonce, { at_hash })));
  },
  'no id_token': async () => ({ body: { access_token: 'theirs', token_type: 'Bearer' } }),
  'an error': async () => ({ status: 400, body: { error: 'invalid_grant' } }),
  'a redirect': async () => ({ status: 302, body: {}, headers: { location: `${misbehaving.issuer}/jwks` } }),
  'more than is read': async () => ({ body: { access_token: 'x'.repeat(600_000), token_type: 'Bearer' } }),
  'no JSON': async () => ({ body: 'hello', headers: { 'content-type': 'text/html' } }),
};
test.each(Object.entries(forgeries))('a response with %s is refused', async (_, response) => {
  const peopleBefore = await people();
  expect(await signInWith(response)).toEqual(refusedOutcome);
  expect(await people()).toBe(peopleBefore);
});

test('a response that names another issuer is refused', async () =>
  expect(
    await signInWith((nonce) => tokens(signIdToken(claims(nonce))), '&iss=https%3A%2F%2Faccounts.google.com'),
  ).toEqual(refusedOutcome));

test('a provider with an invalid discovery document is not used', async () => {
  const metadata = [
    { issuer: 'https://accounts.google.com' },
    { token_endpoint: 'http://169.254.169.254/latest/meta-data' },
    { jwks_uri: 'https://10.0.0.1/keys' },
  ];
  for (const invalidMetadata of metadata) {
    const otherProvider = await startConfigurableProvider();
    otherProvider.responses.metadata = invalidMetadata;
    const appWithProvider = await startAuthApp({
      OIDC_PROVIDERS: JSON.stringify([{ name: 'misbehaving', issuer: otherProvider.issuer, clientId: registered.id }]),
    });
    try {
      const siteUrl = appWithProvider.app.get(Site).url;
      const authorizeResponse = await fetch(`${siteUrl}/auth/v1/authorize?provider=misbehaving`, {
        redirect: 'manual',
      });
      const state = new URL(authorizeResponse.headers.get('location') ?? '').searchParams.get('state');
      const cookie = authorizeResponse.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const callback = await fetch(`${siteUrl}/auth/v1/callback?code=c&state=${state ?? ''}`, {
        headers: { cookie },
        redirect: 'manual',
      });
      const finalUrl = state
        ? (callback.headers.get('location') ?? '')
        : (authorizeResponse.headers.get('location') ?? '');
      expect(new URL(finalUrl).searchParams.get('error_code')).toBe('unexpected_failure');
    } finally {
      await appWithProvider.stop();
      await otherProvider.stop();
    }
  }
});

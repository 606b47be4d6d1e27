import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GoTrueClient } from '@supabase/auth-js';
import type { Page } from 'playwright-core';
import {
  type ClientInPage,
  clientTests,
  createClient,
  dataOf,
  openWithClient,
  signUpVisitor,
  type VisitorWithClient,
} from './auth-client.suite.ts';
import { withKey } from './passkey.suite.ts';
import { testSiteWithProvider } from './provider.suite.ts';
import { linkOf, password } from './visitor.suite.ts';

// apps/api/src/auth-client*.spec.ts tests the real client over HTTP without a browser. These tests cover what needs a
// browser: storage, redirects, passkeys, and pages of other origins.
const provider = 'google' as const;
const { site, oidcProvider } = testSiteWithProvider(provider);
const clientTest = clientTests(site);

/** Signs out. The client's result contains only an error. */
const signOut = ({ client }: VisitorWithClient) =>
  client.call((auth) => auth.signOut().then(({ error }) => ({ data: null, error })));

clientTest(
  'the session is kept in the browser; the account can be read and changed',
  ['GET /user', 'PUT /user'],
  async (ann) => {
    const session = await signUpVisitor(ann);
    const reopenedPage = await openWithClient(ann.page);
    expect(await reopenedPage.takeEvents()).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
    expect(dataOf(await reopenedPage.call((auth) => auth.getSession())).session?.access_token).toBe(
      session.access_token,
    );
    expect(dataOf(await reopenedPage.call((auth) => auth.getUser())).user).toMatchObject({
      id: session.user.id,
      email: ann.email,
    });
    const change = { data: { nickname: 'Annie' } };
    const { user } = dataOf(await reopenedPage.call((auth, input) => auth.updateUser(input), change));
    expect(user?.user_metadata).toMatchObject({ first_name: 'Ann', nickname: 'Annie' });
    expect(await reopenedPage.takeEvents()).toEqual(['USER_UPDATED']);
  },
);

clientTest(
  'a recovery link is recognized by the client, which then sets a new password',
  ['POST /recover', 'PUT /user'],
  async (ann) => {
    const { client, page, context, email } = ann;
    await signUpVisitor(ann);
    await signOut(ann);
    const reset = (address: string, to: string) =>
      client.call((auth, [address, options]) => auth.resetPasswordForEmail(address, options), [
        address,
        { redirectTo: `${site.url}${to}` },
      ] as const);
    // The response is the same whether or not the account exists.
    expect(await reset('unknown@example.com', '/login')).toEqual({ data: {}, error: null });
    expect(await reset(email, '/login')).toEqual({ data: {}, error: null });
    const mailbox = await context.newPage();
    const toLogin = new URL(await linkOf(mailbox, 'Set a new password', email));
    expect(toLogin.searchParams.get('redirect_to')).toBe(`${site.url}/login`);

    // This page does not create a client itself.
    await reset(email, '/about');
    await page.goto(await linkOf(mailbox, 'Set a new password', email, 2));
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/about#*');
    const arrivedClient = await createClient(page);
    await arrivedClient.waitForEvent('PASSWORD_RECOVERY');
    const { user } = dataOf(
      await arrivedClient.call((auth, input) => auth.updateUser(input), { password: 'Marigold8' }),
    );
    expect(user?.email).toBe(email);
    expect(new URL(page.url()).hash).toBe('');
    const credentials = { email, password: 'Marigold8' };
    expect(
      dataOf(await arrivedClient.call((auth, input) => auth.signInWithPassword(input), credentials)).user?.email,
    ).toBe(email);
  },
);

clientTest('a URL fragment with a session that was issued minutes ago warns', ['POST /signup'], async (ann) => {
  const { access_token, refresh_token } = await signUpVisitor(ann);
  const issued = Math.floor(Date.now() / 1000) - 200;
  const facts = { access_token, refresh_token, expires_in: '3600', expires_at: `${issued + 3600}` };
  const oldFragment = new URLSearchParams({ ...facts, token_type: 'bearer', type: 'signup' });
  const { page, context, pageErrors } = await site.visitor();
  const arrivedClient = await openWithClient(page, `/about#${oldFragment}`);
  expect(dataOf(await arrivedClient.call((auth) => auth.getUser())).user).toMatchObject({ email: ann.email });
  expect(pageErrors.join('\n')).toMatch(/issued over 120s ago/);
  await context.close();
});

/** Adds a person with an account at the provider. */
const addPerson = () => {
  const sub = randomUUID();
  const claims = { sub, email: `${sub}@example.com`, email_verified: true, name: 'Cy Young' };
  oidcProvider().people.set(sub, claims);
  return claims;
};
/** A sign-in request: the provider signs in `sub` and redirects to a page that creates no client. */
const oauthRequest = (sub: string) => ({
  provider,
  options: { redirectTo: `${site.url}/about?back`, queryParams: { login_hint: sub } },
});
describe('signInWithOAuth', () => {
  clientTest('redirects to the provider and returns with a session', ['GET /authorize', 'GET /user'], async (cy) => {
    const { client, page } = cy;
    const { sub, email } = addPerson();
    await client.navigate((auth, input) => auth.signInWithOAuth(input), oauthRequest(sub));
    await page.waitForURL('**/about?back#access_token=*');
    const arrivedClient = await createClient(page);
    await arrivedClient.waitForEvent('SIGNED_IN');
    const { session } = dataOf(await arrivedClient.call((auth) => auth.getSession()));
    expect(session).toMatchObject({ provider_token: expect.any(String), user: { email } });
    expect(session?.user.app_metadata).toMatchObject({ provider, providers: [provider], app_role: 'client' });
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('passkeys', () => {
  const levelOf = async ({ call }: ClientInPage) => {
    const level = dataOf(await call((auth) => auth.mfa.getAuthenticatorAssuranceLevel()));
    return [level?.currentLevel, level?.nextLevel];
  };
  const signInWithPassword = ({ call }: ClientInPage, email: string) =>
    call((auth, input) => auth.signInWithPassword(input), { email, password });

  clientTest(
    'a passkey is registered and used by one call each; without the key there is no second factor',
    ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify'],
    async (ann) => {
      const { client, page, email } = ann;
      const removeKey = await withKey(page);
      await signUpVisitor(ann);
      dataOf(
        await client.call((auth, input) => auth.mfa.webauthn.register(...input), [
          { friendlyName: 'This computer' },
          { authenticatorSelection: { authenticatorAttachment: 'platform' as const } },
        ] as const),
      );
      const factors = dataOf(await client.call((auth) => auth.mfa.listFactors()));
      const factorId = factors?.webauthn[0]?.id ?? '';
      dataOf(await signInWithPassword(client, email));
      const authenticate = () =>
        client.call((auth, factorId) => auth.mfa.webauthn.authenticate({ factorId }), factorId);
      dataOf(await authenticate());
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      dataOf(await signInWithPassword(client, email));
      await removeKey();
      await withKey(page);
      expect((await authenticate()).error).toMatchObject({ name: 'NotAllowedError' });
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    },
  );
});

let server: Server;
let otherOrigin: string;
beforeAll(async () => {
  server = createServer(async ({ url = '' }, response) => {
    const [type, file] = fileOf(url.split('?')[0] ?? '');
    response.writeHead(200, { 'content-type': type }).end(file ? await readFile(file) : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  otherOrigin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A page of another site on this machine, with the client library as published on npm. */
const html = `<!doctype html><title>Other</title><link rel="icon" href="data:,"><script type="importmap">{"imports":{"tslib":"/tslib.js"}}</script>`;
const fileOf = (path: string): readonly [type: string, file: string | undefined] => {
  if (path === '/tslib.js') return ['text/javascript', 'node_modules/tslib/tslib.es6.mjs'];
  const [, module] = /^\/auth\/([\w./-]+)$/.exec(path) ?? [];
  if (!module) return ['text/html', undefined];
  const file = `node_modules/@supabase/auth-js/dist/module/${module.replace(/\.js$/, '')}.js`;
  return ['text/javascript', file];
};

type AuthErrorFields = {
  readonly name: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
} | null;
declare global {
  interface Window {
    client: GoTrueClient;
    authEvents: string[];
  }
}

/** Opens a path of the other site, and creates a client of the product's auth API there. */
const open = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(`${otherOrigin}${path}`);
  await page.evaluate(async (url) => {
    const { GoTrueClient } = await import(`${location.origin}/auth/index.js`);
    window.authEvents = [];
    window.client = new GoTrueClient({ url, headers: { apikey: 'a public key' }, autoRefreshToken: false });
    window.client.onAuthStateChange((event) => void window.authEvents.push(event));
    await window.client.initialize();
  }, `${site.url}/auth/v1`);
};
const authEventsIn = (page: Page): Promise<string[]> => page.evaluate(() => window.authEvents);

test('a page of another port can use every part of the auth API, and reads the reasons of refusals', async () => {
  const { page } = await site.visitor();
  await open(page);
  const email = `${randomUUID()}@example.com`;
  const results = await page.evaluate(
    async ([email, password]) => {
      const { client } = window;
      const brief = ({ error }: { error: AuthErrorFields }) =>
        error && { name: error.name, status: error.status, code: error.code };
      const data = { first_name: 'Ann', last_name: 'Archer', role: 'client' };
      const weak = brief(await client.signUp({ email, password: 'weak', options: { data } }));
      const signedUp = brief(await client.signUp({ email, password, options: { data } }));
      const update = brief(await client.updateUser({ data: { pet: 'cat' } }));
      const refusedUpdate = brief(await client.updateUser({ password: 'Marigold9', current_password: 'Wrong1234' }));
      const claims = (await client.getClaims()).data?.claims.email;
      const refresh = brief(await client.refreshSession());
      const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
      const removal = brief(await client.mfa.unenroll({ factorId: factor.data?.id ?? '' }));
      const passkey = brief(await client.passkey.list());
      const signOut = brief(await client.signOut());
      const wrongSignIn = brief(await client.signInWithPassword({ email, password: 'Marigold9' }));
      const secondSignIn = brief(await client.signInWithPassword({ email, password }));
      return {
        weak,
        signedUp,
        changed: update,
        refused: refusedUpdate,
        claims,
        refreshed: refresh,
        removed: removal,
        passkey,
        out: signOut,
        wrong: wrongSignIn,
        again: secondSignIn,
      };
    },
    [email, password] as const,
  );
  expect(results).toEqual({
    weak: { name: 'AuthWeakPasswordError', status: 422, code: 'weak_password' },
    signedUp: null,
    changed: null,
    refused: { name: 'AuthApiError', status: 400, code: 'current_password_invalid' },
    claims: email,
    refreshed: null,
    removed: null,
    passkey: { name: 'AuthApiError', status: 404, code: 'passkey_disabled' },
    out: null,
    wrong: { name: 'AuthApiError', status: 400, code: 'invalid_credentials' },
    again: null,
  });
  expect(await authEventsIn(page)).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'USER_UPDATED',
    'TOKEN_REFRESHED',
    'SIGNED_OUT',
    'SIGNED_IN',
  ]);
});

test('scripts of another port cannot read other routes', async () => {
  const { page } = await site.visitor();
  await open(page);
  const read = await page.evaluate(
    (url) =>
      fetch(`${url}/api/v1/creators`).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    site.url,
  );
  expect(read).toBe('TypeError');
});

test('after a mail’s link the client reads the error or the session from the address', async () => {
  const { page } = await site.visitor();
  const follow = (token: string) =>
    `${site.url}/auth/v1/verify?token=${token}&type=recovery&redirect_to=${encodeURIComponent(`${otherOrigin}/login`)}`;
  const finalUrl = new URL((await fetch(follow('abc'), { redirect: 'manual' })).headers.get('location') ?? '');
  expect(finalUrl.origin).toBe(otherOrigin);
  await open(page, `${finalUrl.pathname}${finalUrl.hash}`);
  const failed = await page.evaluate(async () => {
    const { error } = await window.client.initialize();
    return error && { name: error.name, message: error.message, details: (error as { details?: unknown }).details };
  });
  expect(failed).toMatchObject({
    name: 'AuthImplicitGrantRedirectError',
    message: 'Email link is invalid or has expired',
    details: { error: 'access_denied', code: 'otp_expired' },
  });
  expect(await authEventsIn(page)).toEqual(['INITIAL_SESSION']);

  const body = {
    email: `${randomUUID()}@example.com`,
    password,
    data: { first_name: 'Ann', last_name: 'Archer', role: 'client' },
  };
  const signedUp = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token, refresh_token, expires_at } = await signedUp.json();
  const facts = { access_token, refresh_token, expires_at, expires_in: '3600', token_type: 'bearer', type: 'recovery' };
  await open(page, `/login?again#${new URLSearchParams(facts)}`);
  expect(await authEventsIn(page)).toEqual(expect.arrayContaining(['PASSWORD_RECOVERY']));
  const signedInEmail = await page.evaluate(async () => (await window.client.getUser()).data.user?.email);
  expect([signedInEmail, new URL(page.url()).hash]).toEqual([body.email, '']);
});

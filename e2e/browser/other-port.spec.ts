import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GoTrueClient } from '@supabase/auth-js';
import type { Page } from 'playwright-core';
import { eventually } from '#platform/testing';
import { testSite } from './test-site.suite.ts';
import { password } from './visitor.suite.ts';

const site = testSite({ product: 'people' });
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

type Flow = 'implicit' | 'pkce';
/** Creates a client of the product's auth API in a page of the other site. */
const createClient = (page: Page, flow: Flow = 'implicit'): Promise<void> =>
  page.evaluate(
    async ([url, flowType]) => {
      const { GoTrueClient } = await import(`${location.origin}/auth/index.js`);
      window.authEvents = [];
      window.client = new GoTrueClient({ url, headers: { apikey: 'a public key' }, autoRefreshToken: false, flowType });
      window.client.onAuthStateChange((event) => void window.authEvents.push(event));
      await window.client.initialize();
    },
    [`${site.url}/auth/v1`, flow] as const,
  );
/** Opens a path of the other site, and creates a client of the product's auth API there. */
const open = async (page: Page, path = '/', flow?: Flow): Promise<void> => {
  await page.goto(`${otherOrigin}${path}`);
  await createClient(page, flow);
};
const authEventsIn = (page: Page): Promise<string[]> => page.evaluate(() => window.authEvents);

test('a page of another port can use every part of the auth API and reads the reasons of refusals, but no other routes', async () => {
  const { page, context } = await site.visitor();
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

  const read = await page.evaluate(
    (url) =>
      fetch(`${url}/api/v1/creators`).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    site.url,
  );
  expect(read).toBe('TypeError');
  await context.close();
});

test('after a mail’s link the client reads the error or the session from the address, and warns of an old one', async () => {
  const { page, context, pageErrors } = await site.visitor();
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
  const minutesAgo = { expires_in: '3600', expires_at: `${expires_at - 200}` };
  const facts = { access_token, refresh_token, ...minutesAgo, token_type: 'bearer', type: 'recovery' };
  await open(page, `/login?again#${new URLSearchParams(facts)}`);
  await eventually(async () => (await authEventsIn(page)).includes('PASSWORD_RECOVERY'));
  const signedInEmail = await page.evaluate(async () => (await window.client.getUser()).data.user?.email);
  expect([signedInEmail, new URL(page.url()).hash]).toEqual([body.email, '']);
  expect(pageErrors).toEqual([expect.stringContaining('issued over 120s ago')]);
  await context.close();
});

test('after a provider’s redirect the client exchanges the code in the address for a session', async () => {
  const sub = randomUUID();
  const email = `${sub}@lanterna.example`;
  site.accountsAtProvider.set(sub, { sub, email, email_verified: true, name: 'Cy Young' });
  const { page, context } = await site.visitor();
  await open(page, '/', 'pkce');
  await page.evaluate(
    (login_hint) =>
      void window.client.signInWithOAuth({
        provider: 'lanterna' as 'google',
        options: { redirectTo: `${location.origin}/login?back`, queryParams: { login_hint } },
      }),
    sub,
  );
  await page.waitForURL('**/login?back*code=*');
  await createClient(page, 'pkce');
  await eventually(async () => (await authEventsIn(page)).includes('SIGNED_IN'));
  const signedInEmail = await page.evaluate(async () => (await window.client.getUser()).data.user?.email);
  expect([signedInEmail, new URL(page.url()).searchParams.has('code')]).toEqual([email, false]);
  await context.close();
});

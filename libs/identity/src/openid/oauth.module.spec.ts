import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { IdentityQueries } from '#identity';
import { Context, Database, EventStore, Projector } from '#platform';
import { originOf } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { startElsewhere } from './elsewhere.suite.ts';
import type { LinkedIdentityEvents } from './linked-identity.ts';
import { Browser, client as registered } from './openid.suite.ts';

type Elsewhere = Awaited<ReturnType<typeof startElsewhere>>;
let auth: Elsewhere['auth'];
let own: Elsewhere['own'];
let work: Elsewhere['work'];
let site: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ auth, own, work, site, stop } = await startElsewhere({
    name: 'away',
    issuer: 'http://127.0.0.1:9',
    clientId: 'x',
  }));
  auth.app.get(Projector).follow();
});
afterAll(() => stop());

const page = () => `${site}/login`;
const backHere = (url: string) => url.startsWith(page());
const newClient = (flowType: 'pkce' | 'implicit' = 'pkce', more: object = {}) =>
  new GoTrueClient({ url: `${site}/auth/v1`, autoRefreshToken: false, persistSession: false, flowType, ...more });
/** Somebody new with an account at a provider. */
const somebody = (facts: object = {}, provider = own) => {
  const sub = randomUUID();
  const claims = {
    sub,
    email: newEmail(),
    email_verified: true,
    name: 'Cy Young',
    given_name: 'Cy',
    family_name: 'Young',
  };
  provider.people.set(sub, { ...claims, ...facts });
  return { ...claims, ...facts };
};
type Options = { readonly sub: string; readonly provider?: string; readonly more?: Record<string, string> };
const leave = async (client: GoTrueClient, { sub, provider = 'own', more }: Options) => {
  const options = { redirectTo: page(), skipBrowserRedirect: true, queryParams: { login_hint: sub, ...more } };
  const { data, error } = await client.signInWithOAuth({ provider: provider as 'google', options });
  if (error) throw error;
  return data.url;
};
const facts = (url: string) => {
  const { searchParams, hash } = new URL(url);
  return { query: Object.fromEntries(searchParams), fragment: Object.fromEntries(new URLSearchParams(hash.slice(1))) };
};
const signIn = async (options: Options, browser = new Browser()) => {
  const client = newClient();
  const landed = await browser.go(await leave(client, options), backHere);
  const { code = '' } = facts(landed).query;
  const { data, error } = await client.exchangeCodeForSession(code);
  return { client, session: data.session, error, landed, code };
};
const failure = (error: string, error_code: string, error_description: string) => {
  const told = { error, error_code, error_description };
  return { query: told, fragment: { ...told, sb: '' } };
};
const linksOf = async (identityId: string) =>
  (await auth.app.get(EventStore).read<LinkedIdentityEvents>(`linked-identity-${identityId}`)).map(
    ({ type, data, by }) => ({
      type,
      ...data,
      by: by.id,
    }),
  );
/** Somebody with a password here; `proved` by a link that came by mail. */
const member = async (email = newEmail(), { proved = true } = {}) => {
  const client = newClient();
  const { data, error } = await client.signUp({ email, password, options: { data: person() } });
  if (error || !data.user) throw error ?? new Error('No user');
  if (proved) await prove(data.user.id);
  return { client, userId: data.user.id, email };
};
const prove = async (userId: string) => {
  const by = { id: userId, kind: 'user', role: 'client' } as const;
  const store = auth.app.get(EventStore);
  const past = await store.read(`user-${userId}`);
  await auth.app
    .get(Context)
    .run(originOf(by), () =>
      store.append(`user-${userId}`, past.length, [{ type: 'EmailVerified', data: { userId, how: 'mail' } }]),
    );
};

test('the client signs somebody up by a code, and in the next time', async () => {
  const cy = somebody();
  const { client, session, landed } = await signIn({ sub: cy.sub, more: { role: 'vendor' } });
  expect(facts(landed)).toEqual({ query: { code: expect.any(String) }, fragment: {} });
  expect(session).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) });
  expect(session?.user).toMatchObject({
    email: cy.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'own', providers: ['own'], app_role: 'vendor' },
    user_metadata: { first_name: 'Cy', last_name: 'Young', full_name: 'Cy Young' },
    identities: [
      {
        id: cy.sub,
        provider: 'own',
        email: cy.email,
        identity_data: {
          iss: own.issuer,
          sub: cy.sub,
          provider_id: cy.sub,
          email_verified: true,
          full_name: 'Cy Young',
        },
      },
    ],
  });
  expect(decodeJwt(session?.access_token ?? '').amr).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }]);
  const { data } = await client.getUserIdentities();
  const [identity] = data?.identities ?? [];
  const userId = session?.user.id ?? '';
  expect(await linksOf(identity?.identity_id ?? '')).toEqual([
    { type: 'IdentityLinked', userId, provider: 'own', subject: cy.sub, email: cy.email, how: 'sign-up', by: userId },
  ]);
  expect((await auth.eventsOf(userId)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['UserRegistered', 'EmailVerified']),
  );
  await auth.app.get(Projector).passed(await auth.app.get(EventStore).head());
  expect(await auth.app.get(IdentityQueries).me(userId)).toMatchObject({ role: 'vendor', emailVerified: true });

  own.people.set(cy.sub, { ...cy, name: 'Cyrus Young' });
  const again = await signIn({ sub: cy.sub, more: { role: 'creator' } });
  expect(again.session?.user.id).toBe(userId);
  expect(again.session?.user.app_metadata.app_role).toBe('vendor');
  expect(again.session?.user.identities?.[0]?.identity_data?.name).toBe('Cyrus Young');
  expect((await auth.client().signInWithPassword({ email: cy.email, password })).error?.code).toBe(
    'invalid_credentials',
  );
});

test('without a code the session is in the fragment, in the browser that left', async () => {
  const cy = somebody();
  const client = newClient('implicit');
  const browser = new Browser();
  const landed = await browser.go(await leave(client, { sub: cy.sub }), backHere);
  const { query, fragment } = facts(landed);
  expect(query).toEqual({});
  expect(fragment).toEqual({
    access_token: expect.any(String),
    expires_at: expect.any(String),
    expires_in: '3600',
    refresh_token: expect.any(String),
    token_type: 'bearer',
    provider_token: expect.any(String),
    sb: '',
  });
  const { data } = await client.setSession({
    access_token: fragment.access_token ?? '',
    refresh_token: fragment.refresh_token ?? '',
  });
  expect(data.user?.email).toBe(cy.email);
});

test('the cookie of a sign-in is kept from scripts and other sites, and several tabs do not disturb each other', async () => {
  const cy = somebody();
  const browser = new Browser();
  const client = newClient('implicit');
  const first = await leave(client, { sub: cy.sub });
  const answer = await browser.fetch(first);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  expect(answer.headers.get('set-cookie')).toMatch(
    /^festoon-oauth=[\w-]{43}; Path=\/auth\/v1; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const second = await browser.go(await leave(client, { sub: cy.sub }), backHere);
  expect(facts(second).fragment.access_token).toBeDefined();
  const landed = await browser.go(answer.headers.get('location') ?? '', backHere);
  expect(facts(landed).fragment.access_token).toBeDefined();
  // With a verifier to come, no cookie is needed.
  const byCode = await browser.fetch(await leave(newClient(), { sub: cy.sub }));
  expect(byCode.headers.get('set-cookie')).toBeNull();
});

test('a provider is asked with a challenge, a nonce and a state, and what is ours to say nobody else says', async () => {
  const spoofed = {
    client_id: 'evil',
    redirect_uri: 'https://evil.example',
    response_type: 'token',
    state: 'mine',
    nonce: 'mine',
    code_verifier: 'mine',
    request_uri: 'https://evil.example',
    prompt: 'login',
  };
  const url = await leave(newClient(), { sub: 'x', more: spoofed });
  const answer = await fetch(`${url}&scopes=calendar`, { redirect: 'manual' });
  const asked = Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
  expect(asked).toEqual({
    client_id: registered.id,
    redirect_uri: `${site}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    login_hint: 'x',
    prompt: 'login',
  });
  const verifier = await auth.app.get(Database).query('select secrets::text as text from identity.oauth_states');
  expect(JSON.stringify(verifier)).not.toContain(asked.nonce);
});

test('only this site is gone back to', async () => {
  const cy = somebody();
  for (const redirect of ['https://evil.example/', `${site}.evil.example/`, 'javascript:alert(1)']) {
    const url = `${site}/auth/v1/authorize?provider=own&login_hint=${cy.sub}&redirect_to=${encodeURIComponent(redirect)}`;
    const landed = await new Browser().go(url, (next) => !next.includes('/auth/v1/') && next.startsWith(site));
    expect(landed).toMatch(new RegExp(`^${site}/#access_token=`));
  }
});

test('a state is good once, for ten minutes, and for nobody else', async () => {
  const cy = somebody();
  const isCallback = (url: string) => url.includes('/auth/v1/callback');
  const callbackOf = async (flow: 'pkce' | 'implicit', browser = new Browser()) =>
    browser.go(await leave(newClient(flow), { sub: cy.sub }), isCallback);

  for (const flow of ['pkce', 'implicit'] as const) {
    const browser = new Browser();
    const callback = await callbackOf(flow, browser);
    await browser.go(callback, backHere);
    expect(facts(await browser.go(callback, backHere))).toEqual(
      failure('invalid_request', 'flow_state_already_used', 'State has already been used'),
    );
  }
  const late = await callbackOf('pkce');
  auth.clock.pass(601_000);
  expect(facts(await new Browser().go(late, backHere))).toEqual(
    failure('invalid_request', 'bad_oauth_state', 'OAuth state has expired'),
  );
  auth.clock.pass(-601_000);

  const browser = new Browser();
  const mine = await callbackOf('implicit', browser);
  expect(facts(await new Browser().go(mine, backHere))).toEqual(
    failure('invalid_request', 'bad_oauth_state', 'OAuth state belongs to another browser'),
  );
  // Whoever was lured there has not used it up.
  expect(facts(await browser.go(mine, backHere)).fragment.access_token).toBeDefined();
});

test('a provider that is taken away meanwhile lets nobody in', async () => {
  const callback = await new Browser().go(await leave(newClient(), { sub: somebody().sub }), (url) =>
    url.includes('/auth/v1/callback'),
  );
  const state = new URL(callback).searchParams.get('state');
  await auth.app.get(Database).query("update identity.oauth_states set provider = 'gone' where id = $1", [state]);
  expect(facts(await new Browser().go(callback, backHere))).toEqual(
    failure('invalid_request', 'oauth_provider_not_supported', 'Unsupported provider: gone'),
  );
});

test('a code from a provider in the flow of another is not taken', async () => {
  const [cy, di] = [somebody(), somebody({}, work)];
  const isCallback = (url: string) => url.includes('/auth/v1/callback');
  const mine = new URL(await new Browser().go(await leave(newClient(), { sub: cy.sub }), isCallback));
  const theirs = new URL(
    await new Browser().go(await leave(newClient(), { sub: di.sub, provider: 'work' }), isCallback),
  );
  const mixed = failure('server_error', 'unexpected_failure', 'Unable to exchange external code');
  // The code and issuer of one with the state of the other, and one's own answer said to be another's.
  const swapped = new URL(theirs);
  swapped.searchParams.set('state', mine.searchParams.get('state') ?? '');
  expect(facts(await new Browser().go(swapped.href, backHere))).toEqual(mixed);
  const renamed = new URL(theirs);
  renamed.searchParams.set('iss', own.issuer);
  expect(facts(await new Browser().go(renamed.href, backHere))).toEqual(mixed);
  const silent = new URL(await new Browser().go(await leave(newClient(), { sub: cy.sub }), isCallback));
  silent.searchParams.delete('iss');
  expect(facts(await new Browser().go(silent.href, backHere))).toEqual(mixed);
});

test('a code of ours is redeemed once, with its verifier', async () => {
  const cy = somebody();
  const { code, error } = await signIn({ sub: cy.sub });
  expect(error).toBeNull();
  const again = await auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(43) },
  });
  expect([again.status, again.body]).toEqual([
    404,
    { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
  ]);

  const landed = await new Browser().go(await leave(newClient(), { sub: cy.sub }), backHere);
  const body = { auth_code: facts(landed).query.code, code_verifier: 'x'.repeat(43) };
  expect(await auth.call('POST', '/token?grant_type=pkce', { body })).toMatchObject({
    status: 400,
    body: {
      code: 'bad_code_verifier',
      message: 'code challenge does not match previously saved code verifier',
    },
  });
  const [row] = await auth.app
    .get(Database)
    .query<{ data: object }>(
      "select data from identity.flow_states where method = 'oauth' and code_hash is not null limit 1",
    );
  expect(Object.keys(row?.data ?? {})).toEqual(['sealed']);
});

test.each([
  ['no state', '', 'bad_oauth_callback', 'OAuth state parameter missing'],
  ['a state that is none', '?state=x&code=y', 'bad_oauth_state', 'OAuth state parameter is invalid'],
  ['a state of nobody', `?state=${randomUUID()}&code=y`, 'bad_oauth_state', 'OAuth state not found or expired'],
])('coming back with %s leads home', async (_, query, code, description) => {
  const answer = await fetch(`${site}/auth/v1/callback${query}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const location = answer.headers.get('location') ?? '';
  expect(location.startsWith(`${site}/?`)).toBe(true);
  expect(facts(location)).toEqual(failure('invalid_request', code, description));
});

test('who is refused there, or comes without a code, comes back with the reason', async () => {
  const landed = await new Browser().go(await leave(newClient(), { sub: 'nobody' }), backHere);
  const told = { error: 'access_denied', error_description: 'no' };
  expect(facts(landed)).toEqual({ query: told, fragment: { ...told, sb: '' } });

  const left = await fetch(await leave(newClient(), { sub: 'x' }), { redirect: 'manual' });
  const state = new URL(left.headers.get('location') ?? '').searchParams.get('state');
  const back = await new Browser().go(`${site}/auth/v1/callback?state=${state}`, backHere);
  expect(facts(back)).toEqual(
    failure('invalid_request', 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  );
});

test('a provider that answers by a form is heard as well', async () => {
  const cy = somebody();
  const browser = new Browser();
  const callback = new URL(
    await browser.go(await leave(newClient('implicit'), { sub: cy.sub }), (url) => url.includes('/auth/v1/callback')),
  );
  const form = await fetch(`${callback.origin}${callback.pathname}`, {
    method: 'POST',
    body: new URLSearchParams(callback.searchParams),
    redirect: 'manual',
  });
  expect([form.status, form.headers.get('set-cookie')]).toEqual([303, null]);
  const landed = await browser.go(form.headers.get('location') ?? '', backHere);
  expect(facts(landed).fragment.access_token).toBeDefined();
});

test('asking what a callback leads to does not go there', async () => {
  const cy = somebody();
  const client = newClient();
  const url = await leave(client, { sub: cy.sub });
  const callback = await new Browser().go(url, (next) => next.includes('/auth/v1/callback'));
  const head = await fetch(callback, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('location')]).toEqual([302, `${site}/`]);
  const landed = await new Browser().go(callback, backHere);
  expect((await client.exchangeCodeForSession(facts(landed).query.code ?? '')).error).toBeNull();
});

test('what cannot be asked', async () => {
  const get = (query: string) => auth.call('GET', `/authorize?${query}`);
  const rows = [
    ['provider=google', 'Unsupported provider: Provider google could not be found'],
    ['', 'Unsupported provider: Provider  could not be found'],
    ['provider=own&code_challenge=x', 'PKCE flow requires code_challenge_method and code_challenge'],
    [
      'provider=own&code_challenge=x&code_challenge_method=s256',
      'code challenge has to be between 43 and 128 characters',
    ],
  ] as const;
  for (const [query, message] of rows)
    expect(await get(query)).toMatchObject({ status: 400, body: { code: 'validation_failed', message } });
});

test('a provider that is away sends people back, and a program away', async () => {
  const url = await leave(newClient(), { sub: 'x', provider: 'away' });
  expect(facts(await new Browser().go(url, backHere))).toEqual(
    failure('temporarily_unavailable', 'unexpected_failure', 'away cannot be reached, please try again in a moment'),
  );
  const { client } = await member();
  const { error } = await client.linkIdentity({ provider: 'away' as 'google', options: { redirectTo: page() } });
  expect(error?.status).toBe(503);
});

test('the service says where one can sign in', async () =>
  expect((await auth.call('GET', '/settings')).body.external).toMatchObject({
    email: true,
    own: true,
    work: true,
    google: false,
  }));

test('the same address joins two ways to sign in only where both have proved it', async () => {
  const proved = await member();
  const cy = somebody({ email: proved.email.toUpperCase() });
  const joined = await signIn({ sub: cy.sub });
  expect(joined.session?.user.id).toBe(proved.userId);
  expect(joined.session?.user.identities?.map(({ provider }) => provider)).toEqual(['email', 'own']);
  expect(joined.session?.user.app_metadata.providers).toEqual(['email', 'own']);
  const identity = joined.session?.user.identities?.find(({ provider }) => provider === 'own');
  expect(await linksOf(identity?.identity_id ?? '')).toMatchObject([{ how: 'same-address' }]);
  // The password still opens the same account.
  expect((await auth.client().signInWithPassword({ email: proved.email, password })).data.user?.id).toBe(proved.userId);
});

test('whoever took an address before its owner came does not get the owner’s sign-in', async () => {
  const refused = (name: string) =>
    failure(
      'server_error',
      'email_exists',
      `An account with this email address exists already. Sign in to it first, then link ${name} in its settings.`,
    );
  const squatter = await member(newEmail(), { proved: false });
  const owner = somebody({ email: squatter.email });
  const proved = await member();
  const unverified = somebody({ email: proved.email, email_verified: false });
  const untrusted = somebody({ email: proved.email }, work);
  for (const [sub, provider] of [
    [owner.sub, 'own'],
    [unverified.sub, 'own'],
    [untrusted.sub, 'work'],
  ] as const) {
    const landed = await new Browser().go(await leave(newClient(), { sub, provider }), backHere);
    expect(facts(landed)).toEqual(refused(provider));
  }
  for (const { userId } of [squatter, proved])
    expect(
      await auth.app.get(Database).query('select id from identity.identities where user_id = $1', [userId]),
    ).toEqual([]);
});

test('an address that a provider verified for this account is proved', async () => {
  const cy = somebody();
  const first = await signIn({ sub: cy.sub });
  const other = somebody({ email: cy.email });
  expect((await signIn({ sub: other.sub })).session?.user.id).toBe(first.session?.user.id);
});

test('a provider whose word for an address does not count proves none, for nobody', async () => {
  const victim = somebody();
  const refused = failure(
    'server_error',
    'email_exists',
    'An account with this email address exists already. Sign in to it first, then link own in its settings.',
  );
  const ownerComes = async () => facts(await new Browser().go(await leave(newClient(), { sub: victim.sub }), backHere));
  // Eve has the victim's address here and at a provider that lets her say so, and links the two.
  const eve = await member(victim.email, { proved: false });
  const { data } = await eve.client.linkIdentity({
    provider: 'work' as 'google',
    token: await work.idToken({ ...somebody({ email: victim.email }, work), iat: 1, exp: 9_999_999_999 }),
  });
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'work']);
  expect(await ownerComes()).toEqual(refused);

  // Or she signs up there.
  const other = somebody();
  const mallory = somebody({ email: other.email }, work);
  expect((await signIn({ sub: mallory.sub, provider: 'work' })).session?.user.email).toBe(other.email);
  expect(facts(await new Browser().go(await leave(newClient(), { sub: other.sub }), backHere))).toEqual(refused);
});

test('a sign-up at a provider that died halfway is finished the next time', async () => {
  const cy = somebody();
  const { session } = await signIn({ sub: cy.sub });
  await auth.app.get(Database).query('delete from identity.identities where user_id = $1', [session?.user.id]);
  expect((await signIn({ sub: cy.sub })).session?.user.id).toBe(session?.user.id);
});

test('who tells no address, or none that is verified', async () => {
  const silent = somebody({ email: undefined, email_verified: undefined });
  expect(facts(await new Browser().go(await leave(newClient(), { sub: silent.sub }), backHere))).toEqual(
    failure('server_error', 'email_address_not_provided', 'own did not tell an email address'),
  );
  const odd = somebody({ email: 'no address', name: undefined, given_name: undefined });
  const landed = await new Browser().go(await leave(newClient(), { sub: odd.sub }), backHere);
  expect(facts(landed).query.error_code).toBe('email_address_not_provided');
  const short = somebody({ name: 'X', given_name: 'X', family_name: '', email: `li-${randomUUID()}@example.com` });
  expect((await signIn({ sub: short.sub })).session?.user.user_metadata).toMatchObject({ last_name: 'Member' });
});

test('whoever is suspended does not come in by another door', async () => {
  const cy = somebody();
  const { session } = await signIn({ sub: cy.sub });
  await auth.app
    .get(Database)
    .query('update identity.credentials set suspended_at = now() where user_id = $1', [session?.user.id]);
  const banned = failure('access_denied', 'user_banned', 'User is banned');
  expect(facts(await new Browser().go(await leave(newClient(), { sub: cy.sub }), backHere))).toEqual(banned);
});

test('a HEAD leaves for no provider', async () => {
  const { access_token: token } = await auth.signUp();
  const begun = async () =>
    (await auth.app.get(Database).query<{ count: string }>('select count(*) from identity.oauth_states'))[0]?.count;
  const before = await begun();
  for (const path of ['/authorize?provider=own', '/user/identities/authorize?provider=own']) {
    const init = { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' } as const;
    const head = await fetch(`${auth.url}${path}`, { ...init, method: 'HEAD' });
    expect([head.status, head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([
      302,
      `${site}/`,
      null,
    ]);
    expect(await begun()).toBe(before);
  }
  await fetch(`${auth.url}/authorize?provider=own`, { redirect: 'manual' });
  expect(Number(await begun())).toBe(Number(before) + 1);
});

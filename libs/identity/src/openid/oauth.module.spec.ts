import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { facts, failure, isCallback, startSignIns } from './oauth.suite.ts';
import { Browser, client as registered } from './openid.suite.ts';

let oauth: Awaited<ReturnType<typeof startSignIns>>;
beforeAll(async () => {
  oauth = await startSignIns({ name: 'away', issuer: 'http://127.0.0.1:9', clientId: 'x' });
});
afterAll(() => oauth.stop());

test('without a PKCE challenge, the browser that started gets the session in the fragment', async () => {
  const cy = oauth.newPerson();
  const client = oauth.newClient('implicit');
  const browser = new Browser();
  const finalUrl = await browser.go(await oauth.authorizationUrl(client, { sub: cy.sub }), oauth.isLoginPage);
  const { query, fragment } = facts(finalUrl);
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

test('the cookie of a sign-in is kept from scripts and other sites, and several tabs can sign in at once', async () => {
  const cy = oauth.newPerson();
  const browser = new Browser();
  const client = oauth.newClient('implicit');
  const first = await oauth.authorizationUrl(client, { sub: cy.sub });
  const response = await browser.fetch(first);
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
  expect(response.headers.get('set-cookie')).toMatch(
    /^festoon-oauth=[\w-]{43}; Path=\/auth\/v1; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const secondUrl = await browser.go(await oauth.authorizationUrl(client, { sub: cy.sub }), oauth.isLoginPage);
  expect(facts(secondUrl).fragment.access_token).toBeDefined();
  const finalUrl = await browser.go(response.headers.get('location') ?? '', oauth.isLoginPage);
  expect(facts(finalUrl).fragment.access_token).toBeDefined();
  // With a PKCE challenge, no cookie is needed.
  const byCode = await browser.fetch(await oauth.authorizationUrl(oauth.newClient(), { sub: cy.sub }));
  expect(byCode.headers.get('set-cookie')).toBeNull();
});

test('the authorization URL has a challenge, a nonce and a state, which a client cannot override', async () => {
  const overrides = {
    client_id: 'evil',
    redirect_uri: 'https://evil.example',
    response_type: 'token',
    state: 'mine',
    nonce: 'mine',
    code_verifier: 'mine',
    request_uri: 'https://evil.example',
    prompt: 'login',
  };
  const url = await oauth.authorizationUrl(oauth.newClient(), { sub: 'x', more: overrides });
  const response = await fetch(`${url}&scopes=calendar`, { redirect: 'manual' });
  const parameters = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  expect(parameters).toEqual({
    client_id: registered.id,
    redirect_uri: `${oauth.site}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    login_hint: 'x',
    prompt: 'login',
  });
  const verifier = await oauth.auth.app.get(Database).query('select secrets::text from identity.oauth_states');
  expect(JSON.stringify(verifier)).not.toContain(parameters.nonce);
});

test('redirects lead only to this site', async () => {
  const cy = oauth.newPerson();
  for (const redirect of ['https://evil.example/', `${oauth.site}.evil.example/`, 'javascript:alert(1)']) {
    const url = `${oauth.site}/auth/v1/authorize?provider=own&login_hint=${cy.sub}&redirect_to=${encodeURIComponent(redirect)}`;
    const finalUrl = await new Browser().go(url, (next) => !next.includes('/auth/v1/') && next.startsWith(oauth.site));
    expect(finalUrl).toMatch(new RegExp(`^${oauth.site}/#access_token=`));
  }
});

test('a state is valid once, for ten minutes, and only in its own browser', async () => {
  const cy = oauth.newPerson();
  const callbackOf = async (flow: 'pkce' | 'implicit', browser = new Browser()) =>
    browser.go(await oauth.authorizationUrl(oauth.newClient(flow), { sub: cy.sub }), isCallback);

  for (const flow of ['pkce', 'implicit'] as const) {
    const browser = new Browser();
    const callback = await callbackOf(flow, browser);
    await browser.go(callback, oauth.isLoginPage);
    expect(facts(await browser.go(callback, oauth.isLoginPage))).toEqual(
      failure('invalid_request', 'flow_state_already_used', 'State has already been used'),
    );
  }
  const lateCallback = await callbackOf('pkce');
  oauth.auth.clock.pass(601_000);
  expect(facts(await new Browser().go(lateCallback, oauth.isLoginPage))).toEqual(
    failure('invalid_request', 'bad_oauth_state', 'OAuth state has expired'),
  );
  oauth.auth.clock.pass(-601_000);

  const browser = new Browser();
  const callback = await callbackOf('implicit', browser);
  expect(facts(await new Browser().go(callback, oauth.isLoginPage))).toEqual(
    failure('invalid_request', 'bad_oauth_state', 'OAuth state belongs to another browser'),
  );
  // The attempt in another browser has not used it up.
  expect(facts(await browser.go(callback, oauth.isLoginPage)).fragment.access_token).toBeDefined();
});

test('a provider that was removed from the configuration during a sign-in does not sign the user in', async () => {
  const callback = await oauth.finalAddress({ sub: oauth.newPerson().sub }, isCallback);
  const state = new URL(callback).searchParams.get('state');
  await oauth.auth.app
    .get(Database)
    .query("update identity.oauth_states set provider = 'removed' where id = $1", [state]);
  expect(facts(await new Browser().go(callback, oauth.isLoginPage))).toEqual(
    failure('invalid_request', 'oauth_provider_not_supported', 'Unsupported provider: removed'),
  );
});

test('a code from one provider is refused in the flow of another', async () => {
  const [cy, di] = [oauth.newPerson(), oauth.newPerson({}, oauth.work)];
  const callback = new URL(await oauth.finalAddress({ sub: cy.sub }, isCallback));
  const otherCallback = new URL(await oauth.finalAddress({ sub: di.sub, provider: 'work' }, isCallback));
  const exchangeFailed = failure('server_error', 'unexpected_failure', 'Unable to exchange external code');
  // The code and issuer of one provider with the state of the other, and a provider's own response with another issuer.
  const urlWithOtherState = new URL(otherCallback);
  urlWithOtherState.searchParams.set('state', callback.searchParams.get('state') ?? '');
  expect(facts(await new Browser().go(urlWithOtherState.href, oauth.isLoginPage))).toEqual(exchangeFailed);
  const urlWithOtherIssuer = new URL(otherCallback);
  urlWithOtherIssuer.searchParams.set('iss', oauth.own.issuer);
  expect(facts(await new Browser().go(urlWithOtherIssuer.href, oauth.isLoginPage))).toEqual(exchangeFailed);
  const withoutIssuer = new URL(await oauth.finalAddress({ sub: cy.sub }, isCallback));
  withoutIssuer.searchParams.delete('iss');
  expect(facts(await new Browser().go(withoutIssuer.href, oauth.isLoginPage))).toEqual(exchangeFailed);
});

test('an authorization code is redeemed once, with its verifier', async () => {
  const cy = oauth.newPerson();
  const { code, error } = await oauth.signIn({ sub: cy.sub });
  expect(error).toBeNull();
  const secondExchange = await oauth.auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(43) },
  });
  expect([secondExchange.status, secondExchange.body]).toEqual([
    404,
    { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
  ]);

  const finalUrl = await oauth.finalAddress({ sub: cy.sub });
  const body = { auth_code: facts(finalUrl).query.code, code_verifier: 'x'.repeat(43) };
  expect(await oauth.auth.call('POST', '/token?grant_type=pkce', { body })).toMatchObject({
    status: 400,
    body: {
      code: 'bad_code_verifier',
      message: 'code challenge does not match previously saved code verifier',
    },
  });
  const [row] = await oauth.auth.app
    .get(Database)
    .query<{ data: object }>(
      "select data from identity.flow_states where method = 'oauth' and code_hash is not null limit 1",
    );
  expect(Object.keys(row?.data ?? {})).toEqual(['sealed']);
});

test.each([
  ['no state', '', 'bad_oauth_callback', 'OAuth state parameter missing'],
  ['an invalid state', '?state=x&code=y', 'bad_oauth_state', 'OAuth state parameter is invalid'],
  ['an unknown state', `?state=${randomUUID()}&code=y`, 'bad_oauth_state', 'OAuth state not found or expired'],
])('a callback with %s redirects to the home page with an error', async (_, query, code, description) => {
  const response = await fetch(`${oauth.site}/auth/v1/callback${query}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const location = response.headers.get('location') ?? '';
  expect(location.startsWith(`${oauth.site}/?`)).toBe(true);
  expect(facts(location)).toEqual(failure('invalid_request', code, description));
});

test('a refusal at the provider, or a missing code, is passed on with its reason', async () => {
  const finalUrl = await oauth.finalAddress({ sub: 'unknown' });
  const errorFields = { error: 'access_denied', error_description: 'no' };
  expect(facts(finalUrl)).toEqual({ query: errorFields, fragment: { ...errorFields, sb: '' } });

  const firstRedirect = await fetch(await oauth.authorizationUrl(oauth.newClient(), { sub: 'x' }), {
    redirect: 'manual',
  });
  const state = new URL(firstRedirect.headers.get('location') ?? '').searchParams.get('state');
  const redirectedTo = await new Browser().go(`${oauth.site}/auth/v1/callback?state=${state}`, oauth.isLoginPage);
  expect(facts(redirectedTo)).toEqual(
    failure('invalid_request', 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  );
});

test('a provider may respond with a form post', async () => {
  const cy = oauth.newPerson();
  const browser = new Browser();
  const callback = new URL(
    await browser.go(await oauth.authorizationUrl(oauth.newClient('implicit'), { sub: cy.sub }), isCallback),
  );
  const form = await fetch(`${callback.origin}${callback.pathname}`, {
    method: 'POST',
    body: new URLSearchParams(callback.searchParams),
    redirect: 'manual',
  });
  expect([form.status, form.headers.get('set-cookie')]).toEqual([303, null]);
  const finalUrl = await browser.go(form.headers.get('location') ?? '', oauth.isLoginPage);
  expect(facts(finalUrl).fragment.access_token).toBeDefined();
});

test('a HEAD request to the callback has no effect', async () => {
  const cy = oauth.newPerson();
  const client = oauth.newClient();
  const url = await oauth.authorizationUrl(client, { sub: cy.sub });
  const callback = await new Browser().go(url, isCallback);
  const head = await fetch(callback, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('location')]).toEqual([302, `${oauth.site}/`]);
  const finalUrl = await new Browser().go(callback, oauth.isLoginPage);
  expect((await client.exchangeCodeForSession(facts(finalUrl).query.code ?? '')).error).toBeNull();
});

test('invalid requests are refused', async () => {
  const get = (query: string) => oauth.auth.call('GET', `/authorize?${query}`);
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

test('for an unreachable provider, people are redirected back and programs get an error', async () => {
  const url = await oauth.authorizationUrl(oauth.newClient(), { sub: 'x', provider: 'away' });
  expect(facts(await new Browser().go(url, oauth.isLoginPage))).toEqual(
    failure('temporarily_unavailable', 'unexpected_failure', 'away cannot be reached. Please try again in a moment.'),
  );
  const client = oauth.newClient();
  await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const { error } = await client.linkIdentity({ provider: 'away' as 'google', options: { redirectTo: oauth.page } });
  expect(error?.status).toBe(503);
});

test('the settings list the providers', async () =>
  expect((await oauth.auth.call('GET', '/settings')).body.external).toMatchObject({
    email: true,
    own: true,
    work: true,
    google: false,
  }));

test('a HEAD request does not start a sign-in at a provider', async () => {
  const { access_token: token } = await oauth.auth.signUp();
  const countStates = async () =>
    (await oauth.auth.app.get(Database).query<{ count: string }>('select count(*) from identity.oauth_states'))[0]
      ?.count;
  const statesBefore = await countStates();
  for (const path of ['/authorize?provider=own', '/user/identities/authorize?provider=own']) {
    const init = { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' } as const;
    const head = await fetch(`${oauth.auth.url}${path}`, { ...init, method: 'HEAD' });
    expect([head.status, head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([
      302,
      `${oauth.site}/`,
      null,
    ]);
    expect(await countStates()).toBe(statesBefore);
  }
  await fetch(`${oauth.auth.url}/authorize?provider=own`, { redirect: 'manual' });
  expect(Number(await countStates())).toBe(Number(statesBefore) + 1);
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type AuthResponse, GoTrueClient } from '@supabase/auth-js';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { captureLog } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { appCode } from '../factors/authenticator.suite.ts';
import type { LinkedIdentityEvents } from './linked-identity.ts';
import { Browser } from './openid.suite.ts';
import { startProviders } from './providers.suite.ts';

type Providers = Awaited<ReturnType<typeof startProviders>>;
let auth: Providers['auth'];
let ownProvider: Providers['own'];
let work: Providers['work'];
let site: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ auth, own: ownProvider, work, site, stop } = await startProviders());
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const page = () => `${site}/settings`;
const isLoginPage = (url: string) => url.startsWith(page());
type Flow = 'pkce' | 'implicit';
/** A client in a browser: its requests share that browser's cookies. */
const clientIn = (browser: Browser, flowType: Flow) =>
  new GoTrueClient({
    url: `${site}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    flowType,
    fetch: (url, init) => browser.fetch(String(url), init as RequestInit),
  });
const member = async (flow: Flow = 'pkce', email = newEmail()) => {
  const browser = new Browser();
  const client = clientIn(browser, flow);
  const { data }: AuthResponse = await client.signUp({ email, password, options: { data: person() } });
  return { client, browser, email, userId: data.user?.id ?? '' };
};
type Member = Awaited<ReturnType<typeof member>>;
const newPerson = (provider = ownProvider, facts: object = {}) => {
  const claims = { sub: randomUUID(), email: newEmail(), email_verified: true, name: 'Cy Young', ...facts };
  provider.people.set(claims.sub, claims);
  return claims;
};
const leave = async ({ client, browser }: Pick<Member, 'client' | 'browser'>, sub: string, provider = 'own') => {
  // Without this, the provider would sign in the last person again without a prompt.
  for (const { issuer } of [ownProvider, work]) browser.deleteCookies(issuer);
  const options = { redirectTo: page(), queryParams: { login_hint: sub } };
  const { data, error } = await client.linkIdentity({ provider: provider as 'google', options });
  if (error) throw error;
  return data.url ?? '';
};
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
const fragmentOf = (url: string) => Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));
const link = async (who: Member, sub: string, provider = 'own') => {
  const finalUrl = await who.browser.go(await leave(who, sub, provider), isLoginPage);
  const { code, ...failed } = queryOf(finalUrl);
  if (!code) return failed;
  const { error } = await who.client.exchangeCodeForSession(code);
  if (error) throw error;
  return undefined;
};
const identitiesOf = async ({ client }: Pick<Member, 'client'>) => {
  const { data, error } = await client.getUserIdentities();
  if (error) throw error;
  return data.identities;
};
const providersOf = async (who: Pick<Member, 'client'>) => (await identitiesOf(who)).map(({ provider }) => provider);
const identityOf = async (who: Pick<Member, 'client'>, name: string) => {
  const found = (await identitiesOf(who)).find(({ provider }) => provider === name);
  if (!found) throw new Error(`No identity at ${name}`);
  return found;
};
const tokenOf = async ({ client }: Pick<Member, 'client'>) =>
  (await client.getSession()).data.session?.access_token ?? '';
const eventsOf = async (id: string) =>
  (await auth.app.get(EventStore).read<LinkedIdentityEvents>(`linked-identity-${id}`)).map(({ type, data }) => ({
    type,
    ...data,
  }));

test('a user links and unlinks a second way to sign in', async () => {
  const ann = await member();
  const cy = newPerson();
  expect(await providersOf(ann)).toEqual(['email']);
  expect(await link(ann, cy.sub)).toBeUndefined();
  expect(await providersOf(ann)).toEqual(['email', 'own']);
  const identity = await identityOf(ann, 'own');
  expect(identity).toMatchObject({ id: cy.sub, user_id: ann.userId, identity_data: { email: cy.email } });
  // The account's own address does not change.
  expect((await ann.client.getUser()).data.user?.email).toBe(ann.email);

  expect((await ann.client.unlinkIdentity(identity)).error).toBeNull();
  expect(await providersOf(ann)).toEqual(['email']);
  expect(await eventsOf(identity.identity_id)).toEqual([
    {
      type: 'IdentityLinked',
      userId: ann.userId,
      provider: 'own',
      subject: cy.sub,
      email: cy.email,
      method: 'by-hand',
    },
    { type: 'IdentityUnlinked', userId: ann.userId, provider: 'own' },
  ]);
  const { access_token: token } = await auth.signUp();
  expect((await auth.call('GET', '/user', { token })).body.identities).toHaveLength(1);
});

test('without a PKCE challenge, only the browser that started it can link', async () => {
  const ann = await member('implicit');
  const cy = newPerson();
  const finalUrl = await ann.browser.go(await leave(ann, cy.sub), isLoginPage);
  expect(fragmentOf(finalUrl).access_token).toBeDefined();
  expect(await providersOf(ann)).toEqual(['email', 'own']);
});

test('a victim cannot be tricked into linking their identity to an attacker’s account', async () => {
  const victim = newPerson();
  for (const flow of ['pkce', 'implicit'] as const) {
    const eve = await member(flow);
    // Eve starts linking and sends the address to a victim, who opens it.
    const finalUrl = await new Browser().go(await leave(eve, victim.sub), isLoginPage);
    expect(await providersOf(eve)).toEqual(['email']);
    if (flow === 'implicit') expect(queryOf(finalUrl).error_code).toBe('bad_oauth_state');
    // The victim has the code, and Eve has the verifier.
    else
      expect(
        (await clientIn(new Browser(), 'pkce').exchangeCodeForSession(queryOf(finalUrl).code ?? '')).error,
      ).not.toBeNull();
  }
  expect(
    await auth.app.get(Database).query('select id from identity.identities where subject = $1', [victim.sub]),
  ).toEqual([]);
});

test('an identity is linked once, to one account', async () => {
  const [ann, bo] = [await member(), await member()];
  const cy = newPerson();
  await link(ann, cy.sub);
  const refusalFor = (whose: string) => ({
    error: 'server_error',
    error_code: 'identity_already_exists',
    error_description: whose,
  });
  expect(await link(ann, cy.sub)).toEqual(refusalFor('Identity is already linked'));
  expect(await link(bo, cy.sub)).toEqual(refusalFor('Identity is already linked to another user'));

  // Two accounts start linking the same identity, and both return before either redeems its code.
  const di = newPerson();
  const codes = [];
  for (const user of [ann, bo])
    codes.push(queryOf(await user.browser.go(await leave(user, di.sub), isLoginPage)).code ?? '');
  expect((await ann.client.exchangeCodeForSession(codes[0] ?? '')).error).toBeNull();
  expect((await bo.client.exchangeCodeForSession(codes[1] ?? '')).error).toMatchObject({
    status: 422,
    code: 'identity_already_exists',
  });
});

test('a session that has ended cannot link an identity', async () => {
  const ann = await member();
  const url = await leave(ann, newPerson().sub);
  await ann.client.signOut({ scope: 'global' });
  expect(queryOf(await ann.browser.go(url, (next) => next.startsWith(`${site}/?`)))).toMatchObject({
    error_code: 'bad_oauth_state',
  });
});

test('the code of an ended session cannot link an identity', async () => {
  const ann = await member();
  const { code = '' } = queryOf(await ann.browser.go(await leave(ann, newPerson().sub), isLoginPage));
  await auth.app.get(Database).query('delete from identity.sessions where user_id = $1', [ann.userId]);
  expect((await ann.client.exchangeCodeForSession(code)).error).toMatchObject({ status: 400, code: 'bad_oauth_state' });
  await ann.client.signInWithPassword({ email: ann.email, password });
  expect(await providersOf(ann)).toEqual(['email']);
});

test('linking without JavaScript redirects to the provider', async () => {
  const ann = await member();
  const query = `provider=own&redirect_to=${encodeURIComponent(page())}`;
  const response = await fetch(`${site}/auth/v1/user/identities/authorize?${query}`, {
    headers: { authorization: `Bearer ${await tokenOf(ann)}` },
    redirect: 'manual',
  });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')?.startsWith(ownProvider.issuer)).toBe(true);
});

test('the last identity and unknown identities cannot be unlinked', async () => {
  const [ann, bo] = [await member(), await member()];
  const remove = async (who: Member, id: string) => {
    const { status, body } = await auth.call('DELETE', `/user/identities/${id}`, { token: await tokenOf(who) });
    return { status, ...body };
  };
  expect(await remove(ann, 'x')).toEqual({
    status: 404,
    code: 'validation_failed',
    message: 'identity_id must be an UUID',
  });
  expect(await remove(ann, (await identityOf(ann, 'email')).identity_id)).toEqual({
    status: 422,
    code: 'single_identity_not_deletable',
    message: 'User must have at least 1 identity after unlinking',
  });
  await link(ann, newPerson().sub);
  await link(bo, newPerson().sub);
  const otherIdentityId = (await identityOf(bo, 'own')).identity_id;
  for (const id of [randomUUID(), otherIdentityId, bo.userId])
    expect(await remove(ann, id)).toEqual({
      status: 422,
      code: 'identity_not_found',
      message: "Identity doesn't exist",
    });
  expect(await providersOf(bo)).toEqual(['email', 'own']);
  expect(await auth.call('DELETE', `/user/identities/${otherIdentityId}`)).toMatchObject({ status: 401 });
  expect(await auth.call('GET', '/user/identities/authorize?provider=own')).toMatchObject({ status: 401 });
});

test('two concurrent requests cannot unlink both of two identities', async () => {
  const ann = await member();
  await link(ann, newPerson().sub);
  const token = await tokenOf(ann);
  const ids = (await identitiesOf(ann)).map(({ identity_id }) => identity_id);
  const responses = await Promise.all(ids.map((id) => auth.call('DELETE', `/user/identities/${id}`, { token })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await identitiesOf(ann)).toHaveLength(1);
});

test('many concurrent requests of one user do not wait for each other’s connections', async () => {
  const ann = await member();
  await link(ann, newPerson().sub);
  const token = await tokenOf(ann);
  const { identity_id: id } = await identityOf(ann, 'own');
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => auth.call('DELETE', `/user/identities/${id}`, { token })),
  );
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['IdentityLinked', 'IdentityUnlinked']);
});

test('the event of an unlinked identity is stored by the next request if a process died before it', async () => {
  const ann = await member();
  await link(ann, newPerson().sub);
  const token = await tokenOf(ann);
  const { identity_id: id } = await identityOf(ann, 'own');
  const unlink = () => auth.call('DELETE', `/user/identities/${id}`, { token });
  captureLog('error');
  jest.spyOn(auth.app.get(EventStore), 'handle').mockRejectedValueOnce(new Error('killed'));
  expect((await unlink()).status).toBe(500);
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['IdentityLinked']);
  expect((await unlink()).status).toBe(200);
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['IdentityLinked', 'IdentityUnlinked']);
  expect((await unlink()).status).toBe(422);
});

test('without the email identity, the password cannot sign in and the account takes the provider’s address', async () => {
  const ann = await member();
  const cy = newPerson();
  await link(ann, cy.sub);
  expect((await ann.client.unlinkIdentity(await identityOf(ann, 'email'))).error).toBeNull();
  const { data } = await ann.client.getUser();
  expect(data.user).toMatchObject({ email: cy.email, app_metadata: { provider: 'own', providers: ['own'] } });
  for (const email of [ann.email, cy.email])
    expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  expect((await auth.eventsOf(ann.userId)).at(-1)).toMatchObject({
    type: 'EmailChanged',
    data: { email: cy.email, previousEmail: ann.email },
  });
  expect(await eventsOf(ann.userId)).toEqual([{ type: 'IdentityUnlinked', userId: ann.userId, provider: 'email' }]);

  // Setting a password adds the email identity again.
  expect((await ann.client.updateUser({ password: 'Marigold9' })).error).toBeNull();
  expect(await providersOf(ann)).toEqual(['email', 'own']);
  expect((await auth.client().signInWithPassword({ email: cy.email, password: 'Marigold9' })).error).toBeNull();
});

test('an address that another account has is not taken over by unlinking', async () => {
  const [ann, bo] = [await member(), await member()];
  const cy = newPerson(ownProvider, { email: bo.email });
  await link(ann, cy.sub);
  expect((await ann.client.unlinkIdentity(await identityOf(ann, 'email'))).error).toMatchObject({
    status: 422,
    code: 'email_conflict_identity_not_deletable',
    message: 'Unable to unlink identity due to email conflict',
  });
  expect(await providersOf(ann)).toEqual(['email', 'own']);
  expect((await auth.client().signInWithPassword({ email: ann.email, password })).error).toBeNull();
  // It can be unlinked if another provider has an address that is free.
  await link(ann, newPerson(ownProvider, { email: ann.email }).sub);
  expect((await ann.client.unlinkIdentity(await identityOf(ann, 'email'))).error).toBeNull();
  expect((await ann.client.getUser()).data.user?.email).toBe(ann.email);
});

test.each([
  ['is not verified', false, 'own'],
  ['comes from an untrusted provider', true, 'work'],
])('a provider’s address that %s does not become the account’s address', async (_, email_verified, name) => {
  const ann = await member();
  await link(ann, newPerson(name === 'own' ? ownProvider : work, { email_verified }).sub, name);
  expect((await ann.client.unlinkIdentity(await identityOf(ann, 'email'))).error).toBeNull();
  expect((await ann.client.getUser()).data.user?.email).toBe(ann.email);
});

test('ways to sign in cannot be changed without the second factor', async () => {
  const ann = await member();
  await link(ann, newPerson().sub);
  const { data } = await ann.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (!data) throw new Error('No factor');
  const code = () => {
    auth.clock.pass(30_000);
    return appCode(data.totp.secret, auth.clock.now());
  };
  await ann.client.mfa.challengeAndVerify({ factorId: data.id, code: code() });
  const aal1 = { ...ann, client: clientIn(new Browser(), 'pkce') };
  await aal1.client.signInWithPassword({ email: ann.email, password });
  const insufficientLevel = { status: 403, code: 'insufficient_aal' };
  await expect(leave(aal1, newPerson().sub)).rejects.toMatchObject(insufficientLevel);
  expect((await aal1.client.unlinkIdentity(await identityOf(aal1, 'own'))).error).toMatchObject(insufficientLevel);
  const token = await ownProvider.idToken({ sub: 'x', iat: 1, exp: 9_999_999_999 });
  expect((await aal1.client.linkIdentity({ provider: 'own' as 'google', token })).error).toMatchObject(
    insufficientLevel,
  );
  expect((await ann.client.unlinkIdentity(await identityOf(ann, 'own'))).error).toBeNull();
});

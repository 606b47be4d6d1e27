import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { codeOf, stepAt } from '../../../libs/identity/src/factors/totp.codec.ts';
import { type ClientInPage, clientIn, type Outcome } from './auth-client.suite.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import { linkOf, password, secretIn, type Visitor, visitor } from './visitor.suite.ts';

let product: Product;
let browser: Browser;
let ann: Visitor;
let client: ClientInPage;
const email = 'ann@example.com';
const who = { email, password };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
  ann = await visitor(browser, product.url);
  client = await clientIn(ann.page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const well = <T>({ data, error }: Outcome<T>): T => {
  expect(error).toBeNull();
  return data;
};

test('signing up gives a session and tells listeners; the metadata is kept', async () => {
  expect(await client.heard()).toEqual(['INITIAL_SESSION']);
  const data = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0101' };
  const options = { data, emailRedirectTo: `${product.url}/` };
  const { user, session } = well(await client.ask((auth, given) => auth.signUp(given), { ...who, options }));
  expect(user).toMatchObject({ email, user_metadata: data, identities: [{ provider: 'email' }] });
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number), user: { id: user?.id } });
  expect(await client.heard()).toEqual(['SIGNED_IN']);
});

test('the session is kept in the browser, and the account can be asked for and changed', async () => {
  const { session } = well(await client.ask((auth) => auth.getSession()));
  const again = await clientIn(ann.page);
  expect(await again.heard()).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
  expect(well(await again.ask((auth) => auth.getSession())).session?.access_token).toBe(session?.access_token);
  expect(well(await again.ask((auth) => auth.getUser())).user).toMatchObject({ id: session?.user.id, email });
  const change = { data: { nickname: 'Annie' } };
  const { user } = well(await again.ask((auth, given) => auth.updateUser(given), change));
  expect(user?.user_metadata).toMatchObject({ first_name: 'Ann', nickname: 'Annie' });
  expect(await again.heard()).toEqual(['USER_UPDATED']);
});

test('a session is refreshed, and its token holds against the published keys without asking', async () => {
  const before = well(await client.ask((auth) => auth.getSession())).session;
  const after = well(await client.ask((auth) => auth.refreshSession())).session;
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect(await client.heard()).toContain('TOKEN_REFRESHED');
  const asked: string[] = [];
  ann.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const claims = well(await client.ask((auth) => auth.getClaims()))?.claims;
  expect(claims).toMatchObject({ email, aal: 'aal1', aud: 'authenticated', iss: `${product.url}/auth/v1` });
  expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
});

describe('mail', () => {
  test('is asked for, and nobody learns who has an account', async () => {
    const redirectTo = `${product.url}/login`;
    const reset = (address: string) =>
      client.ask((auth, [to, options]) => auth.resetPasswordForEmail(to, options), [address, { redirectTo }] as const);
    expect(await reset(email)).toEqual({ data: {}, error: null });
    expect(await reset('nobody@example.com')).toEqual({ data: {}, error: null });
    const resend = await client.ask((auth, given) => auth.resend(given), { type: 'signup' as const, email });
    expect(resend.error).toBeNull();
    well(await client.ask((auth) => auth.reauthenticate()));
    const nothing = await client.ask((auth) => auth.resend({} as never));
    expect(nothing.error?.message).toBe('You must provide either an email or phone number and a type');
  });

  test('whose link brings a new password is told apart by the client', async () => {
    const { page } = await visitor(browser, product.url);
    await page.goto(await linkOf(page, 'Set a new password', email));
    const answer = await page.request.get(
      (await page.getByRole('link', { name: 'Go on' }).getAttribute('href')) ?? '',
      { maxRedirects: 0 },
    );
    const { hash } = new URL(answer.headers().location ?? '');
    const arrived = await clientIn(page, `/about${hash}`);
    expect(await arrived.heard()).toContain('PASSWORD_RECOVERY');
    const { user } = well(await arrived.ask((auth, given) => auth.updateUser(given), { password: 'Marigold8' }));
    expect(user?.email).toBe(email);
    expect(await page.evaluate('location.hash')).toBe('');
  });
});

test('signing in: a wrong password, the right one, and signing out', async () => {
  const page = await ann.context.newPage();
  const mine = await clientIn(page);
  const enter = (word: string) => mine.ask((auth, given) => auth.signInWithPassword(given), { email, password: word });
  expect((await enter('Guessed-1')).error).toEqual({
    name: 'AuthApiError',
    message: 'Invalid login credentials',
    status: 400,
    code: 'invalid_credentials',
  });
  await mine.heard();
  expect(well(await enter('Marigold8')).user).toMatchObject({ email });
  expect(await mine.heard()).toEqual(['SIGNED_IN']);
  expect((await mine.ask((auth) => auth.signOut().then(({ error }) => ({ data: null, error })))).error).toBeNull();
  expect(await mine.heard()).toEqual(['SIGNED_OUT']);
  expect((await mine.ask((auth) => auth.getUser())).error?.name).toBe('AuthSessionMissingError');
  // What is over already is over: signing out once more is no error.
  expect((await mine.ask((auth) => auth.signOut().then(({ error }) => ({ data: null, error })))).error).toBeNull();
  await page.close();
});

describe('who is signed in', () => {
  beforeAll(async () => {
    client = await clientIn(ann.page);
    well(await client.ask((auth, given) => auth.signInWithPassword(given), { email, password: 'Marigold8' }));
    await client.heard();
  });

  test('adds an authenticator app, gives its code and takes it away', async () => {
    const enrolled = well(await client.ask((auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My app' })));
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'My app' });
    const { id = '', totp } = enrolled ?? {};
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const code = codeOf(secretIn(totp?.secret ?? ''), stepAt(new Date()));
    const given = well(await client.ask((auth, wanted) => auth.mfa.challengeAndVerify(wanted), { factorId: id, code }));
    expect(given?.user.factors).toMatchObject([{ id, status: 'verified' }]);
    expect(await client.heard()).toContain('MFA_CHALLENGE_VERIFIED');
    const level = well(await client.ask((auth) => auth.mfa.getAuthenticatorAssuranceLevel()));
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(well(await client.ask((auth) => auth.mfa.listFactors()))?.totp).toMatchObject([{ id }]);
    const removed = await client.ask((auth, factorId) => auth.mfa.unenroll({ factorId }), id);
    expect(removed).toEqual({ data: { id }, error: null });
  });

  test('is told what is switched off: phones, and providers that nobody set up', async () => {
    const phone = await client.ask((auth) => auth.mfa.enroll({ factorType: 'phone', phone: '+15125550101' }));
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
    const token = await client.ask((auth) => auth.signInWithIdToken({ provider: 'google', token: 'e30.e30.sig' }));
    expect(token.error).toMatchObject({ status: 400 });
    const options = { provider: 'google' as const, options: { skipBrowserRedirect: true } };
    const { url } = well(await client.ask((auth, given) => auth.signInWithOAuth(given), options));
    expect(url).toBe(`${product.url}/auth/v1/authorize?provider=google`);
    const answer = await ann.page.request.get(url ?? '', { maxRedirects: 0 });
    expect([answer.status(), await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
    const link = await client.ask((auth, given) => auth.linkIdentity(given), options);
    expect(link.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
  });

  test('keeps the one identity they have', async () => {
    const { identities } = well(await client.ask((auth) => auth.getUserIdentities())) ?? {};
    const [only] = identities ?? [];
    if (!only) throw new Error('There is no identity');
    const unlinked = await client.ask((auth, identity) => auth.unlinkIdentity(identity), only);
    expect(unlinked.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
  });
});

test('an address that carries an error lets nobody in; one with an old session warns', async () => {
  const { page, heard } = await visitor(browser, product.url);
  const said = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  const refused = await clientIn(page, `/about${said}`);
  expect(well(await refused.ask((auth) => auth.getSession())).session).toBeNull();
  const again = await refused.ask((auth) => auth.initialize().then(({ error }) => ({ data: null, error })));
  expect(again.error).toMatchObject({
    name: 'AuthImplicitGrantRedirectError',
    message: 'Email link is invalid or has expired',
  });
  const { session } = well(await client.ask((auth) => auth.getSession()));
  const issued = Math.floor(Date.now() / 1000) - 200;
  const old = new URLSearchParams({
    access_token: session?.access_token ?? '',
    refresh_token: session?.refresh_token ?? '',
    expires_in: '3600',
    expires_at: `${issued + 3600}`,
    token_type: 'bearer',
    type: 'signup',
  });
  await page.goto('/');
  const arrived = await clientIn(page, `/about#${old}`);
  expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email });
  expect(heard.join('\n')).toMatch(/issued over 120s ago/);
});

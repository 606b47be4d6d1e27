import { describe, expect, test } from '@jest/globals';
import { about, clientHere, clientIn, join, type Stranger, stories, well } from './auth-client.suite.ts';
import { onStage } from './stage.suite.ts';
import { codeIn, letterTo, linkOf, password } from './visitor.suite.ts';

const site = onStage();
const story = stories(site);

/** Signs out, of which nothing but a failure is told. */
const signOut = ({ client }: Stranger) =>
  client.ask((auth) => auth.signOut().then(({ error }) => ({ data: null, error })));

story('signing up gives a session and tells listeners; the metadata is kept', ['POST /signup'], async (ann) => {
  const { client, email } = ann;
  expect(await client.heard()).toEqual(['INITIAL_SESSION']);
  const wish = { email, password, options: { data: about, emailRedirectTo: `${site.url}/` } };
  const { user, session } = well(await client.ask((auth, given) => auth.signUp(given), wish));
  expect(user).toMatchObject({ email, user_metadata: about, identities: [{ provider: 'email' }] });
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number), user: { id: user?.id } });
  expect(await client.heard()).toEqual(['SIGNED_IN']);
});

story(
  'signing in: a wrong password, the right one, and signing out',
  ['POST /token?grant_type=password', 'POST /logout'],
  async (ann) => {
    const { client, email } = ann;
    await join(ann);
    expect((await signOut(ann)).error).toBeNull();
    expect(await client.heard()).toEqual(['SIGNED_OUT']);
    const enter = (word: string) =>
      client.ask((auth, given) => auth.signInWithPassword(given), { email, password: word });
    expect((await enter('Guessed-1')).error).toEqual({
      name: 'AuthApiError',
      message: 'Invalid login credentials',
      status: 400,
      code: 'invalid_credentials',
    });
    expect(await client.heard()).toEqual([]);
    expect(well(await enter(password)).user).toMatchObject({ email });
    expect(await client.heard()).toEqual(['SIGNED_IN']);
    expect((await signOut(ann)).error).toBeNull();
    expect((await client.ask((auth) => auth.getUser())).error?.name).toBe('AuthSessionMissingError');
    // What is over already is over: signing out once more is no error.
    expect((await signOut(ann)).error).toBeNull();
  },
);

story(
  'the session is kept in the browser; the account can be asked for and changed',
  ['GET /user', 'PUT /user'],
  async (ann) => {
    const session = await join(ann);
    const again = await clientIn(ann.page);
    expect(await again.heard()).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
    expect(well(await again.ask((auth) => auth.getSession())).session?.access_token).toBe(session.access_token);
    expect(well(await again.ask((auth) => auth.getUser())).user).toMatchObject({
      id: session.user.id,
      email: ann.email,
    });
    const change = { data: { nickname: 'Annie' } };
    const { user } = well(await again.ask((auth, given) => auth.updateUser(given), change));
    expect(user?.user_metadata).toMatchObject({ first_name: 'Ann', nickname: 'Annie' });
    expect(await again.heard()).toEqual(['USER_UPDATED']);
  },
);

story(
  'a session is refreshed, and its token holds against the published keys without asking',
  ['POST /token?grant_type=refresh_token', 'GET /.well-known/jwks.json'],
  async (ann) => {
    const { client, page, email } = ann;
    const before = await join(ann);
    const after = well(await client.ask((auth) => auth.refreshSession())).session;
    expect(after?.refresh_token).not.toBe(before.refresh_token);
    expect(await client.heard()).toEqual(['TOKEN_REFRESHED']);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const claims = well(await client.ask((auth) => auth.getClaims()))?.claims;
    expect(claims).toMatchObject({ email, aal: 'aal1', aud: 'authenticated', iss: `${site.url}/auth/v1` });
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
  },
);

describe('mail', () => {
  story('brings a new password: its link is told apart by the client', ['POST /recover', 'PUT /user'], async (ann) => {
    const { client, page, context, email } = ann;
    await join(ann);
    await signOut(ann);
    const reset = (address: string, to: string) =>
      client.ask((auth, [address, options]) => auth.resetPasswordForEmail(address, options), [
        address,
        { redirectTo: `${site.url}${to}` },
      ] as const);
    // Nobody learns who has an account.
    expect(await reset('nobody@example.com', '/login')).toEqual({ data: {}, error: null });
    expect(await reset(email, '/login')).toEqual({ data: {}, error: null });
    const mailbox = await context.newPage();
    const toLogin = new URL(await linkOf(mailbox, 'Set a new password', email));
    expect(toLogin.searchParams.get('redirect_to')).toBe(`${site.url}/login`);

    // A page that brings no client of its own.
    await reset(email, '/about');
    await page.goto(await linkOf(mailbox, 'Set a new password', email, 2));
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.waitForURL('**/about#*');
    const arrived = await clientHere(page);
    await arrived.hears('PASSWORD_RECOVERY');
    const { user } = well(await arrived.ask((auth, given) => auth.updateUser(given), { password: 'Marigold8' }));
    expect(user?.email).toBe(email);
    expect(new URL(page.url()).hash).toBe('');
    const enter = { email, password: 'Marigold8' };
    expect(well(await arrived.ask((auth, given) => auth.signInWithPassword(given), enter)).user?.email).toBe(email);
  });

  story('is sent again on demand', ['PUT /user', 'POST /resend'], async (ann) => {
    const { client, context, email } = ann;
    await join(ann);
    const next = `new-${email}`;
    well(await client.ask((auth, given) => auth.updateUser(given), { email: next }));
    const mailbox = await context.newPage();
    await letterTo(mailbox, 'Confirm your new email address', next);
    const wish = { type: 'email_change' as const, email, options: { captchaToken: 'none is asked for' } };
    well(await client.ask((auth, given) => auth.resend(given), wish));
    await letterTo(mailbox, 'Confirm your new email address', next, 2);
    const nothing = await client.ask((auth) => auth.resend({} as never));
    expect(nothing.error?.message).toBe('You must provide either an email or phone number and a type');
  });

  story('brings a code, by which a password is changed', ['GET /reauthenticate', 'PUT /user'], async (ann) => {
    const { client, context, email } = ann;
    await join(ann);
    well(await client.ask((auth) => auth.reauthenticate()));
    const nonce = await codeIn(await context.newPage(), 'Your Festoon code', email);
    const { user } = well(await client.ask((auth, given) => auth.updateUser(given), { password: 'Marigold8', nonce }));
    expect(user).toMatchObject({ email });
    expect(await client.heard()).toEqual(['USER_UPDATED']);
  });
});

story('what is switched off says so: phones, and providers that nobody set up', [], async (ann) => {
  const { client, page } = ann;
  await join(ann);
  const phone = await client.ask((auth) => auth.mfa.enroll({ factorType: 'phone', phone: '+15125550101' }));
  expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  const token = await client.ask((auth) => auth.signInWithIdToken({ provider: 'google', token: 'e30.e30.sig' }));
  expect(token.error).toMatchObject({ status: 400, code: 'provider_disabled' });
  const wish = { provider: 'google' as const, options: { skipBrowserRedirect: true } };
  const { url } = well(await client.ask((auth, given) => auth.signInWithOAuth(given), wish));
  expect(url).toBe(`${site.url}/auth/v1/authorize?provider=google`);
  const answer = await page.request.get(url ?? '', { maxRedirects: 0 });
  expect([answer.status(), await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
  const link = await client.ask((auth, given) => auth.linkIdentity(given), wish);
  expect(link.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
});

describe('an address', () => {
  test('that carries an error lets nobody in', async () => {
    const { page, context } = await site.visitor();
    const said = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    const refused = await clientIn(page, `/about${said}`);
    expect(well(await refused.ask((auth) => auth.getSession())).session).toBeNull();
    const again = await refused.ask((auth) => auth.initialize().then(({ error }) => ({ data: null, error })));
    expect(again.error).toMatchObject({
      name: 'AuthImplicitGrantRedirectError',
      message: 'Email link is invalid or has expired',
    });
    await context.close();
  });

  story('with a session from minutes ago warns', ['POST /signup'], async (ann) => {
    const { access_token, refresh_token } = await join(ann);
    const issued = Math.floor(Date.now() / 1000) - 200;
    const facts = { access_token, refresh_token, expires_in: '3600', expires_at: `${issued + 3600}` };
    const old = new URLSearchParams({ ...facts, token_type: 'bearer', type: 'signup' });
    const { page, context, heard } = await site.visitor();
    const arrived = await clientIn(page, `/about#${old}`);
    expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email: ann.email });
    expect(heard.join('\n')).toMatch(/issued over 120s ago/);
    await context.close();
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '#platform/testing';
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
import { linkInMail, password } from './visitor.suite.ts';

// apps/api/src/auth-client*.spec.ts tests the real client over HTTP without a browser. These tests cover what needs a
// browser: storage, redirects and passkeys.
const provider = 'google' as const;
const { site, oidcProvider } = testSiteWithProvider(provider);
const clientTest = clientTests(site);
const pkceClientTest = clientTests(site, 'pkce');

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
    const toLogin = new URL(await linkInMail(mailbox, 'Set a new password', email));
    expect(toLogin.searchParams.get('redirect_to')).toBe(`${site.url}/login`);

    // This page does not create a client itself.
    await reset(email, '/about');
    await page.goto(await linkInMail(mailbox, 'Set a new password', email, 2));
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

describe('a URL fragment', () => {
  test('with an error gives no session', async () => {
    const { page, context } = await site.visitor();
    const errorFragment =
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    const refusedClient = await openWithClient(page, `/about${errorFragment}`);
    expect(dataOf(await refusedClient.call((auth) => auth.getSession())).session).toBeNull();
    const secondInitialize = await refusedClient.call((auth) =>
      auth.initialize().then(({ error }) => ({ data: null, error })),
    );
    expect(secondInitialize.error).toMatchObject({
      name: 'AuthImplicitGrantRedirectError',
      message: 'Email link is invalid or has expired',
    });
    await context.close();
  });

  clientTest('with a session that was issued minutes ago warns', ['POST /signup'], async (ann) => {
    const { access_token, refresh_token } = await signUpVisitor(ann);
    const issued = Math.floor(Date.now() / 1000) - 200;
    const facts = { access_token, refresh_token, expires_in: '3600', expires_at: `${issued + 3600}` };
    const oldFragment = new URLSearchParams({ ...facts, token_type: 'bearer', type: 'signup' });
    const { page, context, pageErrors } = await site.visitor();
    const arrivedClient = await openWithClient(page, `/about#${oldFragment}`);
    expect(dataOf(await arrivedClient.call((auth) => auth.getUser())).user).toMatchObject({ email: ann.email });
    await eventually(() => /issued over 120s ago/.test(pageErrors.join('\n')), 'the warning');
    await context.close();
  });
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

  pkceClientTest(
    'returns with a code, which this browser exchanges',
    ['GET /authorize', 'POST /token?grant_type=pkce'],
    async ({ client, page }) => {
      const { sub, email } = addPerson();
      await client.navigate((auth, input) => auth.signInWithOAuth(input), oauthRequest(sub));
      await page.waitForURL('**/about?back*code=*');
      const arrivedClient = await createClient(page, 'pkce');
      await arrivedClient.waitForEvent('SIGNED_IN');
      expect(dataOf(await arrivedClient.call((auth) => auth.getUser())).user).toMatchObject({ email });
      expect(new URL(page.url()).search).not.toContain('code');
    },
  );
});

describe('passkeys', () => {
  const levelOf = async ({ call }: ClientInPage) => {
    const level = dataOf(await call((auth) => auth.mfa.getAuthenticatorAssuranceLevel()));
    return [level?.currentLevel, level?.nextLevel];
  };
  const signInWithPassword = ({ call }: ClientInPage, email: string) =>
    call((auth, input) => auth.signInWithPassword(input), { email, password });

  /**
   * Requests the challenge, then verifies the passkey's response. Returns the type of the challenge and the user's id.
   */
  const verifyPasskey = ({ call }: ClientInPage, factorId: string) =>
    call(async (auth, factorId) => {
      const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] };
      const challenge = await auth.mfa.webauthn.challenge({ factorId, webauthn });
      if (!challenge.data) return { data: null, error: challenge.error };
      const { challengeId, webauthn: credential } = challenge.data;
      const verification = await auth.mfa.webauthn.verify({
        factorId,
        challengeId,
        webauthn: { ...webauthn, ...credential },
      });
      return {
        data: verification.data && { type: credential.type, user: verification.data.user.id },
        error: verification.error,
      };
    }, factorId);

  clientTest(
    'a passkey is added, used at the next sign-in and removed, step by step',
    ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'DELETE /factors/{id}'],
    async (ann) => {
      const { client, page, email } = ann;
      // By default the client requests a roaming authenticator.
      await withKey(page, 'usb');
      const { user } = await signUpVisitor(ann);
      const enrolment = await client.call((auth) => auth.mfa.webauthn.enroll({ friendlyName: 'This computer' }));
      const { id = '', type } = dataOf(enrolment) ?? {};
      expect(type).toBe('webauthn');
      expect(dataOf(await verifyPasskey(client, id))).toEqual({ type: 'create', user: user.id });
      expect(await client.takeEvents()).toEqual(['MFA_CHALLENGE_VERIFIED']);
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      dataOf(await signInWithPassword(client, email));
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
      expect(dataOf(await verifyPasskey(client, id))).toEqual({ type: 'request', user: user.id });
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
      const factors = dataOf(await client.call((auth) => auth.mfa.listFactors()));
      expect(factors?.webauthn).toMatchObject([{ id, friendly_name: 'This computer', status: 'verified' }]);
      const removal = await client.call((auth, factorId) => auth.mfa.unenroll({ factorId }), id);
      expect(removal).toEqual({ data: { id }, error: null });
    },
  );

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

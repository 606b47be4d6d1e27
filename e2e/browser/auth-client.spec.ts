import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  type ClientInPage,
  clientHere,
  clientIn,
  join,
  stories,
  type VisitorWithClient,
  well,
} from './auth-client.suite.ts';
import { withKey } from './passkey.suite.ts';
import { testSiteWithProvider } from './provider.suite.ts';
import { linkOf, password } from './visitor.suite.ts';

// apps/api/src/auth-client*.spec.ts tests the real client over HTTP without a browser. These tests cover what needs a
// browser: storage, redirects and passkeys.
const provider = 'google' as const;
const { site, oidcProvider } = testSiteWithProvider(provider);
const story = stories(site);
const storyWithCode = stories(site, 'pkce');

/** Signs out. The client's result contains only an error. */
const signOut = ({ client }: VisitorWithClient) =>
  client.ask((auth) => auth.signOut().then(({ error }) => ({ data: null, error })));

story(
  'the session is kept in the browser; the account can be read and changed',
  ['GET /user', 'PUT /user'],
  async (ann) => {
    const session = await join(ann);
    const again = await clientIn(ann.page);
    expect(await again.takeEvents()).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
    expect(well(await again.ask((auth) => auth.getSession())).session?.access_token).toBe(session.access_token);
    expect(well(await again.ask((auth) => auth.getUser())).user).toMatchObject({
      id: session.user.id,
      email: ann.email,
    });
    const change = { data: { nickname: 'Annie' } };
    const { user } = well(await again.ask((auth, input) => auth.updateUser(input), change));
    expect(user?.user_metadata).toMatchObject({ first_name: 'Ann', nickname: 'Annie' });
    expect(await again.takeEvents()).toEqual(['USER_UPDATED']);
  },
);

story(
  'a recovery link is recognized by the client, which then sets a new password',
  ['POST /recover', 'PUT /user'],
  async (ann) => {
    const { client, page, context, email } = ann;
    await join(ann);
    await signOut(ann);
    const reset = (address: string, to: string) =>
      client.ask((auth, [address, options]) => auth.resetPasswordForEmail(address, options), [
        address,
        { redirectTo: `${site.url}${to}` },
      ] as const);
    // The answer is the same whether or not the account exists.
    expect(await reset('nobody@example.com', '/login')).toEqual({ data: {}, error: null });
    expect(await reset(email, '/login')).toEqual({ data: {}, error: null });
    const mailbox = await context.newPage();
    const toLogin = new URL(await linkOf(mailbox, 'Set a new password', email));
    expect(toLogin.searchParams.get('redirect_to')).toBe(`${site.url}/login`);

    // This page does not create a client itself.
    await reset(email, '/about');
    await page.goto(await linkOf(mailbox, 'Set a new password', email, 2));
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/about#*');
    const arrived = await clientHere(page);
    await arrived.waitForEvent('PASSWORD_RECOVERY');
    const { user } = well(await arrived.ask((auth, input) => auth.updateUser(input), { password: 'Marigold8' }));
    expect(user?.email).toBe(email);
    expect(new URL(page.url()).hash).toBe('');
    const credentials = { email, password: 'Marigold8' };
    expect(well(await arrived.ask((auth, input) => auth.signInWithPassword(input), credentials)).user?.email).toBe(
      email,
    );
  },
);

describe('a URL fragment', () => {
  test('with an error gives no session', async () => {
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

  story('with a session that was issued minutes ago warns', ['POST /signup'], async (ann) => {
    const { access_token, refresh_token } = await join(ann);
    const issued = Math.floor(Date.now() / 1000) - 200;
    const facts = { access_token, refresh_token, expires_in: '3600', expires_at: `${issued + 3600}` };
    const old = new URLSearchParams({ ...facts, token_type: 'bearer', type: 'signup' });
    const { page, context, pageErrors } = await site.visitor();
    const arrived = await clientIn(page, `/about#${old}`);
    expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email: ann.email });
    expect(pageErrors.join('\n')).toMatch(/issued over 120s ago/);
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
/** The provider's tokens for a person, as parameters of `signInWithIdToken`. */
const tokensOf = async (sub: string) => {
  const nonce = randomUUID();
  const { idToken, accessToken } = await oidcProvider().tokensFor(
    sub,
    createHash('sha256').update(nonce).digest('hex'),
  );
  return { provider, token: idToken, access_token: accessToken, nonce };
};
const identitiesOf = async ({ ask }: ClientInPage) =>
  well(await ask((auth) => auth.getUserIdentities()))?.identities ?? [];

describe('signInWithOAuth', () => {
  story('redirects to the provider and returns with a session', ['GET /authorize', 'GET /user'], async (cy) => {
    const { client, page } = cy;
    const { sub, email } = addPerson();
    await client.leave((auth, input) => auth.signInWithOAuth(input), oauthRequest(sub));
    await page.waitForURL('**/about?back#access_token=*');
    const arrived = await clientHere(page);
    await arrived.waitForEvent('SIGNED_IN');
    const { session } = well(await arrived.ask((auth) => auth.getSession()));
    expect(session).toMatchObject({ provider_token: expect.any(String), user: { email } });
    expect(session?.user.app_metadata).toMatchObject({ provider, providers: [provider], app_role: 'client' });
    expect(new URL(page.url()).hash).toBe('');
  });

  storyWithCode(
    'returns with a code, which this browser exchanges',
    ['GET /authorize', 'POST /token?grant_type=pkce'],
    async ({ client, page }) => {
      const { sub, email } = addPerson();
      await client.leave((auth, input) => auth.signInWithOAuth(input), oauthRequest(sub));
      await page.waitForURL('**/about?back*code=*');
      const arrived = await clientHere(page, 'pkce');
      await arrived.waitForEvent('SIGNED_IN');
      expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email });
      expect(new URL(page.url()).search).not.toContain('code');
    },
  );

  story('returns with the reason for a refusal', ['GET /authorize'], async ({ client, page }) => {
    await client.leave((auth, input) => auth.signInWithOAuth(input), oauthRequest('nobody'));
    await page.waitForURL('**/about?back*error=*');
    const refused = await clientHere(page);
    const again = await refused.ask((auth) => auth.initialize().then(({ error }) => ({ data: null, error })));
    expect(again.error).toMatchObject({ name: 'AuthImplicitGrantRedirectError', message: 'no' });
    expect(well(await refused.ask((auth) => auth.getSession())).session).toBeNull();
  });
});

storyWithCode(
  'an identity is linked at the provider, signs in, and is unlinked',
  ['GET /user/identities/authorize', 'DELETE /user/identities/{id}'],
  async (ann) => {
    const { page, email } = ann;
    const { user } = await join(ann);
    const cy = addPerson();
    await ann.client.leave((auth, input) => auth.linkIdentity(input), oauthRequest(cy.sub));
    await page.waitForURL('**/about?back*code=*');
    const client = await clientHere(page, 'pkce');
    await client.waitForEvent('SIGNED_IN');
    const [byEmail, there] = await identitiesOf(client);
    expect(byEmail?.provider).toBe('email');
    expect(there).toMatchObject({ provider, id: cy.sub, user_id: user.id, identity_data: { email: cy.email } });

    const other = await site.visitor();
    const elsewhere = await clientIn(other.page);
    const entered = await elsewhere.ask((auth, input) => auth.signInWithIdToken(input), await tokensOf(cy.sub));
    expect(well(entered).user).toMatchObject({ id: user.id, email });
    await other.context.close();

    if (!there) throw new Error('Nothing was linked');
    expect(await client.ask((auth, identity) => auth.unlinkIdentity(identity), there)).toEqual({
      data: {},
      error: null,
    });
    const [only, ...others] = await identitiesOf(client);
    expect([only?.provider, others]).toEqual(['email', []]);
    if (!only) throw new Error('No identity is left');
    const last = await client.ask((auth, identity) => auth.unlinkIdentity(identity), only);
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
  },
);

describe('passkeys', () => {
  const levelOf = async ({ ask }: ClientInPage) => {
    const level = well(await ask((auth) => auth.mfa.getAuthenticatorAssuranceLevel()));
    return [level?.currentLevel, level?.nextLevel];
  };
  const signInWithPassword = ({ ask }: ClientInPage, email: string) =>
    ask((auth, input) => auth.signInWithPassword(input), { email, password });

  /** Requests the challenge, then verifies the passkey's answer. Returns the type of the challenge and the user's id. */
  const verifyPasskey = ({ ask }: ClientInPage, factorId: string) =>
    ask(async (auth, factorId) => {
      const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] };
      const challenge = await auth.mfa.webauthn.challenge({ factorId, webauthn });
      if (!challenge.data) return { data: null, error: challenge.error };
      const { challengeId, webauthn: made } = challenge.data;
      const verified = await auth.mfa.webauthn.verify({ factorId, challengeId, webauthn: { ...webauthn, ...made } });
      return { data: verified.data && { type: made.type, user: verified.data.user.id }, error: verified.error };
    }, factorId);

  story(
    'a passkey is added, used at the next sign-in and removed, step by step',
    ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'DELETE /factors/{id}'],
    async (ann) => {
      const { client, page, email } = ann;
      // By default the client requests a roaming authenticator.
      await withKey(page, 'usb');
      const { user } = await join(ann);
      const enrolled = await client.ask((auth) => auth.mfa.webauthn.enroll({ friendlyName: 'This computer' }));
      const { id = '', type } = well(enrolled) ?? {};
      expect(type).toBe('webauthn');
      expect(well(await verifyPasskey(client, id))).toEqual({ type: 'create', user: user.id });
      expect(await client.takeEvents()).toEqual(['MFA_CHALLENGE_VERIFIED']);
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      well(await signInWithPassword(client, email));
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
      expect(well(await verifyPasskey(client, id))).toEqual({ type: 'request', user: user.id });
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
      const listed = well(await client.ask((auth) => auth.mfa.listFactors()));
      expect(listed?.webauthn).toMatchObject([{ id, friendly_name: 'This computer', status: 'verified' }]);
      const removed = await client.ask((auth, factorId) => auth.mfa.unenroll({ factorId }), id);
      expect(removed).toEqual({ data: { id }, error: null });
    },
  );

  story(
    'a passkey is registered and used by one call each; without the key there is no second factor',
    ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify'],
    async (ann) => {
      const { client, page, email } = ann;
      const removeKey = await withKey(page);
      await join(ann);
      well(
        await client.ask((auth, input) => auth.mfa.webauthn.register(...input), [
          { friendlyName: 'This computer' },
          { authenticatorSelection: { authenticatorAttachment: 'platform' as const } },
        ] as const),
      );
      const listed = well(await client.ask((auth) => auth.mfa.listFactors()));
      const factorId = listed?.webauthn[0]?.id ?? '';
      well(await signInWithPassword(client, email));
      const authenticate = () => client.ask((auth, factorId) => auth.mfa.webauthn.authenticate({ factorId }), factorId);
      well(await authenticate());
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      well(await signInWithPassword(client, email));
      await removeKey();
      await withKey(page);
      expect((await authenticate()).error).toMatchObject({ name: 'NotAllowedError' });
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    },
  );
});

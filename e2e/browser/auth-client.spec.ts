import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type ClientInPage, clientHere, clientIn, join, type Stranger, stories, well } from './auth-client.suite.ts';
import { withKey } from './passkey.suite.ts';
import { onStageWithProvider } from './provider.suite.ts';
import { linkOf, password } from './visitor.suite.ts';

// The real client over HTTP is tested without a browser (apps/api/src/auth-client*.spec.ts). Here is what needs one:
// storage, redirects and passkeys.
const provider = 'google' as const;
const { site, ours } = onStageWithProvider(provider);
const story = stories(site);
const storyWithCode = stories(site, 'pkce');

/** Signs out; the client reports only a failure. */
const signOut = ({ client }: Stranger) =>
  client.ask((auth) => auth.signOut().then(({ error }) => ({ data: null, error })));

story(
  'the session is kept in the browser; the account can be read and changed',
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
    // The answer does not tell whether there is an account.
    expect(await reset('nobody@example.com', '/login')).toEqual({ data: {}, error: null });
    expect(await reset(email, '/login')).toEqual({ data: {}, error: null });
    const mailbox = await context.newPage();
    const toLogin = new URL(await linkOf(mailbox, 'Set a new password', email));
    expect(toLogin.searchParams.get('redirect_to')).toBe(`${site.url}/login`);

    // A page without a client of its own.
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
  },
);

describe('an address in the browser', () => {
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
    const { page, context, heard } = await site.visitor();
    const arrived = await clientIn(page, `/about#${old}`);
    expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email: ann.email });
    expect(heard.join('\n')).toMatch(/issued over 120s ago/);
    await context.close();
  });
});

/** A person with an account at the provider. */
const known = () => {
  const sub = randomUUID();
  const claims = { sub, email: `${sub}@example.com`, email_verified: true, name: 'Cy Young' };
  ours().people.set(sub, claims);
  return claims;
};
/** The provider signs in `sub` and sends the browser back to a page without a client. */
const wish = (sub: string) => ({
  provider,
  options: { redirectTo: `${site.url}/about?back`, queryParams: { login_hint: sub } },
});
/** The provider's tokens for a person, as the client takes them. */
const tokensOf = async (sub: string) => {
  const nonce = randomUUID();
  const { idToken, accessToken } = await ours().tokensFor(sub, createHash('sha256').update(nonce).digest('hex'));
  return { provider, token: idToken, access_token: accessToken, nonce };
};
const identitiesOf = async ({ ask }: ClientInPage) =>
  well(await ask((auth) => auth.getUserIdentities()))?.identities ?? [];

describe('signInWithOAuth', () => {
  story('leads to the provider, and comes back with a session', ['GET /authorize', 'GET /user'], async (cy) => {
    const { client, page } = cy;
    const { sub, email } = known();
    await client.leave((auth, given) => auth.signInWithOAuth(given), wish(sub));
    await page.waitForURL('**/about?back#access_token=*');
    const arrived = await clientHere(page);
    await arrived.hears('SIGNED_IN');
    const { session } = well(await arrived.ask((auth) => auth.getSession()));
    expect(session).toMatchObject({ provider_token: expect.any(String), user: { email } });
    expect(session?.user.app_metadata).toMatchObject({ provider, providers: [provider], app_role: 'client' });
    expect(new URL(page.url()).hash).toBe('');
  });

  storyWithCode(
    'comes back with a code, which this browser exchanges',
    ['GET /authorize', 'POST /token?grant_type=pkce'],
    async ({ client, page }) => {
      const { sub, email } = known();
      await client.leave((auth, given) => auth.signInWithOAuth(given), wish(sub));
      await page.waitForURL('**/about?back*code=*');
      const arrived = await clientHere(page, 'pkce');
      await arrived.hears('SIGNED_IN');
      expect(well(await arrived.ask((auth) => auth.getUser())).user).toMatchObject({ email });
      expect(new URL(page.url()).search).not.toContain('code');
    },
  );

  story('comes back with the reason of a refusal', ['GET /authorize'], async ({ client, page }) => {
    await client.leave((auth, given) => auth.signInWithOAuth(given), wish('nobody'));
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
    const cy = known();
    await ann.client.leave((auth, given) => auth.linkIdentity(given), wish(cy.sub));
    await page.waitForURL('**/about?back*code=*');
    const client = await clientHere(page, 'pkce');
    await client.hears('SIGNED_IN');
    const [byEmail, there] = await identitiesOf(client);
    expect(byEmail?.provider).toBe('email');
    expect(there).toMatchObject({ provider, id: cy.sub, user_id: user.id, identity_data: { email: cy.email } });

    const other = await site.visitor();
    const elsewhere = await clientIn(other.page);
    const entered = await elsewhere.ask((auth, given) => auth.signInWithIdToken(given), await tokensOf(cy.sub));
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
  const enter = ({ ask }: ClientInPage, email: string) =>
    ask((auth, given) => auth.signInWithPassword(given), { email, password });

  /** Challenge, the key's answer and verification, each by its own call. Returns what was asked of the key. */
  const give = ({ ask }: ClientInPage, factorId: string) =>
    ask(async (auth, factorId) => {
      const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] };
      const asked = await auth.mfa.webauthn.challenge({ factorId, webauthn });
      if (!asked.data) return { data: null, error: asked.error };
      const { challengeId, webauthn: made } = asked.data;
      const given = await auth.mfa.webauthn.verify({ factorId, challengeId, webauthn: { ...webauthn, ...made } });
      return { data: given.data && { type: made.type, user: given.data.user.id }, error: given.error };
    }, factorId);

  story(
    'a passkey is added, used at the next sign-in and removed, step by step',
    ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'DELETE /factors/{id}'],
    async (ann) => {
      const { client, page, email } = ann;
      // By default the client asks for a roaming key.
      await withKey(page, 'usb');
      const { user } = await join(ann);
      const enrolled = await client.ask((auth) => auth.mfa.webauthn.enroll({ friendlyName: 'This computer' }));
      const { id = '', type } = well(enrolled) ?? {};
      expect(type).toBe('webauthn');
      expect(well(await give(client, id))).toEqual({ type: 'create', user: user.id });
      expect(await client.heard()).toEqual(['MFA_CHALLENGE_VERIFIED']);
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      well(await enter(client, email));
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
      expect(well(await give(client, id))).toEqual({ type: 'request', user: user.id });
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
      const takeAway = await withKey(page);
      await join(ann);
      well(
        await client.ask((auth, given) => auth.mfa.webauthn.register(...given), [
          { friendlyName: 'This computer' },
          { authenticatorSelection: { authenticatorAttachment: 'platform' as const } },
        ] as const),
      );
      const listed = well(await client.ask((auth) => auth.mfa.listFactors()));
      const factorId = listed?.webauthn[0]?.id ?? '';
      well(await enter(client, email));
      const authenticate = () => client.ask((auth, factorId) => auth.mfa.webauthn.authenticate({ factorId }), factorId);
      well(await authenticate());
      expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

      well(await enter(client, email));
      await takeAway();
      await withKey(page);
      expect((await authenticate()).error).toMatchObject({ name: 'NotAllowedError' });
      expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    },
  );
});

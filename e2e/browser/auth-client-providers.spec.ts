import { createHash, randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { type ClientInPage, clientHere, clientIn, join, stories, well } from './auth-client.suite.ts';
import { onStageWithProvider } from './provider.suite.ts';

const provider = 'google' as const;
const { site, ours } = onStageWithProvider(provider);
const story = stories(site);
const storyWithCode = stories(site, 'pkce');

/** Somebody with an account at the provider. */
const known = () => {
  const sub = randomUUID();
  const claims = { sub, email: `${sub}@example.com`, email_verified: true, name: 'Cy Young' };
  ours().people.set(sub, claims);
  return claims;
};
/** Leads to the provider, where `sub` is at the keyboard, and back to a page that brings no client. */
const wish = (sub: string) => ({
  provider,
  options: { redirectTo: `${site.url}/about?back`, queryParams: { login_hint: sub } },
});
/** What the provider gave an app for somebody, as the client wants it. */
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
    'or with a code, that this browser exchanges',
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

  story('or with the reason why not', ['GET /authorize'], async ({ client, page }) => {
    await client.leave((auth, given) => auth.signInWithOAuth(given), wish('nobody'));
    await page.waitForURL('**/about?back*error=*');
    const refused = await clientHere(page);
    const again = await refused.ask((auth) => auth.initialize().then(({ error }) => ({ data: null, error })));
    expect(again.error).toMatchObject({ name: 'AuthImplicitGrantRedirectError', message: 'no' });
    expect(well(await refused.ask((auth) => auth.getSession())).session).toBeNull();
  });
});

story(
  'signInWithIdToken signs in with what the provider gave to an app',
  ['POST /token?grant_type=id_token'],
  async ({ client }) => {
    const { sub, email } = known();
    const given = await tokensOf(sub);
    const stolen = await client.ask((auth, given) => auth.signInWithIdToken(given), { ...given, nonce: 'another' });
    expect(stolen.error).toMatchObject({ status: 400, message: 'Nonces mismatch' });
    const { user, session } = well(await client.ask((auth, given) => auth.signInWithIdToken(given), given));
    expect([user?.email, session?.user.id]).toEqual([email, user?.id]);
    expect(await client.heard()).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  },
);

describe('a way to sign in', () => {
  storyWithCode(
    'is linked at the provider, signs in, and is unlinked',
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

  story('is linked by a token, once', ['POST /token?grant_type=id_token'], async (ann) => {
    const { client } = ann;
    const { user } = await join(ann);
    const given = await tokensOf(known().sub);
    const link = () =>
      client.ask(
        (auth, { provider, token, access_token, nonce }) => auth.linkIdentity({ provider, token, access_token, nonce }),
        given,
      );
    expect(well(await link()).user?.id).toBe(user.id);
    expect(await client.heard()).toEqual(['USER_UPDATED']);
    expect((await identitiesOf(client)).map((each) => each.provider)).toEqual(['email', provider]);
    expect((await link()).error).toMatchObject({ status: 422, code: 'identity_already_exists' });
  });
});

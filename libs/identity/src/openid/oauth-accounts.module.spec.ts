import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { originOf, untilCaughtUp } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { linkIn, mailedBy } from '../mails/mailed.suite.ts';
import type { LinkedIdentityEvents } from './linked-identity.ts';
import { facts, failure, startSignIns } from './oauth.suite.ts';

let oauth: Awaited<ReturnType<typeof startSignIns>>;
beforeAll(async () => {
  oauth = await startSignIns();
  oauth.auth.app.get(Projector).follow();
});
afterAll(() => oauth.stop());

const linksOf = async (identityId: string) =>
  (await oauth.auth.app.get(EventStore).read<LinkedIdentityEvents>(`linked-identity-${identityId}`)).map(
    ({ type, data, by }) => ({
      type,
      ...data,
      by: by.id,
    }),
  );
/** A user with a password; with `proved`, a mailed link has verified their address. */
const member = async (email = newEmail(), { proved = true } = {}) => {
  const client = oauth.newClient();
  const { data, error } = await client.signUp({ email, password, options: { data: person() } });
  if (error || !data.user) throw error ?? new Error('No user');
  if (proved) await prove(data.user.id);
  return { client, userId: data.user.id, email };
};
const prove = async (userId: string) => {
  const by = { id: userId, kind: 'user', role: 'client' } as const;
  const store = oauth.auth.app.get(EventStore);
  const pastEvents = await store.read(`user-${userId}`);
  await oauth.auth.app
    .get(Context)
    .run(originOf(by), () =>
      store.append(`user-${userId}`, pastEvents.length, [{ type: 'EmailVerified', data: { userId, method: 'mail' } }]),
    );
};

test('a first sign-in at a provider creates an account, and the next one uses it', async () => {
  const cy = oauth.newPerson();
  const { client, session, finalUrl } = await oauth.signIn({ sub: cy.sub, more: { role: 'vendor' } });
  expect(facts(finalUrl)).toEqual({ query: { code: expect.any(String) }, fragment: {} });
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
          iss: oauth.own.issuer,
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
    {
      type: 'IdentityLinked',
      userId,
      provider: 'own',
      subject: cy.sub,
      email: cy.email,
      method: 'sign-up',
      by: userId,
    },
  ]);
  expect((await oauth.auth.eventsOf(userId)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['UserRegistered', 'EmailVerified']),
  );
  await untilCaughtUp(oauth.auth.app);
  expect(await oauth.auth.app.get(IdentityQueries).me(userId)).toMatchObject({ role: 'vendor', emailVerified: true });

  oauth.own.people.set(cy.sub, { ...cy, name: 'Cyrus Young' });
  const secondSignIn = await oauth.signIn({ sub: cy.sub, more: { role: 'creator' } });
  expect(secondSignIn.session?.user.id).toBe(userId);
  expect(secondSignIn.session?.user.app_metadata.app_role).toBe('vendor');
  expect(secondSignIn.session?.user.identities?.[0]?.identity_data?.name).toBe('Cyrus Young');
  expect((await oauth.auth.client().signInWithPassword({ email: cy.email, password })).error?.code).toBe(
    'invalid_credentials',
  );
});

test('an identity is linked by address only if provider and account have both verified it', async () => {
  const provedMember = await member();
  const cy = oauth.newPerson({ email: provedMember.email.toUpperCase() });
  const firstSignIn = await oauth.signIn({ sub: cy.sub });
  expect(firstSignIn.session?.user.id).toBe(provedMember.userId);
  expect(firstSignIn.session?.user.identities?.map(({ provider }) => provider)).toEqual(['email', 'own']);
  expect(firstSignIn.session?.user.app_metadata.providers).toEqual(['email', 'own']);
  const identity = firstSignIn.session?.user.identities?.find(({ provider }) => provider === 'own');
  expect(await linksOf(identity?.identity_id ?? '')).toMatchObject([{ method: 'same-address' }]);
  // The password still signs in to the same account.
  expect((await oauth.auth.client().signInWithPassword({ email: provedMember.email, password })).data.user?.id).toBe(
    provedMember.userId,
  );
});

test('a mailed link proves the address of an account that was confirmed automatically', async () => {
  const { userId, email } = await member(newEmail(), { proved: false });
  const mailed = mailedBy(oauth.auth);
  await oauth.auth.client().signInWithOtp({ email });
  await mailed.follow(linkIn(await mailed.mail(email, 'magic-link')).verify);
  const cy = oauth.newPerson({ email });
  expect((await oauth.signIn({ sub: cy.sub })).session?.user.id).toBe(userId);
  const proofs = (await oauth.auth.eventsOf(userId)).filter(({ type }) => type === 'EmailVerified');
  expect(proofs.map(({ data }) => data)).toMatchObject([{ method: 'autoconfirm' }, { method: 'mail' }]);
});

test('an attacker who registered an address first does not get its owner’s identity linked', async () => {
  const emailExistsFor = (name: string) =>
    failure(
      'server_error',
      'email_exists',
      `An account with this email address already exists. Sign in to it first, then add ${name} in Settings.`,
    );
  const attacker = await member(newEmail(), { proved: false });
  const owner = oauth.newPerson({ email: attacker.email });
  const provedMember = await member();
  const unverifiedPerson = oauth.newPerson({ email: provedMember.email, email_verified: false });
  const untrusted = oauth.newPerson({ email: provedMember.email }, oauth.work);
  for (const [sub, provider] of [
    [owner.sub, 'own'],
    [unverifiedPerson.sub, 'own'],
    [untrusted.sub, 'work'],
  ] as const) {
    const finalUrl = await oauth.finalAddress({ sub, provider });
    expect(facts(finalUrl)).toEqual(emailExistsFor(provider));
  }
  for (const { userId } of [attacker, provedMember])
    expect(
      await oauth.auth.app.get(Database).query('select id from identity.identities where user_id = $1', [userId]),
    ).toEqual([]);
});

test('an address verified by a provider of this account counts as proof of ownership', async () => {
  const cy = oauth.newPerson();
  const first = await oauth.signIn({ sub: cy.sub });
  const otherPerson = oauth.newPerson({ email: cy.email });
  expect((await oauth.signIn({ sub: otherPerson.sub })).session?.user.id).toBe(first.session?.user.id);
});

test('a provider that is not trusted for addresses never verifies one', async () => {
  const victim = oauth.newPerson();
  const emailExists = failure(
    'server_error',
    'email_exists',
    'An account with this email address already exists. Sign in to it first, then add own in Settings.',
  );
  const ownerSignsIn = async () => facts(await oauth.finalAddress({ sub: victim.sub }));
  // Eve claims the victim's address here and at a provider that does not verify it, and links the two.
  const eve = await member(victim.email, { proved: false });
  const { data } = await eve.client.linkIdentity({
    provider: 'work' as 'google',
    token: await oauth.work.idToken({
      ...oauth.newPerson({ email: victim.email }, oauth.work),
      iat: 1,
      exp: 9_999_999_999,
    }),
  });
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'work']);
  expect(await ownerSignsIn()).toEqual(emailExists);

  // Or she signs up at that provider.
  const otherPerson = oauth.newPerson();
  const mallory = oauth.newPerson({ email: otherPerson.email }, oauth.work);
  expect((await oauth.signIn({ sub: mallory.sub, provider: 'work' })).session?.user.email).toBe(otherPerson.email);
  expect(facts(await oauth.finalAddress({ sub: otherPerson.sub }))).toEqual(emailExists);
});

test('an interrupted sign-up at a provider is completed the next time', async () => {
  const cy = oauth.newPerson();
  const { session } = await oauth.signIn({ sub: cy.sub });
  await oauth.auth.app.get(Database).query('delete from identity.identities where user_id = $1', [session?.user.id]);
  expect((await oauth.signIn({ sub: cy.sub })).session?.user.id).toBe(session?.user.id);
});

test('a provider’s missing or unverified address is refused or left unverified', async () => {
  const withoutAddress = oauth.newPerson({ email: undefined, email_verified: undefined });
  expect(facts(await oauth.finalAddress({ sub: withoutAddress.sub }))).toEqual(
    failure('server_error', 'email_address_not_provided', 'own did not return an email address'),
  );
  const invalidAddress = oauth.newPerson({ email: 'no address', name: undefined, given_name: undefined });
  const finalUrl = await oauth.finalAddress({ sub: invalidAddress.sub });
  expect(facts(finalUrl).query.error_code).toBe('email_address_not_provided');
  const personWithShortNames = oauth.newPerson({
    name: 'X',
    given_name: 'X',
    family_name: '',
    email: `li-${randomUUID()}@example.com`,
  });
  expect((await oauth.signIn({ sub: personWithShortNames.sub })).session?.user.user_metadata).toMatchObject({
    last_name: 'Member',
  });
});

test('a suspended user cannot sign in at a provider', async () => {
  const cy = oauth.newPerson();
  const { session } = await oauth.signIn({ sub: cy.sub });
  await oauth.auth.app
    .get(Database)
    .query('update identity.credentials set suspended_at = now() where user_id = $1', [session?.user.id]);
  const banned = failure('access_denied', 'user_banned', 'User is banned');
  expect(facts(await oauth.finalAddress({ sub: cy.sub }))).toEqual(banned);
  // An identity that would be linked because of its address is not linked either.
  const { sub: otherSub } = oauth.newPerson({ email: cy.email });
  expect(facts(await oauth.finalAddress({ sub: otherSub }))).toEqual(banned);
  const identities = await oauth.auth.app
    .get(Database)
    .query('select from identity.identities where user_id = $1', [session?.user.id]);
  expect(identities).toHaveLength(1);
});

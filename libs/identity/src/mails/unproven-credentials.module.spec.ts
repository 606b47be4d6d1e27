import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GoTrueClient } from '@supabase/auth-js';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { appCode } from '../factors/authenticator.suite.ts';
import { startProviders } from '../openid/providers.suite.ts';
import { codeIn, linkIn, mailedBy } from './mailed.suite.ts';

type Providers = Awaited<ReturnType<typeof startProviders>>;
let ownProvider: Providers['own'];
let work: Providers['work'];
let auth: Providers['auth'] & ReturnType<typeof mailedBy>;
let idTokenAt: Providers['idTokenAt'];
let stop: () => Promise<void>;
beforeAll(async () => {
  const startedApp = await startProviders({ settings: { AUTH_AUTOCONFIRM: 'false' } });
  ({ own: ownProvider, work, idTokenAt, stop } = startedApp);
  auth = { ...startedApp.auth, ...mailedBy(startedApp.auth) };
});
afterAll(() => stop());

/** An attacker who signed up with another person's address and has opened no mail. */
const attackerWithOwnersAddress = async () => {
  const [client, email] = [auth.client(), newEmail()];
  const { data, error } = await client.signUp({ email, password, options: { data: person() } });
  if (error) throw error;
  return { client, email, id: data.user?.id ?? '' };
};
/** The address's owner signs in with a code from a mail. */
const ownerOf = async (email: string): Promise<GoTrueClient> => {
  const client = auth.client();
  await client.signInWithOtp({ email });
  const token = codeIn(await auth.mail(email, 'magic-link'));
  const { error } = await client.verifyOtp({ type: 'email', email, token });
  if (error) throw error;
  return client;
};
const tokenOf = (provider: typeof ownProvider, sub: string, email: string) => idTokenAt(provider, { sub, email });
const providersOf = async (client: GoTrueClient) =>
  (await client.getUserIdentities()).data?.identities.map(({ provider }) => provider);
const signInAt = async (name: string, token: string) =>
  (await auth.client().signInWithIdToken({ provider: name as 'google', token })).data.user?.id;

test('an identity that the attacker linked can no longer sign in', async () => {
  const { client, email, id } = await attackerWithOwnersAddress();
  const cy = randomUUID();
  const token = await tokenOf(ownProvider, cy, newEmail());
  expect((await client.linkIdentity({ provider: 'own' as 'google', token })).error).toBeNull();
  const owner = await ownerOf(email);
  expect(await providersOf(owner)).toEqual(['email']);
  expect(await signInAt('own', await tokenOf(ownProvider, cy, newEmail()))).not.toBe(id);
});

test('an identity whose untrusted provider reports the owner’s address can no longer sign in either', async () => {
  const [email, cy] = [newEmail(), randomUUID()];
  const id = await signInAt('work', await tokenOf(work, cy, email));
  const owner = await ownerOf(email);
  expect((await owner.getUser()).data.user?.id).toBe(id);
  expect(await providersOf(owner)).toEqual(['email']);
  expect((await owner.updateUser({ password: 'Marigold9' })).error).toBeNull();
  expect(await signInAt('work', await tokenOf(work, cy, email))).toBeUndefined();
});

test('an identity whose trusted provider verified this address stays linked', async () => {
  const { client, email, id } = await attackerWithOwnersAddress();
  const cy = randomUUID();
  const token = await tokenOf(ownProvider, cy, email);
  expect((await client.linkIdentity({ provider: 'own' as 'google', token })).error).toBeNull();
  expect(await providersOf(await ownerOf(email))).toEqual(['email', 'own']);
  expect(await signInAt('own', await tokenOf(ownProvider, cy, email))).toBe(id);
});

test('an attacker’s second factor does not lock out the owner', async () => {
  const { client, email } = await attackerWithOwnersAddress();
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const code = appCode(data?.type === 'totp' ? data.totp.secret : '', auth.clock.now());
  expect((await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull();
  const owner = await ownerOf(email);
  expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
  expect((await owner.updateUser({ password: 'Marigold9' })).error).toBeNull();
});

test('an address change that the attacker requested is withdrawn', async () => {
  const { client, email } = await attackerWithOwnersAddress();
  const newAddress = newEmail();
  expect((await client.updateUser({ email: newAddress })).error).toBeNull();
  const mail = await auth.mail(newAddress, 'email-change-new');
  const owner = await ownerOf(email);
  expect((await auth.follow(linkIn(mail).verify)).hash).toContain('otp_expired');
  expect((await owner.getUser()).data.user).toMatchObject({ email });
  expect((await owner.getUser()).data.user?.new_email).toBeUndefined();
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { ChangeUserRole, ReinstateUser, RemoveLostFactors, SuspendUser } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Reactor } from '#platform/reactions';
import { originOf } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { appCode } from '../factors/authenticator.suite.ts';
import type { LinkedIdentityEvents } from '../openid/linked-identity.ts';
import { startProviders } from '../openid/providers.suite.ts';
import { mailedBy } from './mailed.suite.ts';

type Providers = Awaited<ReturnType<typeof startProviders>>;
let providers: Providers;
let auth: Providers['auth'] & ReturnType<typeof mailedBy>;
beforeAll(async () => {
  providers = await startProviders();
  auth = { ...providers.auth, ...mailedBy(providers.auth) };
});
afterAll(() => providers.stop());

const member = async () => {
  const [email, client] = [newEmail(), auth.client()];
  await client.signUp({ email, password, options: { data: person() } });
  return { email, client };
};
const credentials = async (email = newEmail()) => ({
  provider: 'own' as 'google',
  token: await providers.idTokenAt(providers.own, { email }),
});

test('adding or removing a second factor sends a warning', async () => {
  const { email, client } = await member();
  const enrolment = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolment.error) throw enrolment.error;
  const { id: factorId, totp } = enrolment.data;
  expect(
    (await client.mfa.challengeAndVerify({ factorId, code: appCode(totp.secret, auth.clock.now()) })).error,
  ).toBeNull();
  const addedMail = await auth.mail(email, 'factor-added');
  expect(addedMail.text).toContain('a code from an authenticator app was added to your Festoon account.');
  expect(addedMail.text).toContain('/reset-password');

  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await auth.mail(email, 'factor-removed')).text).toContain('no longer be asked for it');
  await client.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect(await auth.mails(email, 'factor-added')).toHaveLength(1);
});

test('a person whose account staff change gets an email with the reason', async () => {
  const { email, client } = await member();
  const enrolment = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolment.error) throw enrolment.error;
  const { id: factorId, totp } = enrolment.data;
  await client.mfa.challengeAndVerify({ factorId, code: appCode(totp.secret, auth.clock.now()) });
  const by = { id: randomUUID(), kind: 'staff', role: 'admin' } as const;
  const send = (command: ICommand) =>
    auth.app.get(Context).run(originOf(by), () => auth.app.get(CommandBus).execute(command));
  await send(new RemoveLostFactors(email, 'the phone is lost'));
  await send(new ChangeUserRole(email, 'vendor', 'chose the wrong one'));
  await send(new SuspendUser(email, 'sent advertising'));
  await send(new ReinstateUser(email, 'it was another account'));
  const texts = await Promise.all(
    ['factor-removed', 'role-changed', 'suspended', 'reinstated'].map(
      async (kind) => (await auth.mail(email, kind)).text,
    ),
  );
  expect(texts.map((text) => /^Reason: (.*)$/m.exec(text)?.[1])).toEqual([
    'the phone is lost',
    'chose the wrong one',
    'sent advertising',
    'it was another account',
  ]);
  expect(texts[1]).toContain('You are now a vendor');
  for (const command of [new SuspendUser(email, `mail to ${email}`), new ChangeUserRole(email, 'client', email)])
    await expect(send(command)).rejects.toMatchObject({ code: 'person-reason-personal' });
});

test('linking or unlinking an identity sends a warning', async () => {
  const { email, client } = await member();
  const linkResult = await client.linkIdentity(await credentials());
  expect(linkResult.error).toBeNull();
  expect((await auth.mail(email, 'identity-linked')).text).toContain('an account at Own was added as a way to sign in');

  const identities = (await client.getUserIdentities()).data?.identities ?? [];
  for (const identity of identities.filter(({ provider }) => provider === 'own')) await client.unlinkIdentity(identity);
  expect((await auth.mail(email, 'identity-unlinked')).text).toContain('your account at Own was removed');
});

test('the warning about an unlinked email identity does not call it a provider account', async () => {
  const { email, client } = await member();
  await client.linkIdentity(await credentials(email));
  const [byMail] = ((await client.getUserIdentities()).data?.identities ?? []).filter(
    (each) => each.provider === 'email',
  );
  if (!byMail) throw new Error('There is no email identity');
  expect((await client.unlinkIdentity(byMail)).error).toBeNull();
  expect((await auth.mail(email, 'identity-unlinked')).text).toContain(
    'your email address was removed as a way to sign in to Festoon.',
  );
});

test('signing up at a provider sends no warning', async () => {
  const email = newEmail();
  const { data, error } = await auth.client().signInWithIdToken(await credentials(email));
  expect(error).toBeNull();
  const [identity] = data.user?.identities ?? [];
  const store = auth.app.get(EventStore);
  const events = await store.read<LinkedIdentityEvents>(`linked-identity-${identity?.identity_id}`);
  expect(events.map(({ type }) => type)).toEqual(['IdentityLinked']);
  for (const event of events) expect(await auth.app.get(Reactor).waitForReactions(event, 20_000)).toBe(true);
  expect(await auth.mailbox.mails(email)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { appCode } from '#identity/testing';
import { EventStore } from '#platform/event-store';
import { password } from './api.suite.ts';
import { errorOf, noSession, startClients } from './auth-client.suite.ts';

let auth: Awaited<ReturnType<typeof startClients>>;
beforeAll(async () => {
  auth = await startClients({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => auth.stop());

type Member = Awaited<ReturnType<typeof auth.member>>;
type Factor = { readonly id: string; readonly totp: { readonly secret: string } };
const enrol = async ({ client }: Pick<Member, 'client'>, friendlyName = 'Phone') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return data;
};
/** The next unused code: each code is accepted once. */
const codeOf = ({ totp: { secret } }: Factor) => {
  auth.pass(30_000);
  return appCode(secret, auth.clock.now());
};
const memberWithFactor = async () => {
  const member = await auth.member();
  const factor = await enrol(member);
  const { error } = await member.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor) });
  if (error) throw error;
  return { ...member, factor };
};
const levelOf = async ({ client }: Pick<Member, 'client'>) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  return [
    data?.currentLevel,
    data?.nextLevel,
    data?.currentAuthenticationMethods.map((each) => (typeof each === 'string' ? each : each.method)),
  ];
};

test('enroll, challenge, verify and listFactors add a factor, raise the assurance level and emit the events', async () => {
  const member = await auth.member();
  const { client, received } = member;
  expect(await levelOf(member)).toEqual(['aal1', 'aal1', ['password']]);
  const factor = await enrol(member);
  expect(factor).toMatchObject({
    type: 'totp',
    friendly_name: 'Phone',
    totp: {
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg /),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\//),
    },
  });
  expect((await client.mfa.listFactors()).data).toMatchObject({
    all: [{ id: factor.id, status: 'unverified' }],
    totp: [],
    phone: [],
    webauthn: [],
  });
  const { data: challenge } = await client.mfa.challenge({ factorId: factor.id });
  expect(challenge).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
  const challengeIds = { factorId: factor.id, challengeId: challenge?.id ?? '' };
  const { data, error } = await client.mfa.verify({ ...challengeIds, code: codeOf(factor) });
  expect(error).toBeNull();
  expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: member.id } });
  const { data: keptData } = await client.getSession();
  expect([keptData.session?.access_token, keptData.session?.refresh_token]).toEqual([
    data?.access_token,
    data?.refresh_token,
  ]);
  expect(await levelOf(member)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factor.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);
  expect((await client.refreshSession()).error).toBeNull();
  expect(await levelOf(member)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
});

test('challengeAndVerify gives the factor at the next sign-in', async () => {
  const { email, factor } = await memberWithFactor();
  const aal1Member = auth.newClient();
  await aal1Member.client.signInWithPassword({ email, password });
  expect(await levelOf(aal1Member)).toEqual(['aal1', 'aal2', ['password']]);
  const verification = await aal1Member.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor) });
  expect([verification.error, await levelOf(aal1Member)]).toEqual([null, ['aal2', 'aal2', ['totp', 'password']]]);
  const { error } = await aal1Member.client.updateUser({ password: 'Marigold9', current_password: password });
  expect(error).toBeNull();
});

test('a code from a different network than its challenge is accepted, and this is recorded', async () => {
  const { client, session, id } = await auth.member();
  const factor = await enrol({ client });
  const send = (path: string, from: string, body: object) =>
    auth.site.request('POST', `/auth/v1/factors/${factor.id}/${path}`, {
      by: { token: session.access_token },
      body,
      headers: { 'x-forwarded-for': from },
    });
  const { body: challenge } = await send('challenge', '203.0.113.7', {});
  const verifyResponse = await send('verify', '198.51.100.9', { challenge_id: challenge.id, code: codeOf(factor) });
  expect([verifyResponse.status, verifyResponse.body.user?.id]).toEqual([200, id]);
  const events = await auth.site.api.get(EventStore).read(`factor-${factor.id}`);
  expect(events.map(({ type, data }) => [type, (data as { sameAddress?: boolean }).sameAddress])).toEqual([
    ['FactorAdded', undefined],
    ['FactorVerified', false],
  ]);
});

test('unenroll lowers the assurance level of the session', async () => {
  const member = await memberWithFactor();
  const { client, factor } = member;
  expect(await client.mfa.unenroll({ factorId: factor.id })).toEqual({ data: { id: factor.id }, error: null });
  await client.refreshSession();
  expect(await levelOf(member)).toEqual(['aal1', 'aal1', ['password']]);
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

test('without a session, listFactors fails and there is no assurance level', async () => {
  const { client } = auth.newClient();
  expect(errorOf(await client.mfa.listFactors())).toEqual(noSession);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toEqual({
    currentLevel: null,
    nextLevel: null,
    currentAuthenticationMethods: [],
  });
});

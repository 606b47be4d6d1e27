import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Sessions } from '#identity';
import { appCode } from './authenticator.suite.ts';
import { enrol, sessionOf, startFactors, tokenOf } from './factors.suite.ts';

let auth: Awaited<ReturnType<typeof startFactors>>;
beforeAll(async () => {
  auth = await startFactors();
});
afterAll(() => auth.stop());

const wrongCode = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' } };

test('a correct code raises the session to aal2 and is reported to the client', async () => {
  const { client, email } = await auth.member();
  const sessionBefore = await sessionOf(client);
  const [other, third] = [await auth.signInWithPassword(email), await auth.signInWithPassword(email)];
  const factor = await enrol(client);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
  const challenge = await client.mfa.challenge({ factorId: factor.id });
  expect(challenge.data).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
  expect((challenge.data?.expires_at ?? 0) - auth.clock.now().getTime() / 1000).toBeCloseTo(300, -1);

  const authEvents: string[] = [];
  client.onAuthStateChange((event) => void authEvents.push(event));
  const { data, error } = await client.mfa.verify({
    factorId: factor.id,
    challengeId: challenge.data?.id ?? '',
    code: auth.code(factor),
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(authEvents).toContain('MFA_CHALLENGE_VERIFIED');
  const claims = decodeJwt(data?.access_token ?? '');
  expect([claims.aal, claims.amr]).toEqual([
    'aal2',
    [
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ],
  ]);
  expect(claims.session_id).toBe(decodeJwt(sessionBefore.access_token).session_id);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
  const { data: factors } = await client.mfa.listFactors();
  expect(factors?.totp).toMatchObject([
    { id: factor.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect(JSON.stringify(factors)).not.toContain(factor.secret);

  // The aal1 sessions have ended, and this session's previous refresh token is no longer valid.
  for (const endedClient of [other, third])
    expect((await endedClient.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await auth.refresh(sessionBefore.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_already_used' },
  });
  const renewed = await client.refreshSession();
  expect(decodeJwt(renewed.data.session?.access_token ?? '').aal).toBe('aal2');

  const userId = sessionBefore.user.id;
  const sessionId = claims.session_id;
  expect(await auth.factorEvents(factor.id)).toEqual([
    { type: 'FactorAdded', userId, kind: 'totp', name: 'Phone' },
    { type: 'FactorVerified', userId, sessionId, sameAddress: true },
  ]);
  const revocationEvent = (await auth.eventsOf(userId)).at(-1);
  const endedIds = [expect.any(String), expect.any(String)];
  expect(revocationEvent).toMatchObject({
    type: 'SessionsRevoked',
    data: { reason: 'second-factor-given', sessionIds: endedIds },
  });
});

test('the next sign-in is aal1 until a code is given, and a code is accepted once', async () => {
  const { email, factor } = await auth.memberWithFactor();
  const client = await auth.signInWithPassword(email);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const token = await tokenOf(client);
  const caller = await auth.app.get(Sessions).caller(token);
  expect(caller).toMatchObject({ aal: 'aal1', awaitsSecondFactor: true });
  const usedCode = auth.code(factor);
  const first = await auth.verify(token, factor.id, {
    challenge_id: await auth.challenge(token, factor),
    code: usedCode,
  });
  expect(first.status).toBe(200);
  expect(await auth.app.get(Sessions).caller(first.body.access_token)).toMatchObject({
    aal: 'aal2',
    awaitsSecondFactor: false,
  });
  // An attacker saw the code and uses it in the same 30-second step, with a new challenge.
  const attacker = await tokenOf(await auth.signInWithPassword(email));
  for (const replayed of [usedCode, appCode(factor.secret, auth.clock.now(), -1)])
    expect(
      await auth.verify(attacker, factor.id, { challenge_id: await auth.challenge(attacker, factor), code: replayed }),
    ).toMatchObject(wrongCode);
  const nextStepProof = { challenge_id: await auth.challenge(attacker, factor), code: auth.code(factor) };
  expect((await auth.verify(attacker, factor.id, nextStepProof)).status).toBe(200);
});

test('a code that is sent twice concurrently is accepted once', async () => {
  const { email, factor } = await auth.memberWithFactor();
  const token = await tokenOf(await auth.signInWithPassword(email));
  const challenges = await Promise.all(Array.from({ length: 5 }, () => auth.challenge(token, factor)));
  const usedCode = auth.code(factor);
  const responses = await Promise.all(
    challenges.map((challenge_id) => auth.verify(token, factor.id, { challenge_id, code: usedCode })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
});

test('a code is accepted one step early or late, but not two', async () => {
  const { client, factor } = await auth.memberWithFactor();
  const token = await tokenOf(client);
  auth.clock.pass(300_000);
  auth.clock.stop();
  for (const [steps, status] of [
    [-2, 422],
    [2, 422],
    [-1, 200],
    [1, 200],
  ] as const) {
    const body = {
      challenge_id: await auth.challenge(token, factor),
      code: appCode(factor.secret, auth.clock.now(), steps),
    };
    expect([steps, (await auth.verify(token, factor.id, body)).status]).toEqual([steps, status]);
  }
  auth.clock.start();
});

test('a challenge belongs to one factor, can be used once and expires after five minutes', async () => {
  const [ann, eve] = [await auth.memberWithFactor(), await auth.memberWithFactor()];
  const [annToken, eveToken] = [await tokenOf(ann.client), await tokenOf(eve.client)];
  const unknownChallenge = {
    status: 422,
    body: { code: 'mfa_factor_not_found', message: 'MFA factor with the provided challenge ID not found' },
  };
  const annChallenge = await auth.challenge(annToken, ann.factor);
  for (const challenge_id of [annChallenge, randomUUID()])
    expect(await auth.verify(eveToken, eve.factor.id, { challenge_id, code: auth.code(eve.factor) })).toMatchObject(
      unknownChallenge,
    );

  const body = { challenge_id: annChallenge, code: auth.code(ann.factor) };
  expect((await auth.verify(annToken, ann.factor.id, body)).status).toBe(200);
  const secondUse = { ...body, code: auth.code(ann.factor) };
  expect(await auth.verify(annToken, ann.factor.id, secondUse)).toMatchObject(unknownChallenge);

  const lateChallengeId = await auth.challenge(annToken, ann.factor);
  auth.clock.pass(300_000);
  expect(
    await auth.verify(annToken, ann.factor.id, { challenge_id: lateChallengeId, code: auth.code(ann.factor) }),
  ).toMatchObject({
    status: 422,
    body: {
      code: 'mfa_challenge_expired',
      message: `MFA challenge ${lateChallengeId} has expired, verify against another challenge or create a new challenge.`,
    },
  });
  expect(
    await auth.verify(annToken, ann.factor.id, { challenge_id: lateChallengeId, code: auth.code(ann.factor) }),
  ).toMatchObject(unknownChallenge);
});

test('after five wrong codes the factor is blocked for one minute, then two, then four', async () => {
  const { email, factor } = await auth.memberWithFactor();
  const token = await tokenOf(await auth.signInWithPassword(email));
  const guess = async (guessed: string) =>
    auth.verify(token, factor.id, { challenge_id: await auth.challenge(token, factor), code: guessed });
  const secondsToWait = async () => {
    const response = await guess(auth.code(factor));
    expect([response.status, response.body]).toEqual([
      429,
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    ]);
    return Number(response.headers.get('retry-after'));
  };
  const wrongCodeNow = () => (appCode(factor.secret, auth.clock.now()) === '000000' ? '111111' : '000000');
  auth.clock.stop();
  for (let i = 0; i < 5; i++) expect(await guess(wrongCodeNow())).toMatchObject(wrongCode);
  expect(await secondsToWait()).toBe(30);
  auth.clock.pass(31_000);
  expect(await guess(wrongCodeNow())).toMatchObject(wrongCode);
  expect(await secondsToWait()).toBe(90);
  auth.clock.pass(91_000);
  expect((await guess(auth.code(factor))).status).toBe(200);
  expect(await guess(wrongCodeNow())).toMatchObject(wrongCode);
  expect((await guess(auth.code(factor))).status).toBe(200);
  auth.clock.start();
  const types = (await auth.factorEvents(factor.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'FactorBlocked')).toHaveLength(2);
});

test('an empty code and an invalid challenge id are refused', async () => {
  const { client, factor } = await auth.memberWithFactor();
  const token = await tokenOf(client);
  const emptyCode = { code: 'validation_failed', message: 'Code needs to be non-empty' };
  for (const body of [{ challenge_id: randomUUID() }, { challenge_id: randomUUID(), code: '' }])
    expect((await auth.verify(token, factor.id, body)).body).toEqual(emptyCode);
  for (const body of [{ code: '123456' }, { challenge_id: 'x', code: '123456' }])
    expect((await auth.verify(token, factor.id, body)).body).toEqual({
      code: 'validation_failed',
      message: 'challenge_id must be an UUID',
    });
});

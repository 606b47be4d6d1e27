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

const wrong = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' } };

test('a correct code raises the session to aal2 and is reported to the client', async () => {
  const { client, email } = await auth.member();
  const before = await sessionOf(client);
  const [other, third] = [await auth.weak(email), await auth.weak(email)];
  const factor = await enrol(client);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
  const challenged = await client.mfa.challenge({ factorId: factor.id });
  expect(challenged.data).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
  expect((challenged.data?.expires_at ?? 0) - auth.clock.now().getTime() / 1000).toBeCloseTo(300, -1);

  const authEvents: string[] = [];
  client.onAuthStateChange((event) => void authEvents.push(event));
  const { data, error } = await client.mfa.verify({
    factorId: factor.id,
    challengeId: challenged.data?.id ?? '',
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
  expect(claims.session_id).toBe(decodeJwt(before.access_token).session_id);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
  const { data: listed } = await client.mfa.listFactors();
  expect(listed?.totp).toMatchObject([
    { id: factor.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect(JSON.stringify(listed)).not.toContain(factor.secret);

  // The aal1 sessions have ended, and this session's previous refresh token is no longer valid.
  for (const ended of [other, third]) expect((await ended.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await auth.refresh(before.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_already_used' },
  });
  const renewed = await client.refreshSession();
  expect(decodeJwt(renewed.data.session?.access_token ?? '').aal).toBe('aal2');

  const userId = before.user.id;
  const sessionId = claims.session_id;
  expect(await auth.factorEvents(factor.id)).toEqual([
    { type: 'FactorAdded', userId, kind: 'totp', name: 'Phone' },
    { type: 'FactorVerified', userId, sessionId, sameAddress: true },
  ]);
  const revoked = (await auth.eventsOf(userId)).at(-1);
  const endedIds = [expect.any(String), expect.any(String)];
  expect(revoked).toMatchObject({
    type: 'SessionsRevoked',
    data: { reason: 'second-factor-given', sessionIds: endedIds },
  });
});

test('the next sign-in is aal1 until a code is given, and a code is accepted once', async () => {
  const { email, factor } = await auth.strong();
  const client = await auth.weak(email);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const token = await tokenOf(client);
  const caller = await auth.app.get(Sessions).caller(token);
  expect(caller).toMatchObject({ aal: 'aal1', awaitsSecondFactor: true });
  const given = auth.code(factor);
  const first = await auth.verify(token, factor.id, { challenge_id: await auth.challenge(token, factor), code: given });
  expect(first.status).toBe(200);
  expect(await auth.app.get(Sessions).caller(first.body.access_token)).toMatchObject({
    aal: 'aal2',
    awaitsSecondFactor: false,
  });
  // An attacker saw the code and uses it in the same 30-second step, with a new challenge.
  const attacker = await tokenOf(await auth.weak(email));
  for (const replayed of [given, appCode(factor.secret, auth.clock.now(), -1)])
    expect(
      await auth.verify(attacker, factor.id, { challenge_id: await auth.challenge(attacker, factor), code: replayed }),
    ).toMatchObject(wrong);
  const later = { challenge_id: await auth.challenge(attacker, factor), code: auth.code(factor) };
  expect((await auth.verify(attacker, factor.id, later)).status).toBe(200);
});

test('a code that is sent twice concurrently is accepted once', async () => {
  const { email, factor } = await auth.strong();
  const token = await tokenOf(await auth.weak(email));
  const challenges = await Promise.all(Array.from({ length: 5 }, () => auth.challenge(token, factor)));
  const given = auth.code(factor);
  const responses = await Promise.all(
    challenges.map((challenge_id) => auth.verify(token, factor.id, { challenge_id, code: given })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
});

test('a code is accepted one step early or late, but not two', async () => {
  const { client, factor } = await auth.strong();
  const token = await tokenOf(client);
  auth.clock.pass(300_000);
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
});

test('a challenge belongs to one factor, can be used once and expires after five minutes', async () => {
  const [ann, eve] = [await auth.strong(), await auth.strong()];
  const [annToken, eveToken] = [await tokenOf(ann.client), await tokenOf(eve.client)];
  const unknown = {
    status: 422,
    body: { code: 'mfa_factor_not_found', message: 'MFA factor with the provided challenge ID not found' },
  };
  const annChallenge = await auth.challenge(annToken, ann.factor);
  for (const challenge_id of [annChallenge, randomUUID()])
    expect(await auth.verify(eveToken, eve.factor.id, { challenge_id, code: auth.code(eve.factor) })).toMatchObject(
      unknown,
    );

  const body = { challenge_id: annChallenge, code: auth.code(ann.factor) };
  expect((await auth.verify(annToken, ann.factor.id, body)).status).toBe(200);
  const again = { ...body, code: auth.code(ann.factor) };
  expect(await auth.verify(annToken, ann.factor.id, again)).toMatchObject(unknown);

  const late = await auth.challenge(annToken, ann.factor);
  auth.clock.pass(300_000);
  expect(await auth.verify(annToken, ann.factor.id, { challenge_id: late, code: auth.code(ann.factor) })).toMatchObject(
    {
      status: 422,
      body: {
        code: 'mfa_challenge_expired',
        message: `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
      },
    },
  );
  expect(await auth.verify(annToken, ann.factor.id, { challenge_id: late, code: auth.code(ann.factor) })).toMatchObject(
    unknown,
  );
});

test('after five wrong codes the factor is blocked for one minute, then two, then four', async () => {
  const { email, factor } = await auth.strong();
  const token = await tokenOf(await auth.weak(email));
  const guess = async (guessed: string) =>
    auth.verify(token, factor.id, { challenge_id: await auth.challenge(token, factor), code: guessed });
  const wait = async () => {
    const response = await guess(auth.code(factor));
    expect([response.status, response.body]).toEqual([
      429,
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    ]);
    return Number(response.headers.get('retry-after'));
  };
  const never = () => (appCode(factor.secret, auth.clock.now()) === '000000' ? '111111' : '000000');
  for (let i = 0; i < 5; i++) expect(await guess(never())).toMatchObject(wrong);
  expect(await wait()).toBe(30);
  auth.clock.pass(31_000);
  expect(await guess(never())).toMatchObject(wrong);
  expect(await wait()).toBe(90);
  auth.clock.pass(91_000);
  expect((await guess(auth.code(factor))).status).toBe(200);
  expect(await guess(never())).toMatchObject(wrong);
  expect((await guess(auth.code(factor))).status).toBe(200);
  const types = (await auth.factorEvents(factor.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'FactorBlocked')).toHaveLength(2);
});

test('an empty code and an invalid challenge id are refused', async () => {
  const { client, factor } = await auth.strong();
  const token = await tokenOf(client);
  const empty = { code: 'validation_failed', message: 'Code needs to be non-empty' };
  for (const body of [{ challenge_id: randomUUID() }, { challenge_id: randomUUID(), code: '' }])
    expect((await auth.verify(token, factor.id, body)).body).toEqual(empty);
  for (const body of [{ code: '123456' }, { challenge_id: 'x', code: '123456' }])
    expect((await auth.verify(token, factor.id, body)).body).toEqual({
      code: 'validation_failed',
      message: 'challenge_id must be an UUID',
    });
});

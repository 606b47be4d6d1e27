import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { Sessions } from '#identity';
import { Database, EventStore } from '#platform';
import { newEmail, password, person, type RefusedCall, startAuthApp } from '../auth-app.suite.ts';
import type { UserEvents } from '../user.ts';
import { appCode } from './authenticator.suite.ts';
import type { FactorEvents } from './factor.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  auth.app.get(Database).query<Row & Record<string, unknown>>(sql, values);
const sessionOf = async (client: GoTrueClient): Promise<Session> => {
  const { data } = await client.getSession();
  if (!data.session) throw new Error('No session');
  return data.session;
};
const tokenOf = async (client: GoTrueClient) => (await sessionOf(client)).access_token;
const signedUp = async (email = newEmail()) => {
  const client = auth.client();
  await client.signUp({ email, password, options: { data: person() } });
  return { client, email };
};
const enrol = async (client: GoTrueClient, friendlyName = 'Phone') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
};
type Factor = Awaited<ReturnType<typeof enrol>>;
/** The next code there is: each step is taken once. */
const code = ({ secret }: Pick<Factor, 'secret'>) => {
  auth.clock.pass(30_000);
  return appCode(secret, auth.clock.now());
};
const give = (client: GoTrueClient, factor: Factor) =>
  client.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor) });
const strong = async () => {
  const { client, email } = await signedUp();
  const factor = await enrol(client);
  const { error } = await give(client, factor);
  if (error) throw error;
  return { client, email, factor };
};
const signIn = async (email: string) => {
  const client = auth.client();
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
};
const challenge = async (token: string, { id }: Pick<Factor, 'id'>): Promise<string> =>
  (await auth.call('POST', `/factors/${id}/challenge`, { token, body: { factorId: id } })).body.id;
const verify = (token: string, factorId: string, body: object) =>
  auth.call('POST', `/factors/${factorId}/verify`, { token, body });
const wrong = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' } };
const eventsOf = async (factorId: string) =>
  (await auth.app.get(EventStore).read<FactorEvents>(`factor-${factorId}`)).map(({ type, data }) => ({
    type,
    ...data,
  }));

test('an authenticator app is enrolled with a secret, an address and a picture of it', async () => {
  const { client, email } = await signedUp();
  const { id, totp } = await enrol(client);
  const host = new URL(auth.url).host.replace('127.0.0.1', 'localhost');
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totp.uri).toBe(
    `otpauth://totp/${encodeURIComponent(host)}:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=${encodeURIComponent(host)}&period=30&secret=${totp.secret}`,
  );
  // The client puts it behind a prefix as it is: in an address # and % mean something else.
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
  const raw = await auth.call('POST', '/factors', {
    token: await tokenOf(client),
    body: { factor_type: 'totp', issuer: 'Festoon', friendly_name: 'Other' },
  });
  expect([raw.status, raw.body.type, raw.body.friendly_name]).toEqual([200, 'totp', 'Other']);
  expect(raw.body.totp.qr_code).toMatch(/^<svg /);
  expect(raw.body.totp.uri).toContain('otpauth://totp/Festoon:');

  const listed = await client.mfa.listFactors();
  expect(listed.data?.all.map((each) => [each.id, each.status])).toEqual([
    [id, 'unverified'],
    [raw.body.id, 'unverified'],
  ]);
  expect(listed.data?.totp).toEqual([]);
  const [row] = await query<{ secret: Buffer }>('select secret from identity.factors where id = $1', [id]);
  expect(row?.secret.toString('latin1')).not.toContain(totp.secret);
});

test('a right code makes the session stronger, and tells so everywhere', async () => {
  const { client, email } = await signedUp();
  const before = await sessionOf(client);
  const [other, elsewhere] = [await signIn(email), await signIn(email)];
  const factor = await enrol(client);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
  const asked = await client.mfa.challenge({ factorId: factor.id });
  expect(asked.data).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
  expect((asked.data?.expires_at ?? 0) - auth.clock.now().getTime() / 1000).toBeCloseTo(300, -1);

  const heard: string[] = [];
  client.onAuthStateChange((event) => void heard.push(event));
  const { data, error } = await client.mfa.verify({
    factorId: factor.id,
    challengeId: asked.data?.id ?? '',
    code: code(factor),
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(heard).toContain('MFA_CHALLENGE_VERIFIED');
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

  // Sessions without it have ended, and this one's older refresh token is worth nothing.
  for (const gone of [other, elsewhere]) expect((await gone.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await auth.refresh(before.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_already_used' },
  });
  const renewed = await client.refreshSession();
  expect(decodeJwt(renewed.data.session?.access_token ?? '').aal).toBe('aal2');

  const userId = before.user.id;
  const sessionId = claims.session_id;
  expect(await eventsOf(factor.id)).toEqual([
    { type: 'FactorAdded', userId, kind: 'totp', name: 'Phone' },
    { type: 'FactorVerified', userId, sessionId, sameAddress: true },
  ]);
  const revoked = (await auth.app.get(EventStore).read<UserEvents>(`user-${userId}`)).at(-1);
  const gone = [expect.any(String), expect.any(String)];
  expect(revoked).toMatchObject({ type: 'SessionsRevoked', data: { why: 'second-factor-given', sessionIds: gone } });
});

test('the next sign-in is weak until the code is given, and a code counts once', async () => {
  const { email, factor } = await strong();
  const client = await signIn(email);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const token = await tokenOf(client);
  const caller = await auth.app.get(Sessions).caller(token);
  expect(caller).toMatchObject({ aal: 'aal1', awaitsSecondFactor: true });
  const given = code(factor);
  const first = await verify(token, factor.id, { challenge_id: await challenge(token, factor), code: given });
  expect(first.status).toBe(200);
  expect(await auth.app.get(Sessions).caller(first.body.access_token)).toMatchObject({
    aal: 'aal2',
    awaitsSecondFactor: false,
  });
  // Somebody looked over the shoulder, within the same half minute and a fresh challenge.
  const thief = await tokenOf(await signIn(email));
  for (const replayed of [given, appCode(factor.secret, auth.clock.now(), -1)])
    expect(
      await verify(thief, factor.id, { challenge_id: await challenge(thief, factor), code: replayed }),
    ).toMatchObject(wrong);
  const later = { challenge_id: await challenge(thief, factor), code: code(factor) };
  expect((await verify(thief, factor.id, later)).status).toBe(200);
});

test('one code given twice at the same moment counts once', async () => {
  const { email, factor } = await strong();
  const token = await tokenOf(await signIn(email));
  const challenges = await Promise.all(Array.from({ length: 5 }, () => challenge(token, factor)));
  const given = code(factor);
  const answers = await Promise.all(
    challenges.map((challenge_id) => verify(token, factor.id, { challenge_id, code: given })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
});

test('a code a step early or late is right, two steps are not', async () => {
  const { client, factor } = await strong();
  const token = await tokenOf(client);
  auth.clock.pass(300_000);
  for (const [steps, status] of [
    [-2, 422],
    [2, 422],
    [-1, 200],
    [1, 200],
  ] as const) {
    const body = {
      challenge_id: await challenge(token, factor),
      code: appCode(factor.secret, auth.clock.now(), steps),
    };
    expect([steps, (await verify(token, factor.id, body)).status]).toEqual([steps, status]);
  }
});

test('a challenge is one factor’s, is met once and is over after five minutes', async () => {
  const [ann, eve] = [await strong(), await strong()];
  const [annToken, eveToken] = [await tokenOf(ann.client), await tokenOf(eve.client)];
  const unknown = {
    status: 422,
    body: { code: 'mfa_factor_not_found', message: 'MFA factor with the provided challenge ID not found' },
  };
  const annChallenge = await challenge(annToken, ann.factor);
  for (const challenge_id of [annChallenge, randomUUID()])
    expect(await verify(eveToken, eve.factor.id, { challenge_id, code: code(eve.factor) })).toMatchObject(unknown);

  const body = { challenge_id: annChallenge, code: code(ann.factor) };
  expect((await verify(annToken, ann.factor.id, body)).status).toBe(200);
  const again = { ...body, code: code(ann.factor) };
  expect(await verify(annToken, ann.factor.id, again)).toMatchObject(unknown);

  const late = await challenge(annToken, ann.factor);
  auth.clock.pass(300_000);
  expect(await verify(annToken, ann.factor.id, { challenge_id: late, code: code(ann.factor) })).toMatchObject({
    status: 422,
    body: {
      code: 'mfa_challenge_expired',
      message: `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
    },
  });
  expect(await verify(annToken, ann.factor.id, { challenge_id: late, code: code(ann.factor) })).toMatchObject(unknown);
});

test('another’s factor is none', async () => {
  const [ann, eve] = [await strong(), await strong()];
  const token = await tokenOf(eve.client);
  const none = { status: 404, body: { code: 'mfa_factor_not_found', message: 'Factor not found' } };
  for (const id of [ann.factor.id, randomUUID()]) {
    expect(await auth.call('POST', `/factors/${id}/challenge`, { token, body: {} })).toMatchObject(none);
    expect(await verify(token, id, { challenge_id: randomUUID(), code: '123456' })).toMatchObject(none);
    expect(await auth.call('DELETE', `/factors/${id}`, { token })).toMatchObject(none);
  }
  expect((await ann.client.mfa.listFactors()).data?.totp).toHaveLength(1);
});

test('wrong codes are counted: five, and then none is taken for a minute, two, four…', async () => {
  const { email, factor } = await strong();
  const token = await tokenOf(await signIn(email));
  const guess = async (guessed: string) =>
    verify(token, factor.id, { challenge_id: await challenge(token, factor), code: guessed });
  const wait = async () => {
    const answer = await guess(code(factor));
    expect([answer.status, answer.body]).toEqual([
      429,
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    ]);
    return Number(answer.headers.get('retry-after'));
  };
  const never = () => (appCode(factor.secret, auth.clock.now()) === '000000' ? '111111' : '000000');
  for (let i = 0; i < 5; i++) expect(await guess(never())).toMatchObject(wrong);
  expect(await wait()).toBe(30);
  auth.clock.pass(31_000);
  expect(await guess(never())).toMatchObject(wrong);
  expect(await wait()).toBe(90);
  auth.clock.pass(91_000);
  expect((await guess(code(factor))).status).toBe(200);
  expect(await guess(never())).toMatchObject(wrong);
  expect((await guess(code(factor))).status).toBe(200);
  const types = (await eventsOf(factor.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'FactorBlocked')).toHaveLength(2);
});

test('a second factor is begun only by whoever gave the first', async () => {
  const { client, email } = await strong();
  const weak = await signIn(email);
  expect((await weak.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
    message: 'AAL2 required to enroll a new factor',
  });
  const tablet = await enrol(client, 'Tablet');
  expect((await give(client, tablet)).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp.map(({ friendly_name }) => friendly_name)).toEqual([
    'Phone',
    'Tablet',
  ]);
});

test('names are each somebody’s once, and ten factors are enough', async () => {
  const { client } = await signedUp();
  await enrol(client, 'Phone 0');
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 0' })).error).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "Phone 0" for this user already exists',
  });
  for (let i = 1; i < 10; i++) await enrol(client, `Phone ${i}`);
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 10' })).error).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
    message: 'Maximum number of verified factors reached, unenroll to continue',
  });
});

test('ten at the same moment are not eleven', async () => {
  const { client } = await signedUp();
  const token = await tokenOf(client);
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      auth.call('POST', '/factors', { token, body: { factor_type: 'totp', friendly_name: `Phone ${i}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['too_many_enrolled_mfa_factors']),
  );
});

test('what was begun and not finished is gone after five minutes, unless it is just being tried', async () => {
  const { client } = await signedUp();
  const [left, tried] = [await enrol(client, 'Left'), await enrol(client, 'Tried')];
  auth.clock.pass(240_000);
  const asked = await client.mfa.challenge({ factorId: tried.id });
  auth.clock.pass(120_000);
  expect((await client.mfa.challenge({ factorId: left.id })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Left' })).error).toBeNull();
  const { error } = await client.mfa.verify({
    factorId: tried.id,
    challengeId: asked.data?.id ?? '',
    code: code(tried),
  });
  expect(error).toBeNull();
  // The others of its kind that were begun are gone with that.
  expect((await client.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual(['Tried']);
});

test('a factor is removed by whoever gives it, and sessions are then weaker', async () => {
  const { client, email, factor } = await strong();
  const weak = await signIn(email);
  expect((await weak.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to unenroll verified factor',
  });
  const begun = await enrol(client, 'Begun');
  expect((await weak.mfa.unenroll({ factorId: begun.id })).data).toEqual({ id: begun.id });
  expect(await eventsOf(begun.id)).toEqual([]);

  const token = await tokenOf(client);
  expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
  expect(await auth.app.get(Sessions).caller(token)).toMatchObject({ aal: 'aal1', awaitsSecondFactor: false });
  const renewed = await client.refreshSession();
  expect(decodeJwt(renewed.data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  expect((await eventsOf(factor.id)).at(-1)).toMatchObject({ type: 'FactorRemoved' });
});

test('the other factor of a session keeps it strong', async () => {
  const { client, factor } = await strong();
  const tablet = await enrol(client, 'Tablet');
  await give(client, tablet);
  await client.mfa.unenroll({ factorId: factor.id });
  const token = await tokenOf(client);
  expect(await auth.app.get(Sessions).caller(token)).toMatchObject({ aal: 'aal2' });
});

test('without the second factor nobody changes anything of the account', async () => {
  const { email } = await strong();
  const weak = await signIn(email);
  const refused = {
    status: 401,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  };
  expect((await weak.updateUser({ password: 'Marigold9' })).error).toMatchObject(refused);
  expect((await weak.updateUser({ email: newEmail() })).error).toMatchObject(refused);
  expect((await weak.updateUser({ data: { pet: 'cat' } })).error).toMatchObject(refused);
  const { client } = await strong();
  expect((await client.updateUser({ password: 'Marigold9', current_password: password })).error).toBeNull();
});

const id = randomUUID();
const kinds = 'factor_type needs to be totp, phone, or webauthn';
const rows: readonly RefusedCall[] = [
  ['no kind', 'POST', '/factors', {}, 400, 'validation_failed', kinds],
  ['another kind', 'POST', '/factors', { factor_type: 'smell' }, 400, 'validation_failed', kinds],
  [
    'a phone',
    'POST',
    '/factors',
    { factor_type: 'phone', phone: '15550100' },
    422,
    'mfa_phone_enroll_not_enabled',
    'MFA enroll is disabled for Phone',
  ],
  [
    'a long name',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: 'x'.repeat(101) },
    400,
    'validation_failed',
    'A name can have at most 100 characters',
  ],
  ['no id', 'POST', '/factors/x/challenge', {}, 404, 'validation_failed', 'factor_id must be an UUID'],
  ['no id to remove', 'DELETE', '/factors/x', undefined, 404, 'validation_failed', 'factor_id must be an UUID'],
  [
    'a factor that is not there',
    'POST',
    `/factors/${id}/challenge`,
    {},
    404,
    'mfa_factor_not_found',
    'Factor not found',
  ],
  ['recovery codes', 'GET', '/factors/recovery-codes', undefined, 404, 'unknown', 'Not Found'],
  ['new recovery codes', 'POST', '/factors/recovery-codes', {}, 404, 'unknown', 'Not Found'],
  ['a recovery code', 'POST', '/factors/recovery-codes/verify', { code: 'x' }, 404, 'unknown', 'Not Found'],
  ['other recovery codes', 'POST', '/factors/recovery-codes/regenerate', {}, 404, 'unknown', 'Not Found'],
  ['no more recovery codes', 'DELETE', '/factors/recovery-codes', undefined, 404, 'unknown', 'Not Found'],
];
test.each(rows)('%s', async (_, method, path, body, status, code, message) => {
  const { access_token: token } = await auth.signUp();
  const answer = await auth.call(method, path, { body, token });
  expect([answer.status, answer.body]).toEqual([status, { code, message }]);
});

test('an empty code, and a challenge that is no id', async () => {
  const { client, factor } = await strong();
  const token = await tokenOf(client);
  const empty = { code: 'validation_failed', message: 'Code needs to be non-empty' };
  for (const body of [{ challenge_id: randomUUID() }, { challenge_id: randomUUID(), code: '' }])
    expect((await verify(token, factor.id, body)).body).toEqual(empty);
  for (const body of [{ code: '123456' }, { challenge_id: 'x', code: '123456' }])
    expect((await verify(token, factor.id, body)).body).toEqual({
      code: 'validation_failed',
      message: 'challenge_id must be an UUID',
    });
});

test('nobody without a session has factors', async () => {
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${id}/challenge`],
    ['POST', `/factors/${id}/verify`],
    ['DELETE', `/factors/${id}`],
  ] as const)
    expect(await auth.call(method, path)).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
});

test('from one network address factors are asked for and given fifteen times a minute', async () => {
  const limited = await startAuthApp({ RATE_LIMITS: '1' });
  try {
    const { access_token: token } = await limited.signUp();
    const ask = () => limited.call('POST', `/factors/${id}/challenge`, { token, body: {} });
    for (let i = 0; i < 15; i++) expect((await ask()).status).toBe(404);
    const refused = await limited.call('POST', `/factors/${id}/verify`, { token, body: {} });
    expect([refused.status, refused.body.code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    limited.clock.pass(60_000);
    expect((await ask()).status).toBe(404);
  } finally {
    await limited.stop();
  }
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Sessions } from '#identity';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { captureLog } from '#platform/testing';
import { newEmail, password, type RefusedCall } from '../auth-app.suite.ts';
import { enrol, startFactors, tokenOf } from './factors.suite.ts';

let auth: Awaited<ReturnType<typeof startFactors>>;
beforeAll(async () => {
  auth = await startFactors();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => auth.stop());

test('enrolling an authenticator app returns a secret, a URI and a QR code', async () => {
  const { client, email } = await auth.member();
  const { id, totp } = await enrol(client);
  const host = new URL(auth.url).host.replace('127.0.0.1', 'localhost');
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totp.uri).toBe(
    `otpauth://totp/${encodeURIComponent(host)}:${encodeURIComponent(email)}?issuer=${encodeURIComponent(host)}&secret=${totp.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  // The client appends the image to a URL prefix unescaped, where # and % have another meaning.
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
  const raw = await auth.call('POST', '/factors', {
    token: await tokenOf(client),
    body: { factor_type: 'totp', issuer: 'Festoon', friendly_name: 'Other' },
  });
  expect([raw.status, raw.body.type, raw.body.friendly_name]).toEqual([200, 'totp', 'Other']);
  expect(raw.body.totp.qr_code).toMatch(/^<svg /);
  expect(raw.body.totp.uri).toContain('otpauth://totp/Festoon:');

  const factorList = await client.mfa.listFactors();
  expect(factorList.data?.all.map((each) => [each.id, each.status])).toEqual([
    [id, 'unverified'],
    [raw.body.id, 'unverified'],
  ]);
  expect(factorList.data?.totp).toEqual([]);
  const [row] = await auth.app
    .get(Database)
    .query<{ secret: Buffer }>('select secret from identity.factors where id = $1', [id]);
  expect(row?.secret.toString('latin1')).not.toContain(totp.secret);
});

test('another user’s factor is not found', async () => {
  const [ann, eve] = [await auth.memberWithFactor(), await auth.memberWithFactor()];
  const token = await tokenOf(eve.client);
  const factorNotFound = { status: 404, body: { code: 'mfa_factor_not_found', message: 'Factor not found' } };
  for (const id of [ann.factor.id, randomUUID()]) {
    expect(await auth.call('POST', `/factors/${id}/challenge`, { token, body: {} })).toMatchObject(factorNotFound);
    expect(await auth.verify(token, id, { challenge_id: randomUUID(), code: '123456' })).toMatchObject(factorNotFound);
    expect(await auth.call('DELETE', `/factors/${id}`, { token })).toMatchObject(factorNotFound);
  }
  expect((await ann.client.mfa.listFactors()).data?.totp).toHaveLength(1);
});

test('a further factor can be enrolled only in a session that has passed a verified factor', async () => {
  const { client, email } = await auth.memberWithFactor();
  const aal1Client = await auth.signInWithPassword(email);
  expect((await aal1Client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
    message: 'AAL2 required to enroll a new factor',
  });
  const tablet = await enrol(client, 'Tablet');
  expect((await auth.challengeAndVerify(client, tablet)).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp.map(({ friendly_name }) => friendly_name)).toEqual([
    'Phone',
    'Tablet',
  ]);
});

test('factor names are unique per user, and a user can have at most ten factors', async () => {
  const { client } = await auth.member();
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

test('concurrent enrolments do not exceed the limit', async () => {
  const { client } = await auth.member();
  const token = await tokenOf(client);
  const responses = await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      auth.call('POST', '/factors', { token, body: { factor_type: 'totp', friendly_name: `Phone ${i}` } }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['too_many_enrolled_mfa_factors']),
  );
});

test('an unverified factor expires after five minutes, unless it has an open challenge', async () => {
  const { client } = await auth.member();
  const [left, tried] = [await enrol(client, 'Left'), await enrol(client, 'Tried')];
  auth.clock.pass(240_000);
  const challenge = await client.mfa.challenge({ factorId: tried.id });
  auth.clock.pass(120_000);
  expect((await client.mfa.challenge({ factorId: left.id })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Left' })).error).toBeNull();
  const { error } = await client.mfa.verify({
    factorId: tried.id,
    challengeId: challenge.data?.id ?? '',
    code: auth.code(tried),
  });
  expect(error).toBeNull();
  // This deleted the other unverified factors of the same kind.
  expect((await client.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual(['Tried']);
});

test('a factor is removed by a session that gave it, and sessions then drop to aal1', async () => {
  const { client, email, factor } = await auth.memberWithFactor();
  const aal1Client = await auth.signInWithPassword(email);
  expect((await aal1Client.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to unenroll verified factor',
  });
  const unverifiedFactor = await enrol(client, 'Unverified');
  expect((await aal1Client.mfa.unenroll({ factorId: unverifiedFactor.id })).data).toEqual({ id: unverifiedFactor.id });
  expect(await auth.factorEvents(unverifiedFactor.id)).toEqual([]);

  const token = await tokenOf(client);
  expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
  expect(await auth.app.get(Sessions).caller(token)).toMatchObject({ aal: 'aal1', awaitsSecondFactor: false });
  const renewed = await client.refreshSession();
  expect(decodeJwt(renewed.data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  expect((await auth.factorEvents(factor.id)).at(-1)).toMatchObject({ type: 'FactorRemoved' });
});

test('the event of a removed factor is stored by the next request if a process died before it', async () => {
  const { client, factor } = await auth.memberWithFactor();
  const token = await tokenOf(client);
  const remove = () => auth.call('DELETE', `/factors/${factor.id}`, { token });
  captureLog('error');
  jest.spyOn(auth.app.get(EventStore), 'handle').mockRejectedValueOnce(new Error('killed'));
  expect((await remove()).status).toBe(500);
  expect((await auth.factorEvents(factor.id)).at(-1)).toMatchObject({ type: 'FactorVerified' });
  const { access_token: foreignToken } = await auth.signUp();
  expect((await auth.call('DELETE', `/factors/${factor.id}`, { token: foreignToken })).status).toBe(404);
  expect((await remove()).status).toBe(200);
  expect((await auth.factorEvents(factor.id)).at(-1)).toMatchObject({ type: 'FactorRemoved' });
  expect((await remove()).status).toBe(404);
});

test('many concurrent challenges of one user do not wait for each other’s connections', async () => {
  const { client } = await auth.member();
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  const token = await tokenOf(client);
  const challenge = () => auth.call('POST', `/factors/${data?.id}/challenge`, { token, body: {} });
  const responses = await Promise.all(Array.from({ length: 12 }, challenge));
  expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

test('a session stays at aal2 if it gave another factor too', async () => {
  const { client, factor } = await auth.memberWithFactor();
  const tablet = await enrol(client, 'Tablet');
  await auth.challengeAndVerify(client, tablet);
  await client.mfa.unenroll({ factorId: factor.id });
  const token = await tokenOf(client);
  expect(await auth.app.get(Sessions).caller(token)).toMatchObject({ aal: 'aal2' });
});

test('without the second factor, the account cannot be changed', async () => {
  const { email } = await auth.memberWithFactor();
  const aal1Client = await auth.signInWithPassword(email);
  const insufficientLevel = {
    status: 401,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  };
  expect((await aal1Client.updateUser({ password: 'Marigold9' })).error).toMatchObject(insufficientLevel);
  expect((await aal1Client.updateUser({ email: newEmail() })).error).toMatchObject(insufficientLevel);
  expect((await aal1Client.updateUser({ data: { pet: 'cat' } })).error).toMatchObject(insufficientLevel);
  const { client } = await auth.memberWithFactor();
  expect((await client.updateUser({ password: 'Marigold9', current_password: password })).error).toBeNull();
});

const id = randomUUID();
const kinds = 'factor_type needs to be totp, phone, or webauthn';
const rows: readonly RefusedCall[] = [
  ['no factor type', 'POST', '/factors', {}, 400, 'validation_failed', kinds],
  ['an unknown factor type', 'POST', '/factors', { factor_type: 'smell' }, 400, 'validation_failed', kinds],
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
  [
    'a challenge with an invalid id',
    'POST',
    '/factors/x/challenge',
    {},
    404,
    'validation_failed',
    'factor_id must be an UUID',
  ],
  [
    'removal with an invalid id',
    'DELETE',
    '/factors/x',
    undefined,
    404,
    'validation_failed',
    'factor_id must be an UUID',
  ],
  ['an unknown factor', 'POST', `/factors/${id}/challenge`, {}, 404, 'mfa_factor_not_found', 'Factor not found'],
  ['listing recovery codes', 'GET', '/factors/recovery-codes', undefined, 404, 'unknown', 'Not Found'],
  ['creating recovery codes', 'POST', '/factors/recovery-codes', {}, 404, 'unknown', 'Not Found'],
  ['verifying a recovery code', 'POST', '/factors/recovery-codes/verify', { code: 'x' }, 404, 'unknown', 'Not Found'],
  ['regenerating recovery codes', 'POST', '/factors/recovery-codes/regenerate', {}, 404, 'unknown', 'Not Found'],
  ['deleting recovery codes', 'DELETE', '/factors/recovery-codes', undefined, 404, 'unknown', 'Not Found'],
];
test.each(rows)('GoTrue’s error is returned for %s', async (_, method, path, body, status, code, message) => {
  const { access_token: token } = await auth.signUp();
  const response = await auth.call(method, path, { body, token });
  expect([response.status, response.body]).toEqual([status, { code, message }]);
});

test('factor routes require a session', async () => {
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${id}/challenge`],
    ['POST', `/factors/${id}/verify`],
    ['DELETE', `/factors/${id}`],
  ] as const)
    expect(await auth.call(method, path)).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
});

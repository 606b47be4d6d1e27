import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Refusal } from '#kernel';
import { Database } from '#platform/postgres';
import { Limits, networkOf } from '#platform/rate-limits';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { AuthLimits } from '../limits/auth.limits.ts';
import { startMailedApp } from '../mails/mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp({ RATE_LIMITS: '1' });
});
afterAll(() => auth.stop());
// The longest limit counts for a day, so each test starts a day later, with no requests counted.
beforeEach(() => auth.clock.pass(86_400_000));

type ApiResponse = Awaited<ReturnType<typeof auth.call>>;
const overRequests = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
const retryAfter = ({ headers }: ApiResponse) => Number(headers.get('retry-after'));
const signIn = (email: string, tried = password) =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password: tried } });
const times = async (count: number, send: (i: number) => Promise<ApiResponse>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await send(i)).status);
  return statuses;
};
const member = async () => (await auth.signUp()).user.email ?? '';

test.each([
  ['POST', '/verify', { type: 'recovery', token_hash: 'x' }, 403],
  ['GET', '/verify?type=recovery&token=', undefined, 400],
  ['POST', '/recover', { email: 'a@' }, 400],
  ['POST', '/resend', {}, 400],
  ['POST', '/otp', {}, 400],
  ['POST', '/magiclink', {}, 422],
  ['POST', '/signup', { email: 'a@', password }, 400],
] as const)(
  '%s %s is limited to thirty requests in five minutes from one IP address',
  async (method, path, body, status) => {
    const send = () => auth.call(method, path, { body });
    expect(new Set(await times(30, send))).toEqual(new Set([status]));
    const refusal = await send();
    expect([refusal.status, refusal.body]).toEqual([429, overRequests]);
    expect(retryAfter(refusal)).toBeGreaterThan(200);
    expect(retryAfter(refusal)).toBeLessThanOrEqual(300);
    expect([refusal.headers.get('ratelimit-limit'), refusal.headers.get('ratelimit-remaining')]).toEqual(['30', '0']);
    auth.clock.pass(301_000);
    const laterResponse = await send();
    expect([laterResponse.status, laterResponse.headers.get('ratelimit-remaining') ?? '29']).toEqual([status, '29']);
  },
);

test('PUT /user and GET /reauthenticate are limited to thirty requests in five minutes from one IP address', async () => {
  const { access_token: token } = await auth.signUp();
  for (const [method, path] of [
    ['PUT', '/user'],
    ['GET', '/reauthenticate'],
  ] as const) {
    const send = () => auth.call(method, path, { token, ...(method === 'PUT' && { body: {} }) });
    await times(30, send);
    expect((await send()).body).toEqual(overRequests);
  }
  expect((await auth.call('GET', '/user', { token })).status).toBe(200);
});

test('fifteen factor challenges and verifications a minute are allowed from one IP address', async () => {
  const { access_token: token } = await auth.signUp();
  const sendChallenge = () => auth.call('POST', `/factors/${randomUUID()}/challenge`, { token, body: {} });
  expect(new Set(await times(15, sendChallenge))).toEqual(new Set([404]));
  const refusal = await auth.call('POST', `/factors/${randomUUID()}/verify`, { token, body: {} });
  expect([refusal.status, refusal.body]).toEqual([429, overRequests]);
  expect(retryAfter(refusal)).toBeGreaterThan(0);
  auth.clock.pass(60_000);
  expect((await sendChallenge()).status).toBe(404);
});

test('a hundred and fifty token requests in five minutes are allowed from one IP address', async () => {
  const send = () => auth.call('POST', '/token?grant_type=refresh_token', { body: {} });
  expect(new Set(await times(150, send))).toEqual(new Set([400]));
  expect((await send()).body).toEqual(overRequests);
});

test('five accounts an hour can be created from one IP address; failed sign-ups do not count', async () => {
  const signUp = (data: object) => auth.call('POST', '/signup', { body: { email: newEmail(), password, data } });
  expect(await times(6, () => signUp({}))).toEqual(Array(6).fill(400));
  expect(await times(6, () => signUp(person()))).toEqual([200, 200, 200, 200, 200, 429]);
  const byLink = { email: newEmail(), data: person() };
  expect((await auth.call('POST', '/otp', { body: byLink })).status).toBe(429);
  auth.clock.pass(3_600_000);
  expect((await signUp(person())).status).toBe(200);
});

test('probing for registered addresses is limited', async () => {
  const email = await member();
  auth.clock.pass(3_600_000);
  const signUp = () => auth.call('POST', '/signup', { body: { email, password, data: person() } });
  expect(await times(6, signUp)).toEqual([...Array(5).fill(422), 429]);
});

const existenceChecks: Record<string, (address: string, token: string) => Promise<ApiResponse>> = {
  'a sign-in link for existing users only': (email) =>
    auth.call('POST', '/otp', { body: { email, create_user: false } }),
  'a sign-in link without profile data': (email) => auth.call('POST', '/otp', { body: { email } }),
  'a sign-in link with a name that cannot be stored': (email) =>
    auth.call('POST', '/otp', { body: { email, data: { ...person(), first_name: 'A\u0000n' } } }),
  'a sign-in link with profile data': (email) => auth.call('POST', '/otp', { body: { email, data: person() } }),
  'a change of address': (email, token) => auth.call('PUT', '/user', { token, body: { email } }),
};
test.each(Object.entries(existenceChecks))('probing for registered addresses with %s is limited', async (_, send) => {
  const email = await member();
  const { access_token: token } = await auth.signUp();
  const responses = await Promise.all(Array.from({ length: 30 }, () => send(newEmail(), token)));
  expect(responses.some(({ status }) => status !== 429)).toBe(true);
  auth.clock.pass(301_000);
  // The thirty-first request gets the same refusal for known and unknown addresses.
  for (const address of [email, newEmail(), email]) expect((await send(address, token)).body).toEqual(overRequests);
});

test('after five wrong passwords each further attempt has to wait, twice as long every time', async () => {
  const [email, other] = [await member(), await member()];
  expect(await times(5, () => signIn(email, 'Wrong1234'))).toEqual(Array(5).fill(400));
  // One more attempt is allowed; after it, attempts have to wait.
  expect((await signIn(email, 'Wrong1234')).status).toBe(400);
  const pauses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const refusal = await signIn(email);
    expect([refusal.status, refusal.body]).toEqual([429, overRequests]);
    pauses.push(retryAfter(refusal));
    auth.clock.pass(retryAfter(refusal) * 1000);
    expect((await signIn(email, 'Wrong1234')).status).toBe(400);
  }
  for (const [i, longest] of [15, 30, 60, 120].entries()) {
    // On a busy machine, part of the wait may already have passed.
    expect(pauses[i]).toBeGreaterThan(longest / 2);
    expect(pauses[i]).toBeLessThanOrEqual(longest);
  }
  // Other users do not have to wait, and the owner with the correct password is not locked out.
  expect((await signIn(other)).status).toBe(200);
  auth.clock.pass(retryAfter(await signIn(email)) * 1000);
  expect((await signIn(email)).status).toBe(200);
  expect(await times(5, () => signIn(email, 'Wrong1234'))).toEqual(Array(5).fill(400));
});

test('concurrent guesses are limited like sequential ones', async () => {
  const email = await member();
  const responses = await Promise.all(Array.from({ length: 40 }, () => signIn(email, 'Wrong1234')));
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(6);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(34);
});

test('after a hundred wrong passwords a day for any accounts, an IP address has to wait', async () => {
  const statuses = new Set(
    await times(100, async (i) => {
      if (i % 50 === 0) auth.clock.pass(301_000);
      return signIn(newEmail(), 'Wrong1234');
    }),
  );
  expect(statuses).toEqual(new Set([400]));
  auth.clock.pass(301_000);
  expect(await times(2, () => signIn(newEmail(), 'Wrong1234'))).toEqual([400, 429]);
});

test.each([
  ['of the current password', { current_password: 'Wrong1234' }, 400],
  ['of a mailed code', { nonce: '000000' }, 422],
] as const)('guesses %s are limited too', async (_, guess, status) => {
  const { access_token: token } = await auth.signUp();
  const body = { password: 'Marigold9', ...guess };
  const put = (sent: object) => auth.call('PUT', '/user', { token, body: sent });
  expect(await times(5, () => put(body))).toEqual(Array(5).fill(status));
  // Without a password change no guess is checked, so the request neither counts as a guess nor resets the count.
  expect((await put({ ...guess, data: { last_name: 'Baker' } })).status).toBe(200);
  expect(await times(2, () => put(body))).toEqual([status, 429]);
});

test('one mail of a kind is sent a minute and three an hour to one address, and the response says when to retry', async () => {
  const [email, unknown] = [await member(), newEmail()];
  // The responses are the same for known and unknown addresses.
  for (const address of [email, unknown]) {
    const resend = () => auth.call('POST', '/resend', { body: { type: 'signup', email: address } });
    expect((await resend()).status).toBe(200);
    const refusal = await resend();
    expect(refusal.status).toBe(429);
    expect(refusal.body).toEqual({
      code: 'over_email_send_rate_limit',
      message: `For security purposes, you can only request this after ${retryAfter(refusal)} seconds.`,
    });
    for (let i = 0; i < 2; i++) {
      auth.clock.pass(61_000);
      expect((await resend()).status).toBe(200);
    }
    auth.clock.pass(61_000);
    expect(retryAfter(await resend())).toBeGreaterThan(3_000);
  }
});

test.each(['a sign-in link', 'a reauthentication code'])(
  '%s is sent once a minute, six times an hour',
  async (what) => {
    const { access_token: token, user } = await auth.signUp();
    const send = () =>
      what === 'a sign-in link'
        ? auth.call('POST', '/otp', { body: { email: user.email } })
        : auth.call('GET', '/reauthenticate', { token });
    for (let i = 0; i < 6; i++) {
      expect((await send()).status).toBe(200);
      expect((await send()).body.code).toBe('over_email_send_rate_limit');
      auth.clock.pass(61_000);
    }
    const refusal = await send();
    expect(refusal.body.code).toBe('over_email_send_rate_limit');
    expect(retryAfter(refusal)).toBeGreaterThan(3_000);
  },
);

test('a change of email address can be requested once a minute', async () => {
  const { access_token: token } = await auth.signUp();
  const send = () => auth.call('PUT', '/user', { token, body: { email: 'ann@new.example.com' } });
  expect((await send()).status).toBe(200);
  expect((await send()).body.code).toBe('over_email_send_rate_limit');
});

test('too many password recoveries get the usual response, and no mail is sent', async () => {
  const { user } = await auth.signUp();
  const recover = () => auth.call('POST', '/recover', { body: { email: user.email } });
  expect(await times(3, recover)).toEqual([200, 200, 200]);
  expect((await recover()).body).toEqual({});
  await auth.settled(user.id);
  expect(await auth.mails(user.email ?? '', 'recovery')).toHaveLength(1);
});

/** Addresses in as many /64 networks of one /48. */
const networksOf = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}:${i}::1`);
const wrong = () => Promise.reject(new Refusal('credentials-wrong', 'Invalid login credentials'));

test('an attempt that the limit of the network refuses is not counted for the account', async () => {
  const limits = auth.app.get(AuthLimits);
  const ip = '203.0.113.9';
  const outcome = (email: string) => limits.guess(email, ip, wrong).catch(({ code }: Refusal) => code);
  for (let i = 0; i < 101; i++) expect(await outcome(newEmail())).toBe('credentials-wrong');
  const email = newEmail();
  for (let i = 0; i < 10; i++) expect(await outcome(email)).toBe('limit-reached');
  const guessLimit = { name: 'auth.password', times: 5, seconds: 900 };
  const allowance = await auth.app.get(Limits).look(guessLimit, `${email}\n${ip}`, auth.clock.now());
  expect(allowance.taken).toBe(0);
});

test('the networks of an IPv6 /48 together have ten times as many guesses for one account', async () => {
  const limits = auth.app.get(AuthLimits);
  const outcome = (ip: string, email = 'ann@example.com') =>
    limits.guess(email, ip, wrong).catch(({ code }: Refusal) => code);
  const outcomes: unknown[] = [];
  for (const ip of networksOf('2001:db8:a', 53)) outcomes.push(await outcome(ip));
  expect(outcomes.slice(0, 51)).toEqual(Array(51).fill('credentials-wrong'));
  expect(outcomes.slice(51)).toEqual(['limit-reached', 'limit-reached']);
  expect(await outcome('2001:db8:a:7::1', 'bo@example.com')).toBe('credentials-wrong');
  expect(await outcome('2001:db8:b:7::1')).toBe('credentials-wrong');
});

test('the networks of an IPv6 /48 together have ten times as many new accounts and requests', async () => {
  const limits = auth.app.get(AuthLimits);
  const refusalOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'allowed',
      ({ code }: Refusal) => code,
    );
  const accounts: string[] = [];
  for (const ip of networksOf('2001:db8:c', 51)) accounts.push(await refusalOf(limits.newAccount(ip, async () => ip)));
  expect(accounts).toEqual([...Array(50).fill('allowed'), 'limit-reached']);
  const probes: string[] = [];
  for (const ip of networksOf('2001:db8:d', 301)) probes.push(await refusalOf(limits.addressProbe(ip)));
  expect(probes.slice(-2)).toEqual(['allowed', 'limit-reached']);
});

test('rate limit keys hold no email or IP addresses', async () => {
  const rows = await auth.app.get(Database).query<{ row: string }>('select c::text as row from limits.counts c');
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toMatch(/example|127\.0/);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('the address %s counts towards the network %s', (ip, network) => expect(networkOf(ip)).toBe(network));

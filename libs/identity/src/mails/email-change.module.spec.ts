import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { IdentityQueries } from '#identity';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { captureLog, untilCaughtUp } from '#platform/testing';
import { newEmail, password } from '../auth-app.suite.ts';
import { codeIn, factsIn, linkIn, startMailedApp } from './mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => auth.stop());

const pendingMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const member = async () => {
  const session = await auth.signUp();
  const client = auth.client();
  await client.setSession(session);
  return { client, email: session.user.email ?? '', id: session.user.id, token: session.access_token };
};
const requestChange = async () => {
  const ann = await member();
  const nextAddress = newEmail();
  expect((await ann.client.updateUser({ email: nextAddress.toUpperCase() })).error).toBeNull();
  const [toNew, toOld] = [
    await auth.mail(nextAddress, 'email-change-new'),
    await auth.mail(ann.email, 'email-change-current'),
  ];
  return { ...ann, next: nextAddress, toNew, toOld };
};
const verify = (body: object) => auth.call('POST', '/verify', { body });

describe('another address', () => {
  test('replaces the old one after both have confirmed, in either order', async () => {
    for (const oldFirst of [true, false]) {
      const { client, email, id, next, toNew, toOld } = await requestChange();
      expect((await client.getUser()).data.user).toMatchObject({ email, new_email: next });
      const order = oldFirst ? [toOld, toNew] : [toNew, toOld];
      const [first, last] = order.map(linkIn);
      expect(first?.type).toBe('email_change');
      expect(factsIn(await auth.follow(first?.verify ?? ''))).toEqual({ message: pendingMessage });
      expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull();

      const facts = factsIn(await auth.follow(last?.verify ?? ''));
      expect(facts).toMatchObject({ type: 'email_change', token_type: 'bearer' });
      const { data } = await client.getUser();
      expect([data.user?.email, data.user?.new_email]).toEqual([next, undefined]);
      expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
      expect((await auth.client().signInWithPassword({ email: next, password })).error).toBeNull();
      const events = await auth.eventsOf(id);
      expect(events.map(({ type }) => type).slice(2)).toEqual([
        'EmailChangeRequested',
        'EmailChangeConfirmed',
        'EmailChangeConfirmed',
        'EmailChanged',
      ]);
      await untilCaughtUp(auth.app, events.at(-1)?.position);
      expect((await auth.app.get(IdentityQueries).contacts([id])).get(id)?.email).toBe(next);
    }
  });

  test('can be confirmed by codes, each for its own address', async () => {
    const { client, email, next, toNew, toOld } = await requestChange();
    expect(await verify({ type: 'email_change', email, token: codeIn(toNew) })).toMatchObject({ status: 403 });
    const first = await auth.client().verifyOtp({ type: 'email_change', email: next, token: codeIn(toNew) });
    expect([first.error, first.data.session]).toEqual([null, null]);
    const raw = await verify({ type: 'email_change', email: next, token: codeIn(toNew) });
    expect(raw.body.code).toBe('otp_expired');
    const lastVerification = await auth.client().verifyOtp({ type: 'email_change', email, token: codeIn(toOld) });
    expect(lastVerification.data.user?.email).toBe(next);
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  test('is half confirmed after the first confirmation, which a message says', async () => {
    const { toOld } = await requestChange();
    expect(await verify({ type: 'email_change', token_hash: linkIn(toOld).token })).toMatchObject({
      status: 200,
      body: { msg: pendingMessage, code: '200' },
    });
  });

  test('is changed if both confirm concurrently', async () => {
    const { client, next, toNew, toOld } = await requestChange();
    const ends = await Promise.all([toNew, toOld].map((mail) => auth.follow(linkIn(mail).verify)));
    expect(ends.map(({ hash }) => hash.includes('access_token')).sort()).toEqual([false, true]);
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  test('replaces an earlier requested one', async () => {
    const { client, toNew, toOld } = await requestChange();
    const latestAddress = newEmail();
    expect((await client.updateUser({ email: latestAddress })).error).toBeNull();
    // The earlier mails are invalid even before the mails of the newer request are sent.
    for (const oldMail of [toNew, toOld])
      expect((await verify({ type: 'email_change', token_hash: linkIn(oldMail).token })).status).toBe(403);
    const mail = await auth.mail(latestAddress, 'email-change-new');
    expect((await verify({ type: 'email_change', token_hash: linkIn(mail).token })).status).toBe(200);
  });

  test('has its mails sent again on request, to the same addresses', async () => {
    const { email, next } = await requestChange();
    expect((await auth.client().resend({ type: 'email_change', email })).error).toBeNull();
    const [toNew, toOld] = [
      await auth.mail(next, 'email-change-new', 2),
      await auth.mail(email, 'email-change-current', 2),
    ];
    for (const mail of [toNew, toOld]) expect((await auth.follow(linkIn(mail).verify)).hash).not.toContain('error');
    expect((await auth.client().signInWithPassword({ email: next, password })).error).toBeNull();
  });

  test('is refused if another account has it, or takes it before it is confirmed', async () => {
    const [ann, bo] = [await member(), await member()];
    expect((await ann.client.updateUser({ email: bo.email.toUpperCase() })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    });
    const { email, next, toNew, toOld, client } = await requestChange();
    await auth.signUp(next);
    await auth.follow(linkIn(toOld).verify);
    const lateRedirect = await auth.follow(linkIn(toNew).verify);
    expect(factsIn(lateRedirect)).toMatchObject({ error_code: 'email_exists' });
    expect((await client.getUser()).data.user?.email).toBe(email);
  });

  test('is changed by the next request if a process died after it stored the event', async () => {
    const { client, email, id, next, toNew, toOld } = await requestChange();
    for (const mail of [toOld, toNew]) await auth.follow(linkIn(mail).verify);
    const events = await auth.eventsOf(id);
    const sql = 'update identity.credentials set email = $2, new_email = $3 where user_id = $1';
    await auth.app.get(Database).query(sql, [id, email, next]);
    const { data, error } = await client.updateUser({ email: next });
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, next, undefined]);
    expect((await auth.client().signInWithPassword({ email: next, password })).error).toBeNull();
    expect(await auth.eventsOf(id)).toEqual(events);
  });

  test('is refused if it is invalid, and ignored if it is the current one', async () => {
    const { client, email, token } = await member();
    expect((await client.updateUser({ email: 'ann@' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    const { data } = await client.updateUser({ email: email.toUpperCase() });
    expect([data.user?.email, data.user?.new_email]).toEqual([email, undefined]);
    const incompleteChallenge = { email: newEmail(), code_challenge: 'x'.repeat(43) };
    expect((await auth.call('PUT', '/user', { token, body: incompleteChallenge })).body).toEqual({
      code: 'validation_failed',
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    });
  });
});

describe('requesting a mail again', () => {
  const rows: readonly (readonly [object, number, string, string])[] = [
    [{}, 400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'],
    [
      { type: 'recovery', email: 'a@example.com' },
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [{ type: 'signup' }, 400, 'validation_failed', 'Type provided requires an email address'],
    [{ type: 'sms' }, 400, 'validation_failed', 'Type provided requires a phone number'],
    [{ type: 'email_change' }, 400, 'validation_failed', 'Missing email address or phone number'],
    [
      { type: 'signup', email: 'a@example.com', phone: '1' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided.',
    ],
    [{ type: 'sms', phone: '15550100' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    [{ type: 'phone_change', phone: '15550100' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    [{ type: 'signup', email: 'a@' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  ];
  test.each(rows)('is refused with the body %j', async (body, status, code, message) => {
    const response = await auth.call('POST', '/resend', { body });
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  test('sends nothing if the address is unknown or already confirmed', async () => {
    const { email, id } = await member();
    for (const address of [newEmail(), email])
      for (const type of ['signup', 'email_change'])
        expect(await auth.call('POST', '/resend', { body: { type, email: address } })).toMatchObject({
          status: 200,
          body: {},
        });
    expect((await auth.eventsOf(id)).map(({ type }) => type)).toEqual(['UserRegistered', 'EmailVerified']);
  });
});

describe('a new password', () => {
  const put = (token: string, body: object) => auth.call('PUT', '/user', { token, body });

  test('requires the current one', async () => {
    const { token } = await member();
    expect(await put(token, { password: 'Marigold9' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_required', message: 'Current password required when setting new password.' },
    });
    expect(await put(token, { password: 'Marigold9', current_password: 'Sunflower8' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    });
    expect((await put(token, { password: 'Marigold9', current_password: password })).status).toBe(200);
  });

  test('is set by the next request if its event could not be stored', async () => {
    const { id, token } = await member();
    const change = () => put(token, { password: 'Marigold9', current_password: password });
    captureLog('error');
    jest.spyOn(auth.app.get(EventStore), 'handle').mockRejectedValueOnce(new Error('killed'));
    expect((await change()).status).toBe(500);
    expect((await change()).status).toBe(200);
    expect((await auth.eventsOf(id)).map(({ type }) => type)).toContain('PasswordChanged');
  });

  test('requires a code by mail in a session from yesterday', async () => {
    const { client, email } = await member();
    auth.clock.pass(86_401_000);
    const { data } = await client.refreshSession();
    const token = data.session?.access_token ?? '';
    expect(await put(token, { password: 'Marigold9' })).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
    });
    expect(await put(token, { password: 'Marigold9', nonce: '123456' })).toMatchObject({
      status: 422,
      body: { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
    });
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await auth.mail(email, 'reauthentication'));
    expect((await client.getUser()).data.user).toHaveProperty('reauthentication_sent_at');
    expect((await client.updateUser({ password: 'Marigold9', nonce })).error).toBeNull();
    expect((await put(token, { password: 'Marigold8', nonce })).body.code).toBe('reauthentication_not_valid');
  });

  test('a mailed code works only for its own user', async () => {
    const [ann, bo] = [await member(), await member()];
    await ann.client.reauthenticate();
    const nonce = codeIn(await auth.mail(ann.email, 'reauthentication'));
    expect((await put(bo.token, { password: 'Marigold9', nonce })).status).toBe(422);
    expect((await put(ann.token, { password: 'Marigold9', nonce })).status).toBe(200);
  });

  test('requesting a code requires a session', async () =>
    expect(await auth.call('GET', '/reauthenticate')).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    }));
});

test('every read row equals a fresh fold of the log', async () => {
  expect(await auth.app.get(Projector).verify()).toEqual(new Map());
});

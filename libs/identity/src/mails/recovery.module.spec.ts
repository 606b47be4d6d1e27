import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { untilCaughtUp, wholeLog } from '#platform/testing';
import { newEmail, password } from '../auth-app.suite.ts';
import { codeIn, factsIn, linkIn, startMailedApp } from './mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
let site: string;
beforeAll(async () => {
  auth = await startMailedApp();
  // The site's configured address.
  site = new URL(auth.url).origin.replace('127.0.0.1', 'localhost');
});
afterAll(() => auth.stop());

test('a recovery code is accepted with the type `email` too', async () => {
  const { user } = await auth.signUp();
  const email = user.email ?? '';
  await auth.client().resetPasswordForEmail(email);
  const token = codeIn(await auth.mail(email, 'recovery'));
  const { data, error } = await auth.client().verifyOtp({ type: 'email', email, token });
  expect([error, data.user?.email]).toEqual([null, email]);
});

const invalidLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' };
const invalidCode = { code: 'otp_expired', message: 'Token has expired or is invalid' };
const verify = (body: object) => auth.call('POST', '/verify', { body });
const member = async () => {
  const session = await auth.signUp();
  return { ...session, email: session.user.email ?? '' };
};
const recover = async (email: string, count = 1) => {
  const { error } = await auth.client().resetPasswordForEmail(email, { redirectTo: `${site}/login` });
  expect(error).toBeNull();
  return auth.mail(email, 'recovery', count);
};
const typesOf = async (userId: string) => (await auth.eventsOf(userId)).map(({ type }) => type);
describe('a forgotten password', () => {
  test('is replaced by following the mail’s link', async () => {
    const { email, user } = await member();
    const mail = await recover(email);
    expect(mail).toMatchObject({ to: email, subject: 'Set a new password', person: user.id });
    const { type, redirectTo, verify: link } = linkIn(mail);
    expect([type, redirectTo]).toEqual(['recovery', `${site}/login`]);

    const destination = await auth.follow(link);
    expect(destination.href.split('#')[0]).toBe(`${site}/login`);
    const facts = factsIn(destination);
    expect(Object.keys(facts)).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect(facts).toMatchObject({ expires_in: '3600', token_type: 'bearer', type: 'recovery', sb: '' });

    const client = auth.client();
    const { access_token = '', refresh_token = '' } = facts;
    await client.setSession({ access_token, refresh_token });
    expect((await client.updateUser({ password: 'Marigold9' })).error).toBeNull();
    expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await auth.client().signInWithPassword({ email, password: 'Marigold9' })).error).toBeNull();
    expect((await auth.mail(email, 'password-changed')).subject).toBe('Your password was changed');
    expect(await typesOf(user.id)).toEqual(
      expect.arrayContaining(['PasswordRecoveryRequested', 'PasswordChanged', 'SessionsRevoked']),
    );
  });

  test('is replaced by typing the mail’s code, and the client gets the recovery event', async () => {
    const { email } = await member();
    const client = auth.client();
    const authEvents: string[] = [];
    client.onAuthStateChange((event) => void authEvents.push(event));
    const token = codeIn(await recover(email));
    const { data, error } = await client.verifyOtp({ type: 'recovery', email: email.toUpperCase(), token });
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(authEvents).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: 'Marigold9' })).error).toBeNull();
  });

  test('the mail’s link and code are one token, accepted once', async () => {
    const { email } = await member();
    const mail = await recover(email);
    const { token: link } = linkIn(mail);
    const { error } = await auth.client().verifyOtp({ type: 'recovery', token_hash: link });
    expect(error).toBeNull();
    expect(await verify({ type: 'recovery', token_hash: link })).toMatchObject({ status: 403, body: invalidLink });
    expect(await verify({ type: 'recovery', email, token: codeIn(mail) })).toMatchObject({
      status: 403,
      body: invalidCode,
    });
  });

  test('of twelve concurrent uses of one link, one signs in', async () => {
    const { email } = await member();
    const { verify: link } = linkIn(await recover(email));
    const ends = await Promise.all(Array.from({ length: 12 }, () => auth.follow(link)));
    expect(ends.filter(({ hash }) => hash.includes('access_token'))).toHaveLength(1);
    expect(ends.filter(({ hash }) => hash.includes('otp_expired'))).toHaveLength(11);
  });

  test('a newer mail invalidates the older one', async () => {
    const { email } = await member();
    const olderMail = await recover(email);
    const newer = await recover(email, 2);
    expect((await verify({ type: 'recovery', token_hash: linkIn(olderMail).token })).status).toBe(403);
    expect((await verify({ type: 'recovery', email, token: codeIn(newer) })).status).toBe(200);
  });

  test('the mail is valid for an hour', async () => {
    const { email } = await member();
    const [first, again] = [await member(), linkIn(await recover(email))];
    auth.clock.pass(3_599_000);
    expect((await verify({ type: 'recovery', token_hash: again.token })).status).toBe(200);
    const lateLink = linkIn(await recover(first.email));
    auth.clock.pass(3_600_000);
    expect(await verify({ type: 'recovery', token_hash: lateLink.token })).toMatchObject({
      status: 403,
      body: invalidLink,
    });
  });

  test('after ten wrong codes only the link works', async () => {
    const { email } = await member();
    const mail = await recover(email);
    const rightCode = codeIn(mail);
    const wrongCode = rightCode === '000000' ? '111111' : '000000';
    for (let i = 0; i < 10; i++) expect((await verify({ type: 'recovery', email, token: wrongCode })).status).toBe(403);
    expect((await verify({ type: 'recovery', email, token: rightCode })).status).toBe(403);
    expect((await verify({ type: 'recovery', token_hash: linkIn(mail).token })).status).toBe(200);
  });

  test('a token is accepted only for its own purpose', async () => {
    const { email } = await member();
    const { token } = linkIn(await recover(email));
    for (const type of ['signup', 'magiclink', 'invite', 'email_change'])
      expect((await verify({ type, token_hash: token })).status).toBe(403);
    expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);
  });

  test('a new password invalidates every mail sent before', async () => {
    const { email, access_token: token } = await member();
    const sentLink = linkIn(await recover(email));
    const body = { password: 'Marigold9', current_password: password };
    expect((await auth.call('PUT', '/user', { token, body })).status).toBe(200);
    expect((await verify({ type: 'recovery', token_hash: sentLink.token })).status).toBe(403);
  });

  test('an unknown address gets the same response, and no mail is sent', async () => {
    const { email } = await member();
    const unknownAddress = newEmail();
    const responses = [];
    for (const address of [unknownAddress, email, unknownAddress.toUpperCase()])
      responses.push(await auth.call('POST', '/recover', { body: { email: address } }));
    expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, {}]));
    await auth.mail(email, 'recovery');
    expect(await auth.mailbox.mails(unknownAddress)).toEqual([]);
  });
});

describe('an invalid link', () => {
  test('redirects back with the error in the fragment', async () => {
    const end = await auth.follow(`${auth.url}/verify?token=abc&type=recovery&redirect_to=${site}/login`);
    expect(end.href).toBe(
      `${site}/login#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    );
    const flow = await auth.follow(`${auth.url}/verify?token=pkce_abc&type=recovery&redirect_to=${site}/login?a=b`);
    expect(flow.search).toBe(
      '?a=b&error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    );
    expect(factsIn(flow)).toMatchObject({ error_code: 'otp_expired' });
    const type = await auth.follow(`${auth.url}/verify?token=abc&type=party`);
    expect(factsIn(type)).toMatchObject({ error: 'invalid_request', error_code: 'validation_failed' });
  });

  test.each([
    ['/verify?type=recovery', 'Verify requires a token or a token hash'],
    ['/verify?token=abc', 'Verify requires a verification type'],
    ['/verify', 'Verify requires a verification type'],
    ['/verify?token=a&token=b&type=recovery', 'Verify requires a token or a token hash'],
  ])('%s is not a valid link', async (path, message) => {
    const { status, body } = await auth.call('GET', path);
    expect([status, body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  test('redirects only to this site', async () => {
    const { email } = await member();
    for (const [i, evil] of ['https://evil.example/', '//evil.example', 'javascript:alert(1)'].entries()) {
      await auth.call('POST', `/recover?redirect_to=${encodeURIComponent(evil)}`, { body: { email } });
      expect(linkIn(await auth.mail(email, 'recovery', i + 1)).redirectTo).toBe(`${site}/`);
      const end = await auth.follow(
        `${auth.url}/verify?token=abc&type=recovery&redirect_to=${encodeURIComponent(evil)}`,
      );
      expect(end.origin).toBe(site);
    }
  });

  test('redirects to the page that requested the mail by default', async () => {
    const { email } = await member();
    const headers = { referer: `${site}/reset-password` };
    await auth.call('POST', '/recover', { body: { email }, headers });
    expect(linkIn(await auth.mail(email, 'recovery')).redirectTo).toBe(`${site}/reset-password`);
    await auth.call('POST', '/recover', { body: { email }, headers: { ...headers, redirect_to: `${site}/login` } });
    expect(linkIn(await auth.mail(email, 'recovery', 2)).redirectTo).toBe(`${site}/login`);
  });
});

describe('the page a mail’s link opens', () => {
  test('shows a button and does not use up the token', async () => {
    const { email } = await member();
    const { verify: link } = linkIn(await recover(email));
    const page = await fetch(link.replace('/verify?', '/link?'));
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const [, href = ''] = /class="button" href="([^"]+)"/.exec(html) ?? [];
    expect(`${site}${href.replaceAll('&amp;', '&')}`).toBe(link);
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).headers.get('location')).toBe(`${site}/login`);
    expect((await auth.follow(link)).hash).toContain('access_token');
  });

  test('escapes its parameters', async () => {
    const script = encodeURIComponent('"><script>alert(1)</script>');
    const html = await (await fetch(`${auth.url}/link?token=${script}&type=${script}&redirect_to=${script}`)).text();
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('Continue');
  });
});

describe('an invalid verification', () => {
  const rows: readonly (readonly [object, number, string, string])[] = [
    [{}, 400, 'validation_failed', 'Verify requires a verification type'],
    [{ type: 'recovery' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
    [
      { type: 'recovery', token: '1', token_hash: '2' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      { type: 'recovery', token: '123456' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'recovery', token: '123456', email: 'a@example.com', phone: '1' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'recovery', token_hash: 'abc', email: 'a@example.com' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'party', token_hash: 'abc' }, 400, 'validation_failed', 'Unsupported verification type'],
    [{ type: 'sms', token: '123456', phone: '15550100' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [
      { type: 'recovery', token: '123456', email: 'a@example.com' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [{ type: 'invite', token_hash: 'abc' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
    [{ type: 'toString', token_hash: 'abc' }, 400, 'validation_failed', 'Unsupported verification type'],
  ];
  test.each(rows)('is refused: %j', async (body, status, code, message) => {
    const response = await verify(body);
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  test('a token for another user’s address is refused', async () => {
    const [ann, bo] = [await member(), await member()];
    const code = codeIn(await recover(ann.email));
    expect((await verify({ type: 'recovery', email: bo.email, token: code })).status).toBe(403);
    expect(
      (await verify({ type: 'recovery', email: ann.email, token: ` ${code.slice(0, 3)}-${code.slice(3)}` })).status,
    ).toBe(200);
  });
});

test('no table holds a code or a link in clear text, and no job an address', async () => {
  const { email } = await member();
  const mail = await recover(email);
  const query = <Row extends object>(sql: string) => auth.app.get(Database).query(sql) as Promise<readonly Row[]>;
  const tokens = await query<{ row: string }>('select t::text as row from identity.one_time_tokens t');
  const log = await wholeLog(auth.app.get(EventStore));
  const events = log.map(({ position, ...event }) => ({ row: JSON.stringify(event) }));
  const jobs = await query<{ row: string }>('select j::text as row from bullmq.job j');
  expect(tokens.length * jobs.length).toBeGreaterThan(0);
  for (const secret of [linkIn(mail).token, codeIn(mail)])
    for (const { row } of [...tokens, ...events, ...jobs])
      expect(row.includes(`${secret},`) || row.includes(`"${secret}"`)).toBe(false);
  for (const { row } of [...events, ...jobs]) expect(row).not.toContain(email);
});

test('every read row equals a fresh fold of the log', async () => {
  await untilCaughtUp(auth.app);
  expect(await auth.app.get(Projector).verify()).toEqual(new Map());
});

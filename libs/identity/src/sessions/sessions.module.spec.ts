import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { GoTrueClient, type Session } from '@supabase/auth-js';
import { Sessions } from '#identity';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { SealedBox } from '#platform/sealing';
import { eventually } from '#platform/testing';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { PasswordHasher, TooBusy } from '../passwords/password.hasher.ts';
import type { UserEvents } from '../users/user.ts';
import { writeRefreshToken } from './refresh-token.codec.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const isAlive = async ({ access_token }: Session) => (await auth.app.get(Sessions).caller(access_token)) !== undefined;
const signIn = async (email: string): Promise<Session> => {
  const { data, error } = await auth.client().signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
};
const revokedOf = async (userId: string) =>
  (await auth.app.get(EventStore).read<Pick<UserEvents, 'SessionsRevoked'>>(`user-${userId}`))
    .filter(({ type }) => type === 'SessionsRevoked')
    .map(({ data, by }) => ({ ...data, by: by.id }));
const rowOf = async (sessionId: string) => {
  const sql = 'select refresh_key as "refreshKey", refresh_counter as counter from identity.sessions where id = $1';
  const [row] = await auth.app.get(Database).query<{ refreshKey: Buffer; counter: number }>(sql, [sessionId]);
  if (!row) throw new Error('Session not found');
  return row;
};
const usedToken = {
  status: 400,
  body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
};
const unknownToken = {
  status: 400,
  body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
};

test('a wrong password and an address without an account are refused in the same way', async () => {
  const { user } = await auth.signUp();
  const rightSignIn = await auth.client().signInWithPassword({ email: user.email?.toUpperCase() ?? '', password });
  expect(rightSignIn.data.user?.last_sign_in_at).toBeDefined();
  for (const [email, tried] of [
    [user.email ?? '', 'Sunflower8'],
    [user.email ?? '', `${password}${'x'.repeat(100)}`],
    [newEmail(), password],
  ] as const) {
    const { error } = await auth.client().signInWithPassword({ email, password: tried });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  }
});

test('the client’s refresh rotates both tokens and keeps the session', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  auth.clock.pass(1_000);
  const renewed = await client.refreshSession();
  expect(renewed.error).toBeNull();
  expect(renewed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
  expect(renewed.data.session?.access_token).not.toBe(data.session?.access_token);
  expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
});

test('twelve tabs that refresh concurrently all stay signed in, and the token rotates once each time', async () => {
  const { refresh_token, access_token } = await auth.signUp();
  // Opens all connections first, so that the refreshes really run concurrently.
  await Promise.all(Array.from({ length: 10 }, () => auth.app.get(Database).query('select pg_sleep(0.05)')));
  const { sessionId = '' } = (await auth.app.get(Sessions).caller(access_token)) ?? {};
  let newestToken = refresh_token;
  for (let round = 1; round <= 3; round++) {
    const responses = await Promise.all(Array.from({ length: 12 }, () => auth.refresh(newestToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const [next, ...others] = new Set(responses.map(({ body }) => body.refresh_token));
    expect([others, next === newestToken]).toEqual([[], false]);
    expect((await rowOf(sessionId)).counter).toBe(round);
    newestToken = next;
  }
  expect((await auth.refresh(newestToken)).status).toBe(200);
});

test('an old refresh token gets the newest within ten seconds; later it ends the session and all its tokens', async () => {
  const session = await auth.signUp();
  const second = (await auth.refresh(session.refresh_token)).body;
  const third = (await auth.refresh(second.refresh_token)).body;
  auth.clock.pass(9_000);
  expect((await auth.refresh(session.refresh_token)).body.refresh_token).toBe(third.refresh_token);
  expect(await isAlive(third)).toBe(true);

  auth.clock.pass(1_500);
  expect(await auth.refresh(session.refresh_token)).toMatchObject(usedToken);
  expect(await auth.refresh(third.refresh_token)).toMatchObject(unknownToken);
  expect(await isAlive(third)).toBe(false);
  expect(await revokedOf(session.user.id)).toEqual([
    { userId: session.user.id, sessionIds: [expect.any(String)], reason: 'refresh-token-reused', by: 'identity' },
  ]);
});

test('a client that lost the response to its refresh stays signed in, even after a long time offline', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const lostResponse = await auth.refresh(data.session?.refresh_token ?? '');
  auth.clock.pass(3_600_000);
  const renewed = await client.refreshSession();
  expect(renewed.error).toBeNull();
  expect(renewed.data.session?.refresh_token).toBe(lostResponse.body.refresh_token);
  expect((await client.refreshSession()).error).toBeNull();
});

test('a client is signed out once another party has refreshed with its token twice', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const copied = await auth.refresh(data.session?.refresh_token ?? '');
  await auth.refresh(copied.body.refresh_token);
  auth.clock.pass(11_000);
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_already_used' });
});

test.each([
  ['garbage', 'Refresh token is not valid', 'garbage-garbage-garbage'],
  ['something short', 'Refresh token is not valid', 'short'],
  ['an id', 'Refresh token is not valid', randomUUID()],
  ['something of another version', 'Refresh token is not valid', Buffer.alloc(38, 1).toString('base64url')],
  ['something with spaces', 'Refresh token is not valid', ` ${'A'.repeat(51)}`],
  ['something endless', 'Refresh token is not valid', 'A'.repeat(100_000)],
])('%s is not a refresh token', async (_, message, token) =>
  expect(await auth.refresh(token)).toMatchObject({ status: 400, body: { code: 'validation_failed', message } }),
);

test('a token in the twelve-character format of older servers is not found', async () =>
  expect(await auth.refresh('Zk3xQ9abcdEF')).toMatchObject(unknownToken));

test('a refresh needs a refresh token, and one session’s token does not refresh another session', async () => {
  const [ann, bo] = [await auth.signUp(), await auth.signUp()];
  expect((await auth.refresh(ann.access_token)).body.code).toBe('validation_failed');
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const mixed = Buffer.concat([bytes(ann.refresh_token).subarray(0, 18), bytes(bo.refresh_token).subarray(18)]);
  expect((await auth.refresh(mixed.toString('base64url'))).body.code).toBe('validation_failed');
  for (const { refresh_token } of [ann, bo]) expect((await auth.refresh(refresh_token)).status).toBe(200);
});

test('a refresh token signed with another key, or with a counter above the current one, is refused as not issued by this server', async () => {
  const { access_token, refresh_token } = await auth.signUp();
  const { sessionId = '' } = (await auth.app.get(Sessions).caller(access_token)) ?? {};
  const { refreshKey } = await rowOf(sessionId);
  const key = new SealedBox(auth.config.secrets.signingKeys, 'identity.refresh-tokens').open(refreshKey, sessionId);
  expect(writeRefreshToken({ sessionId, counter: 0 }, key)).toBe(refresh_token);
  const foreign = [
    writeRefreshToken({ sessionId, counter: 0 }, randomBytes(32)),
    writeRefreshToken({ sessionId, counter: 1 }, key),
  ];
  for (const token of foreign)
    expect(await auth.refresh(token)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Invalid Refresh Token: Not Issued By This Server' },
    });
  expect(await auth.refresh(writeRefreshToken({ sessionId: randomUUID(), counter: 0 }, key))).toMatchObject(
    unknownToken,
  );
  expect((await auth.refresh(refresh_token)).status).toBe(200);
});

test('response headers hold the session’s user, its refresh count, and whether an older token was used', async () => {
  const { refresh_token: first, access_token, user } = await auth.signUp();
  const { sessionId } = (await auth.app.get(Sessions).caller(access_token)) ?? {};
  const refreshedWith = async (token: string) => {
    const { headers, body } = await auth.refresh(token);
    const sessionHeaders = [...headers].flatMap(([name, value]) =>
      name.startsWith('sb-auth-') ? [[name.slice(8), value]] : [],
    );
    return { ...Object.fromEntries(sessionHeaders), next: body.refresh_token };
  };
  const next = expect.any(String);
  const renewed = (times: number) => ({
    'user-id': user.id,
    'session-id': sessionId,
    'refresh-token-counter': String(times),
    next,
  });
  const second = await refreshedWith(first);
  expect(second).toEqual({ ...renewed(1), 'refresh-token-reuse': 'false' });
  const reuseHeaders = (cause: string) => ({ 'refresh-token-reuse': 'true', 'refresh-token-reuse-cause': cause });
  expect(await refreshedWith(first)).toEqual({ ...renewed(1), ...reuseHeaders('concurrent-refresh,fail-to-save') });
  await refreshedWith(second.next);
  expect(await refreshedWith(first)).toEqual({ ...renewed(2), ...reuseHeaders('concurrent-refresh') });
  auth.clock.pass(10_000);
  expect(await refreshedWith(second.next)).toEqual({ ...renewed(2), ...reuseHeaders('fail-to-save') });
  const endedRefresh = await auth.refresh(first);
  expect(endedRefresh).toMatchObject(usedToken);
  expect(endedRefresh.headers.get('sb-auth-refresh-token-rotated')).toBe('true');

  const body = { email: user.email, password };
  const signedIn = await auth.call('POST', '/token?grant_type=password', { body });
  expect([signedIn.headers.get('sb-auth-user-id'), signedIn.headers.get('sb-auth-refresh-token-counter')]).toEqual([
    user.id,
    '0',
  ]);
});

test('signing out ends the current session, all sessions or all others, and invalidates their access tokens', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const current = data.session as Session;
  const email = current.user.email ?? '';
  const [a, b, c] = [await signIn(email), await signIn(email), await signIn(email)];

  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect([await isAlive(current), await isAlive(a), await isAlive(b)]).toEqual([false, true, true]);
  expect((await auth.call('GET', '/user', { token: current.access_token })).body.code).toBe('session_not_found');

  const othersResponse = await auth.call('POST', '/logout?scope=others', { token: a.access_token });
  expect([othersResponse.status, othersResponse.body]).toEqual([204, undefined]);
  expect([await isAlive(a), await isAlive(b), await isAlive(c)]).toEqual([true, false, false]);
  expect(await auth.refresh(b.refresh_token)).toMatchObject(unknownToken);

  const d = await signIn(email);
  await auth.call('POST', '/logout', { token: d.access_token, headers: { 'content-type': 'application/json' } });
  expect([await isAlive(a), await isAlive(d)]).toEqual([false, false]);
  expect((await revokedOf(current.user.id)).map(({ reason, by }) => `${reason} ${by === current.user.id}`)).toEqual([
    'signed-out true',
    'signed-out-elsewhere true',
    'signed-out-everywhere true',
  ]);
});

test('a client removes its session when it was ended on another device', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  await auth.call('POST', '/logout', { token: data.session?.access_token ?? '' });
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.getSession()).data.session).toBeNull();
});

test('a new password ends all other sessions, and the old one is refused', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const [session, email] = [data.session as Session, data.user?.email ?? ''];
  const otherSession = await signIn(email);

  const proof = { current_password: password };
  expect((await client.updateUser({ password, ...proof })).error).toMatchObject({
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  });
  expect((await client.updateUser({ password: 'short' })).error).toMatchObject({
    status: 422,
    code: 'weak_password',
    reasons: ['length', 'characters'],
  });
  const wrongChange = { password: 'Marigold9', current_password: 'Sunflower8' };
  expect(await auth.call('PUT', '/user', { token: session.access_token, body: wrongChange })).toMatchObject({
    status: 400,
    body: { code: 'current_password_invalid', message: 'Current password is incorrect' },
  });
  expect((await client.updateUser({ password: 'Marigold9', ...proof })).error).toBeNull();
  expect([await isAlive(session), await isAlive(otherSession)]).toEqual([true, false]);
  expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  expect((await auth.client().signInWithPassword({ email, password: 'Marigold9' })).error).toBeNull();
  expect(await revokedOf(session.user.id)).toMatchObject([{ reason: 'password-changed' }]);
});

test('a hash with outdated parameters is replaced at the next sign-in', async () => {
  const { user } = await auth.signUp();
  const hashOf = async () => {
    const rows = await auth.app
      .get(Database)
      .query<{ hash: string }>('select password_hash as hash from identity.credentials where user_id = $1', [user.id]);
    return rows[0]?.hash ?? '';
  };
  const pepper = Buffer.from(auth.config.secrets.passwords, 'base64url');
  const olderHash = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1, secret: pepper });
  await auth.app
    .get(Database)
    .query('update identity.credentials set password_hash = $1 where user_id = $2', [olderHash, user.id]);
  await signIn(user.email ?? '');
  expect(await hashOf()).toContain(`$argon2id$v=19$m=${auth.config.passwordMemory * 1_024},t=3,p=1$`);
  await signIn(user.email ?? '');
});

test('two concurrent sign-ins that replace such a hash both succeed', async () => {
  const { user } = await auth.signUp();
  const pepper = Buffer.from(auth.config.secrets.passwords, 'base64url');
  const olderHash = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1, secret: pepper });
  await auth.app
    .get(Database)
    .query('update identity.credentials set password_hash = $1 where user_id = $2', [olderHash, user.id]);
  const hasher = auth.app.get(PasswordHasher);
  const make = hasher.hash.bind(hasher);
  let release = () => {};
  const bothHashed = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hashCount = 0;
  const hashing = jest.spyOn(hasher, 'hash').mockImplementation(async (chosen) => {
    const newHash = await make(chosen);
    if (++hashCount === 2) release();
    // Neither writes before the other has read the old hash.
    await bothHashed;
    return newHash;
  });
  const email = user.email ?? '';
  const sessions = await Promise.all([signIn(email), signIn(email)]).finally(() => hashing.mockRestore());
  expect(hashCount).toBe(2);
  expect(await Promise.all(sessions.map(isAlive))).toEqual([true, true]);
});

test('a sign-in with the old password while it is being changed is refused', async () => {
  const { user } = await auth.signUp();
  const email = user.email ?? '';
  const otherHash = await auth.app.get(PasswordHasher).hash('Marigold-9-Lane');
  let outcome: Promise<unknown> = Promise.resolve();
  await auth.app.get(Database).transaction(async (within) => {
    await within.query('update identity.credentials set password_hash = $1 where user_id = $2', [otherHash, user.id]);
    await within.query('delete from identity.sessions where user_id = $1', [user.id]);
    outcome = signIn(email).catch((error: unknown) => error);
    // Once the sign-in waits for the lock, it has read the old hash.
    const waiting =
      'select 1 from pg_locks join pg_stat_activity a using (pid) where not granted and a.datname = current_database()';
    await eventually(async () => (await auth.app.get(Database).query(waiting)).length > 0);
  });
  expect(await outcome).toMatchObject({ code: 'invalid_credentials' });
  const sql = 'select id from identity.sessions where user_id = $1';
  expect(await auth.app.get(Database).query(sql, [user.id])).toEqual([]);
  expect((await auth.client().signInWithPassword({ email, password: 'Marigold-9-Lane' })).error).toBeNull();
});

test('password checks wait in a queue, and are refused after nine seconds with a Retry-After header', async () => {
  const hasher = auth.app.get(PasswordHasher);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const burst = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.matches(undefined, password)));
    expect(burst.filter(({ status }) => status === 'rejected')).toEqual([]);

    const checks = Array.from({ length: 4 }, () => hasher.matches(undefined, password));
    // Two password checks run at once; the other two wait.
    jest.advanceTimersByTime(9_000);
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(outcomes[3]).toMatchObject({ reason: { code: 'passwords-busy' } });
  } finally {
    jest.useRealTimers();
  }
  expect(await hasher.matches(await hasher.hash(password), password)).toBe(true);

  jest.spyOn(hasher, 'matches').mockRejectedValueOnce(new TooBusy());
  const busy = await auth.call('POST', '/token?grant_type=password', { body: { email: newEmail(), password } });
  expect([busy.status, busy.body, busy.headers.get('retry-after')]).toEqual([
    503,
    { code: 'unexpected_failure', message: 'Too many people are signing in, please try again in a moment' },
    '2',
  ]);
});

test('a hash cannot be verified without the pepper', async () => {
  const passwordHash = await auth.app.get(PasswordHasher).hash(password);
  expect(await verify(passwordHash, password)).toBe(false);
  expect(await auth.app.get(PasswordHasher).matches(passwordHash, password)).toBe(true);
});

test('a restarted browser continues its stored session', async () => {
  const storedItems = new Map<string, string>();
  const storage = {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  };
  const browser = () => new GoTrueClient({ url: auth.url, storage, autoRefreshToken: false, storageKey: 'festoon' });
  const { data } = await browser().signUp({ email: newEmail(), password, options: { data: person() } });
  const restartedBrowser = browser();
  await restartedBrowser.initialize();
  expect((await restartedBrowser.getUser()).data.user?.id).toBe(data.user?.id);
  await restartedBrowser.signOut({ scope: 'local' });
  expect(storedItems.size).toBe(0);
});

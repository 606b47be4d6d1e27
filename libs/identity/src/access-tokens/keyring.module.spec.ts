import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { IdentityQueries, RotateSigningKeys, Sessions } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { originOf } from '#platform/testing';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { keyringStream } from './keyring.commands.ts';
import { SigningKeys } from './signing-keys.store.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const minutes = (count: number) => count * 60_000;
const cli = { id: 'cli', kind: 'system', role: 'operator' } as const;
const rotate = () =>
  auth.app.get(Context).run(originOf(cli), () => auth.app.get(CommandBus).execute(new RotateSigningKeys()));
const signedUp = async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  return { client, session: data.session as Session };
};
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const publishedIds = async (): Promise<string[]> =>
  (await auth.call('GET', '/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);
const isAlive = async (token: string) => (await auth.app.get(Sessions).caller(token)) !== undefined;
const renewed = async (client: GoTrueClient) => (await client.refreshSession()).data.session?.access_token ?? '';

test('a new key is published at once, signs ten minutes later, and ends no session', async () => {
  const { client, session } = await signedUp();
  const oldKid = kidOf(session.access_token) ?? '';
  const first = await client.getClaims();
  expect(first.data?.header.kid).toBe(oldKid);

  const { kid, signsFrom } = await rotate();
  expect(signsFrom.getTime() - auth.clock.now().getTime()).toBeGreaterThan(minutes(10) - 1_000);
  expect(await publishedIds()).toEqual([kid, oldKid]);
  // A client with the earlier list of keys can still verify all tokens.
  auth.clock.pass(minutes(9));
  expect(kidOf((await signedUp()).session.access_token)).toBe(oldKid);

  auth.clock.pass(minutes(2));
  const laterSignUp = await signedUp();
  expect(kidOf(laterSignUp.session.access_token)).toBe(kid);
  expect((await auth.client().getClaims(laterSignUp.session.access_token)).data?.claims.sub).toBe(
    laterSignUp.session.user.id,
  );
  // The old token is valid until it expires, and a refresh is signed with the new key.
  expect(await isAlive(session.access_token)).toBe(true);
  expect(kidOf(await renewed(client))).toBe(kid);

  // The old key's last token may be fifty-nine minutes old now, so the key is still published.
  auth.clock.pass(minutes(58));
  expect(await publishedIds()).toEqual([kid, oldKid]);
  auth.clock.pass(minutes(12));
  expect(await publishedIds()).toEqual([kid]);
  expect(await isAlive(await renewed(client))).toBe(true);
});

test('processes that started earlier know the new key before it signs', async () => {
  const otherKeys = new SigningKeys(auth.app.get(Database), auth.clock, auth.config);
  await otherKeys.onApplicationBootstrap();
  const { kid } = await rotate();
  expect(await otherKeys.byKid(kid)).toBeUndefined();
  const now = Date.now;
  try {
    // The other process reloads its keys after a minute.
    const afterReload = now() + minutes(1) + 1_000;
    Date.now = () => afterReload;
    expect((await otherKeys.byKid(kid))?.kid).toBe(kid);
  } finally {
    Date.now = now;
  }
  auth.clock.pass(minutes(90));
});

test('concurrent rotations make only one key', async () => {
  const rotations = await Promise.allSettled([rotate(), rotate()]);
  expect(rotations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(rotate()).rejects.toMatchObject({ code: 'signing-key-rotating' });
  auth.clock.pass(minutes(11));
  await rotate();
  auth.clock.pass(minutes(90));
});

test('a rotation that is refused leaves the keys unchanged', async () => {
  const publishedBefore = await publishedIds();
  const admin = { id: 'ada', kind: 'staff', role: 'admin' } as const;
  const rotation = auth.app
    .get(Context)
    .run(originOf(admin), () => auth.app.get(CommandBus).execute(new RotateSigningKeys()));
  await expect(rotation).rejects.toMatchObject({ code: 'signing-key-not-allowed' });
  expect(await publishedIds()).toEqual(publishedBefore);
});

test('a rotation is recorded in the event log, and all valid keys can be listed', async () => {
  const { kid, signsFrom } = await rotate();
  expect((await auth.app.get(EventStore).read(keyringStream)).at(-1)).toMatchObject({
    type: 'SigningKeyRotated',
    data: { kid, signsFrom: signsFrom.toISOString() },
    by: { id: 'cli' },
  });
  const [next, current] = await auth.app.get(IdentityQueries).signingKeys();
  expect(next).toEqual({ kid, signsFrom, verifiesUntil: null });
  expect((current?.verifiesUntil?.getTime() ?? 0) - signsFrom.getTime()).toBe(minutes(70));
});

test('a token that an expired key signs is refused', async () => {
  auth.clock.pass(minutes(90));
  const { kid, privateKey } = await auth.app.get(SigningKeys).current();
  const tokenOfExpiredKey = async (claims: object) => {
    const iat = Math.floor(auth.clock.now().getTime() / 1000);
    const token = new SignJWT({ ...claims, iat, exp: iat + 600 });
    return token.setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey);
  };
  const claims = decodeJwt((await signedUp()).session.access_token);
  expect(await isAlive(await tokenOfExpiredKey(claims))).toBe(true);
  await rotate();
  auth.clock.pass(minutes(79));
  expect(await isAlive(await tokenOfExpiredKey(claims))).toBe(true);
  auth.clock.pass(minutes(2));
  const lateToken = await tokenOfExpiredKey(claims);
  expect(await isAlive(lateToken)).toBe(false);
  expect((await auth.call('GET', '/user', { token: lateToken })).body.code).toBe('bad_jwt');
  const now = Date.now;
  try {
    // The keys are reloaded for a token whose key is not valid, at most every five seconds.
    const afterInterval = now() + 6_000;
    Date.now = () => afterInterval;
    expect(await isAlive(lateToken)).toBe(false);
  } finally {
    Date.now = now;
  }
});

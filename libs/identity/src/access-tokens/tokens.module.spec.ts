import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Session } from '@supabase/auth-js';
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
} from 'jose';
import { BearerStrategy, Sessions } from '#identity';
import { Database } from '#platform/postgres';
import { SealedBox } from '#platform/sealing';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { SigningKeys } from './signing-keys.store.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let session: Session;
beforeAll(async () => {
  auth = await startAuthApp();
  session = await auth.signUp();
});
afterAll(() => auth.stop());

/** The HTTP guard's response to a token, and the caller that sockets get for it. */
const responsesTo = async (token: string) => {
  const { status, body } = await auth.call('GET', '/user', { token });
  return { status, code: body.code, caller: await auth.app.get(Sessions).caller(token) };
};
const claims = (): Readonly<Record<string, unknown>> => decodeJwt(session.access_token);
const currentKey = () => auth.app.get(SigningKeys).current();
const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = async (payload: object, header: object = {}) => {
  const { kid, privateKey } = await currentKey();
  return new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...header }).sign(privateKey);
};
const sharedSecret = async (secret: string) =>
  new SignJWT({ ...claims() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: (await currentKey()).kid })
    .sign(new TextEncoder().encode(secret));

test('an access token has the same claims as GoTrue’s', () => {
  expect(decodeProtectedHeader(session.access_token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) });
  const { iat = 0, exp = 0, ...rest } = decodeJwt(session.access_token);
  expect(exp - iat).toBe(3600);
  expect(session.expires_at).toBe(exp);
  expect(rest).toEqual({
    iss: `${auth.config.publicUrl}/auth/v1`,
    sub: session.user.id,
    aud: 'authenticated',
    email: session.user.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], app_role: 'client' },
    user_metadata: session.user.user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
  });
});

const signatureOf = async (text: string, key: CryptoKey) =>
  Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text))).toString(
    'base64url',
  );

test('a valid hand-made token is accepted, so refusals in the next test are not caused by the test’s own signing', async () =>
  expect(await responsesTo(await sign(claims()))).toMatchObject({ status: 200, caller: { userId: session.user.id } }));

const forgeries: Record<string, () => string | Promise<string>> = {
  'no algorithm': () => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims())}.`,
  'no algorithm, but our key id': async () =>
    `${base64({ alg: 'none', typ: 'JWT', kid: (await currentKey()).kid })}.${base64(claims())}.`,
  'the public key as a shared secret': async () => sharedSecret(await exportSPKI((await currentKey()).publicKey)),
  'the public key as a shared secret, in JSON': async () =>
    sharedSecret(JSON.stringify(await exportJWK((await currentKey()).publicKey))),
  'an unknown key': async () => sign(claims(), { kid: 'unknown-key' }),
  'a path as key id': async () => sign(claims(), { kid: '../../../dev/null' }),
  'SQL as key id': async () => sign(claims(), { kid: "' or true --" }),
  'no key id': async () => sign(claims(), { kid: undefined }),
  'another key’s signature under our key id': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const { kid } = await currentKey();
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey);
  },
  'its own key in the header': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const header = { alg: 'ES256', typ: 'JWT', kid: (await currentKey()).kid, jwk: await exportJWK(publicKey) };
    return new SignJWT({ ...claims() }).setProtectedHeader(header).sign(privateKey);
  },
  'the address of a foreign key': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const foreignKeys = { jku: 'https://elsewhere.example/jwks.json', x5u: 'https://elsewhere.example/cert.pem' };
    const header = { alg: 'ES256', typ: 'JWT', kid: (await currentKey()).kid, ...foreignKeys };
    return new SignJWT({ ...claims() }).setProtectedHeader(header).sign(privateKey);
  },
  'the key and issuer of another deployment': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
    const foreignClaims = { ...claims(), iss: 'https://other.example/auth/v1' };
    return new SignJWT(foreignClaims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey);
  },
  'an unsupported curve': async () => {
    const { privateKey } = await generateKeyPair('ES384');
    const { kid } = await currentKey();
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid }).sign(privateKey);
  },
  'a signature of zeros': () => [...session.access_token.split('.').slice(0, 2), 'A'.repeat(86)].join('.'),
  'a signature that is cut short': () => session.access_token.slice(0, -2),
  'a signature that is too long': () => `${session.access_token}AAAA`,
  'a signature of one byte': () => [...session.access_token.split('.').slice(0, 2), 'AA'].join('.'),
  'another type': async () => sign(claims(), { typ: 'at+jwt' }),
  'no type': async () => sign(claims(), { typ: undefined }),
  'an unknown critical extension': async () => {
    const [, payload = ''] = session.access_token.split('.');
    const { kid, privateKey } = await currentKey();
    const header = base64({ alg: 'ES256', typ: 'JWT', kid, crit: ['exp'], exp: 1 });
    const signature = await signatureOf(`${header}.${payload}`, privateKey);
    return `${header}.${payload}.${signature}`;
  },
  'a not-before time in the future': async () => sign({ ...claims(), nbf: Math.floor(Date.now() / 1000) + 60 }),
  'too much content': async () => sign({ ...claims(), pad: 'x'.repeat(9_000) }),
  'a word as expiry time': async () => sign({ ...claims(), exp: 'never' }),
  'SQL as session id': async () => sign({ ...claims(), session_id: "' or true --" }),
  'another user’s claims under our signature': async () => {
    const [header = '', , signature = ''] = session.access_token.split('.');
    return `${header}.${base64({ ...claims(), sub: randomUUID() })}.${signature}`;
  },
  'another audience': async () => sign({ ...claims(), aud: 'admins' }),
  'no audience': async () => sign({ ...claims(), aud: undefined }),
  'another issuer': async () => sign({ ...claims(), iss: 'https://elsewhere.example/auth/v1' }),
  expired: async () => sign({ ...claims(), exp: Math.floor(Date.now() / 1000) - 1 }),
  'no expiry time': async () => sign({ ...claims(), exp: undefined }),
  'no session': async () => sign({ ...claims(), session_id: undefined }),
  'no subject': async () => sign({ ...claims(), sub: undefined }),
  'a refresh token': () => session.refresh_token,
  garbage: () => 'a.b.c',
};
test.each(Object.entries(forgeries))('a token with %s is refused over HTTP and on a socket', async (_, forge) => {
  expect(await responsesTo(await forge())).toEqual({ status: 403, code: 'bad_jwt', caller: undefined });
});

test('a token too long for a header is refused quickly on sockets too', async () => {
  const hugeToken = [...session.access_token.split('.').slice(0, 2), 'A'.repeat(5_000_000)].join('.');
  expect(await auth.app.get(Sessions).caller(hugeToken)).toBeUndefined();
});

test('a token is refused if its subject is not a uuid, or its user or session is unknown or of another user', async () => {
  const otherUser = await auth.signUp();
  const otherSessionId = decodeJwt(otherUser.access_token).session_id;
  const cases = [
    [{ sub: 'root' }, 400, 'bad_jwt'],
    [{ sub: randomUUID() }, 403, 'user_not_found'],
    [{ session_id: randomUUID() }, 403, 'session_not_found'],
    [{ session_id: otherSessionId }, 403, 'session_not_found'],
  ] as const;
  for (const [wrong, status, code] of cases)
    expect(await responsesTo(await sign({ ...claims(), ...wrong }))).toEqual({ status, code, caller: undefined });
});

test('a role in the metadata has no effect', async () => {
  const token = await sign({ ...claims(), user_metadata: { role: 'creator' }, app_metadata: { app_role: 'admin' } });
  expect((await responsesTo(token)).caller).toMatchObject({ role: 'client', staffRoles: [] });
});

test('an access token expires after an hour', async () => {
  const { access_token } = await auth.signUp();
  auth.clock.pass(3_599_000);
  expect((await responsesTo(access_token)).status).toBe(200);
  auth.clock.pass(2_000);
  expect(await responsesTo(access_token)).toEqual({ status: 403, code: 'bad_jwt', caller: undefined });
  auth.clock.pass(-3_601_000);
});

test('a request without a header or with another scheme has no bearer token', async () => {
  for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: session.access_token }])
    expect(await auth.call('GET', '/user', { headers })).toMatchObject({
      status: 401,
      body: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    });
  expect(await auth.app.get(BearerStrategy).recognize({ headers: {} })).toBeUndefined();
});

test('a client verifies tokens with the published keys', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const readClaims = await client.getClaims();
  expect(readClaims.data?.claims.sub).toBe(data.user?.id);
  const { kid } = await currentKey();
  expect(readClaims.data?.header.kid).toBe(kid);
  const keysResponse = await auth.call('GET', '/.well-known/jwks.json');
  expect(keysResponse.headers.get('cache-control')).toBe('public, max-age=600');
  const point = { x: expect.any(String), y: expect.any(String) };
  expect(keysResponse.body.keys).toEqual([
    { kty: 'EC', crv: 'P-256', ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
  ]);
});

test('a private key is stored encrypted', async () => {
  const database = auth.app.get(Database);
  const [row] = await database.query<{ kid: string; sealed: Buffer }>(
    'select kid, private_key as sealed from identity.signing_keys limit 1',
  );
  const { kid = '', sealed = Buffer.of() } = row ?? {};
  const box = (secret: string) => new SealedBox(secret, 'identity.signing-keys');
  expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY');
  expect(box(auth.config.secrets.signingKeys).open(sealed, kid).toString()).toContain('PRIVATE KEY');
  expect(() => box('another').open(sealed, kid)).toThrow();
  expect(() => box(auth.config.secrets.signingKeys).open(sealed, 'another')).toThrow();
});

test('processes that start at the same time make only one key', async () => {
  const database = auth.app.get(Database);
  await database.query('delete from identity.signing_keys');
  const process = () => new SigningKeys(database, auth.clock, auth.config);
  const startedProcesses = Array.from({ length: 5 }, process);
  await Promise.all(startedProcesses.map((keys) => keys.onApplicationBootstrap()));
  const signing = await Promise.all(startedProcesses.map(async (keys) => (await keys.current()).kid));
  expect(new Set(signing).size).toBe(1);
  expect(await database.query('select kid from identity.signing_keys')).toHaveLength(1);
});

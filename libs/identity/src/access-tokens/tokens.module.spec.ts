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
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { SealedBox } from '../sealing/sealed.box.ts';
import { SigningKeys } from './signing-keys.store.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let session: Session;
beforeAll(async () => {
  auth = await startAuthApp();
  session = await auth.signUp();
});
afterAll(() => auth.stop());

/** What the HTTP guard answers, and what sockets ask of the same token. */
const verdicts = async (token: string) => {
  const { status, body } = await auth.call('GET', '/user', { token });
  return { status, code: body.code, caller: await auth.app.get(Sessions).caller(token) };
};
const claims = (): Readonly<Record<string, unknown>> => decodeJwt(session.access_token);
const ours = () => auth.app.get(SigningKeys).current();
const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const signed = async (payload: object, header: object = {}) => {
  const { kid, privateKey } = await ours();
  return new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...header }).sign(privateKey);
};
const sharedSecret = async (secret: string) =>
  new SignJWT({ ...claims() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: (await ours()).kid })
    .sign(new TextEncoder().encode(secret));

test('an access token says what GoTrue’s says', () => {
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

test('a good token made by hand is let in, so that the next test can fail', async () =>
  expect(await verdicts(await signed(claims()))).toMatchObject({ status: 200, caller: { userId: session.user.id } }));

const hostile: Record<string, () => string | Promise<string>> = {
  'no algorithm': () => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims())}.`,
  'no algorithm, our key named': async () =>
    `${base64({ alg: 'none', typ: 'JWT', kid: (await ours()).kid })}.${base64(claims())}.`,
  'the public key as a shared secret': async () => sharedSecret(await exportSPKI((await ours()).publicKey)),
  'the public key as a shared secret, in JSON': async () =>
    sharedSecret(JSON.stringify(await exportJWK((await ours()).publicKey))),
  'an unknown key': async () => signed(claims(), { kid: 'somebody-elses' }),
  'a key that is a path': async () => signed(claims(), { kid: '../../../dev/null' }),
  'a key that is SQL': async () => signed(claims(), { kid: "' or true --" }),
  'no key named': async () => signed(claims(), { kid: undefined }),
  'another key under our name': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const { kid } = await ours();
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey);
  },
  'a key of its own in the header': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const header = { alg: 'ES256', typ: 'JWT', kid: (await ours()).kid, jwk: await exportJWK(publicKey) };
    return new SignJWT({ ...claims() }).setProtectedHeader(header).sign(privateKey);
  },
  'a key to fetch from elsewhere': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const elsewhere = { jku: 'https://elsewhere.example/jwks.json', x5u: 'https://elsewhere.example/cert.pem' };
    const header = { alg: 'ES256', typ: 'JWT', kid: (await ours()).kid, ...elsewhere };
    return new SignJWT({ ...claims() }).setProtectedHeader(header).sign(privateKey);
  },
  'the key and name of another deployment': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
    const theirs = { ...claims(), iss: 'https://other.example/auth/v1' };
    return new SignJWT(theirs).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey);
  },
  'a curve that is not ours': async () => {
    const { privateKey } = await generateKeyPair('ES384');
    const { kid } = await ours();
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid }).sign(privateKey);
  },
  'a signature of zeros': () => [...session.access_token.split('.').slice(0, 2), 'A'.repeat(86)].join('.'),
  'a signature that is cut short': () => session.access_token.slice(0, -2),
  'a signature that is too long': () => `${session.access_token}AAAA`,
  'a signature of one byte': () => [...session.access_token.split('.').slice(0, 2), 'AA'].join('.'),
  'another type': async () => signed(claims(), { typ: 'at+jwt' }),
  'no type': async () => signed(claims(), { typ: undefined }),
  'an extension that must be understood': async () => {
    const [, payload = ''] = session.access_token.split('.');
    const { kid, privateKey } = await ours();
    const header = base64({ alg: 'ES256', typ: 'JWT', kid, crit: ['exp'], exp: 1 });
    const signature = await signatureOf(`${header}.${payload}`, privateKey);
    return `${header}.${payload}.${signature}`;
  },
  'a day on which it begins': async () => signed({ ...claims(), nbf: Math.floor(Date.now() / 1000) + 60 }),
  'too much to say': async () => signed({ ...claims(), pad: 'x'.repeat(9_000) }),
  'an end that is a word': async () => signed({ ...claims(), exp: 'never' }),
  'a session that is SQL': async () => signed({ ...claims(), session_id: "' or true --" }),
  'somebody else’s claims under our signature': async () => {
    const [header = '', , signature = ''] = session.access_token.split('.');
    return `${header}.${base64({ ...claims(), sub: randomUUID() })}.${signature}`;
  },
  'another audience': async () => signed({ ...claims(), aud: 'admins' }),
  'no audience': async () => signed({ ...claims(), aud: undefined }),
  'another issuer': async () => signed({ ...claims(), iss: 'https://elsewhere.example/auth/v1' }),
  expired: async () => signed({ ...claims(), exp: Math.floor(Date.now() / 1000) - 1 }),
  'no end': async () => signed({ ...claims(), exp: undefined }),
  'no session': async () => signed({ ...claims(), session_id: undefined }),
  'no subject': async () => signed({ ...claims(), sub: undefined }),
  'a refresh token': () => session.refresh_token,
  garbage: () => 'a.b.c',
};
test.each(Object.entries(hostile))('a token with %s is refused over HTTP and on a socket', async (_, forge) => {
  expect(await verdicts(await forge())).toEqual({ status: 403, code: 'bad_jwt', caller: undefined });
});

test('a token that nobody could send in a header is refused as quickly elsewhere', async () => {
  const huge = [...session.access_token.split('.').slice(0, 2), 'A'.repeat(5_000_000)].join('.');
  expect(await auth.app.get(Sessions).caller(huge)).toBeUndefined();
});

test('a subject that is no uuid, a user or session that is not there, and the session of another', async () => {
  const other = await auth.signUp();
  const theirs = decodeJwt(other.access_token).session_id;
  const cases = [
    [{ sub: 'root' }, 400, 'bad_jwt'],
    [{ sub: randomUUID() }, 403, 'user_not_found'],
    [{ session_id: randomUUID() }, 403, 'session_not_found'],
    [{ session_id: theirs }, 403, 'session_not_found'],
  ] as const;
  for (const [wrong, status, code] of cases)
    expect(await verdicts(await signed({ ...claims(), ...wrong }))).toEqual({ status, code, caller: undefined });
});

test('metadata gives nobody a role', async () => {
  const token = await signed({ ...claims(), user_metadata: { role: 'creator' }, app_metadata: { app_role: 'admin' } });
  expect((await verdicts(token)).caller).toMatchObject({ role: 'client', staffRoles: [] });
});

test('an access token is over after an hour', async () => {
  const { access_token } = await auth.signUp();
  auth.clock.pass(3_599_000);
  expect((await verdicts(access_token)).status).toBe(200);
  auth.clock.pass(2_000);
  expect(await verdicts(access_token)).toEqual({ status: 403, code: 'bad_jwt', caller: undefined });
  auth.clock.pass(-3_601_000);
});

test('no header, or another scheme, is no bearer', async () => {
  for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: session.access_token }])
    expect(await auth.call('GET', '/user', { headers })).toMatchObject({
      status: 401,
      body: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    });
  expect(await auth.app.get(BearerStrategy).recognise({ headers: {} })).toBeUndefined();
});

test('a client verifies tokens by our published keys', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: person() } });
  const read = await client.getClaims();
  expect(read.data?.claims.sub).toBe(data.user?.id);
  const { kid } = await ours();
  expect(read.data?.header.kid).toBe(kid);
  const published = await auth.call('GET', '/.well-known/jwks.json');
  expect(published.headers.get('cache-control')).toBe('public, max-age=600');
  const point = { x: expect.any(String), y: expect.any(String) };
  expect(published.body.keys).toEqual([
    { kty: 'EC', crv: 'P-256', ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
  ]);
});

test('a private key is sealed in its row', async () => {
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

test('processes that start at once make one key', async () => {
  const database = auth.app.get(Database);
  await database.query('delete from identity.signing_keys');
  const process = () => new SigningKeys(database, auth.clock, auth.config);
  const started = Array.from({ length: 5 }, process);
  await Promise.all(started.map((keys) => keys.onApplicationBootstrap()));
  const signing = await Promise.all(started.map(async (keys) => (await keys.current()).kid));
  expect(new Set(signing).size).toBe(1);
  expect(await database.query('select kid from identity.signing_keys')).toHaveLength(1);
});

import { afterEach, expect, jest, test } from '@jest/globals';
import { generateKeyPair } from 'jose';
import type { Config } from '#platform/config';
import type { Clock } from '../clock/index.ts';
import { AccessTokens } from './access-token.issuer.ts';
import type { SigningKeys } from './signing-keys.store.ts';

const subject = '00000000-0000-4000-8000-000000000001';
const session = { session_id: '00000000-0000-4000-8000-000000000002' };
const keyOf = async () => ({ kid: 'a', ...(await generateKeyPair('ES256')) });

const issuer = async () => {
  const state = { key: (await keyOf()) as Awaited<ReturnType<typeof keyOf>> | undefined, now: new Date() };
  const keys = { current: async () => state.key, byKid: async () => state.key } as unknown as SigningKeys;
  const clock = { now: () => state.now } as Clock;
  return { state, tokens: new AccessTokens(keys, clock, { publicUrl: 'http://localhost' } as Config) };
};
const refused = { code: 'access-token-invalid' };

afterEach(() => {
  jest.restoreAllMocks();
});

test('the signature of a token is verified once', async () => {
  const { tokens } = await issuer();
  const { accessToken } = await tokens.issue(subject, session);
  const verify = jest.spyOn(crypto.subtle, 'verify');
  for (let time = 0; time < 3; time += 1) expect(await tokens.verify(accessToken)).toMatchObject({ sub: subject });
  expect(verify).toHaveBeenCalledTimes(1);
});

test('a token that was accepted before is refused when it has expired', async () => {
  const { state, tokens } = await issuer();
  const { accessToken, expiresAt } = await tokens.issue(subject, session);
  await tokens.verify(accessToken);
  state.now = new Date(expiresAt * 1_000 - 1);
  expect(await tokens.verify(accessToken)).toMatchObject({ exp: expiresAt });
  state.now = new Date(expiresAt * 1_000);
  await expect(tokens.verify(accessToken)).rejects.toMatchObject(refused);
});

test('a token that was accepted before is refused when its key is withdrawn or replaced', async () => {
  const { state, tokens } = await issuer();
  const { accessToken } = await tokens.issue(subject, session);
  const { key } = state;
  await tokens.verify(accessToken);
  state.key = undefined;
  await expect(tokens.verify(accessToken)).rejects.toMatchObject(refused);
  state.key = await keyOf();
  await expect(tokens.verify(accessToken)).rejects.toMatchObject(refused);
  state.key = key;
  expect(await tokens.verify(accessToken)).toMatchObject({ sub: subject });
});

test('a token with changed claims and the signature of an accepted one is refused', async () => {
  const { tokens } = await issuer();
  const { accessToken } = await tokens.issue(subject, session);
  await tokens.verify(accessToken);
  const [header = '', claims = '', signature = ''] = accessToken.split('.');
  const others = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...others, sub: session.session_id })).toString('base64url');
  await expect(tokens.verify([header, changed, signature].join('.'))).rejects.toMatchObject(refused);
});

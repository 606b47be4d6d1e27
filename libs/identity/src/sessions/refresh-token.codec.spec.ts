import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readRefreshToken, writeRefreshToken } from './refresh-token.codec.ts';

const key = randomBytes(32);
const sessionId = '0b9f6a1e-7f0e-4d0b-9b1c-52d1f6a8a001';

test('a written token can be read again, for any count', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.nat({ max: 2 ** 31 - 1 }), (id, counter) => {
      const readToken = readRefreshToken(writeRefreshToken({ sessionId: id, counter }, key));
      expect(readToken).toMatchObject({ sessionId: id, counter });
      expect(readToken?.signed(key)).toBe(true);
    }),
  ));

test('a token is not signed with another session’s key', () =>
  expect(readRefreshToken(writeRefreshToken({ sessionId, counter: 1 }, randomBytes(32)))?.signed(key)).toBe(false));

test('a changed token is malformed, or its signature is wrong', () => {
  const bytes = Buffer.from(writeRefreshToken({ sessionId, counter: 300 }, key), 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changedBytes = Buffer.from(bytes);
    changedBytes[i] = (changedBytes[i] ?? 0) ^ 0x01;
    expect(readRefreshToken(changedBytes.toString('base64url'))?.signed(key) ?? false).toBe(false);
  }
});

test.each(['', 'short', 'x'.repeat(200), 'not base64url!!', 'AAAAAAAAAAAAAAAA', '\u0000'.repeat(20)])(
  '%j is not a refresh token',
  (token) => expect(readRefreshToken(token)).toBeUndefined(),
);

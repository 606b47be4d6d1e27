import { expect, test } from '@jest/globals';
import { base32, codeOf, newSecret, stepAt, stepOf, totpUri } from './totp.codec.ts';

/** Test vectors of RFC 6238, appendix B, shortened from eight digits to the last six. */
const secret = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);

test.each(vectors)('at %d seconds the code is %s', (seconds, code) =>
  expect(codeOf(secret, stepAt(at(seconds)))).toBe(code),
);

test('a code is accepted one step before and after its own, and no further', () => {
  const code = codeOf(secret, 100);
  const acceptedSteps = [2_939, 2_970, 3_000, 3_029, 3_030, 3_059, 3_060].map((second) =>
    stepOf(secret, code, at(second), 0),
  );
  expect(acceptedSteps).toEqual([undefined, 100, 100, 100, 100, 100, undefined]);
});

test('a used step, or an older one, is not accepted', () => {
  const now = at(3_000);
  expect(stepOf(secret, codeOf(secret, 100), now, 99)).toBe(100);
  expect(stepOf(secret, codeOf(secret, 100), now, 100)).toBeUndefined();
  expect(stepOf(secret, codeOf(secret, 99), now, 100)).toBeUndefined();
  expect(stepOf(secret, codeOf(secret, 101), now, 100)).toBe(101);
});

test.each(['', '28708', '2870822', '２８７０８２', 'abcdef', '-87082'])('%s is not a code', (code) =>
  expect(stepOf(secret, code, at(59), 0)).toBeUndefined(),
);

test('base 32 encodes the test vectors of RFC 4648', () => {
  const encodedTexts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  expect(encodedTexts).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret().equals(newSecret())).toBe(false);
});

test('the URI for authenticator apps names account and issuer, with any characters', () => {
  expect(totpUri(secret, 'Festoon & Co', 'ann+1@example.com')).toBe(
    'otpauth://totp/Festoon%20%26%20Co:ann%2B1%40example.com?issuer=Festoon%20%26%20Co&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  );
});

import { expect, test } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { password as rules } from '../contract.ts';
import { isCommon } from './common.passwords.ts';
import { requireStrongPassword, weaknessOf } from './password.policy.ts';

const whyRefused = (password: string): unknown => {
  try {
    return requireStrongPassword(password);
  } catch (error) {
    return error;
  }
};

test.each([
  'Password1',
  'Password123',
  'P@ssw0rd',
  'Pa$$w0rd1',
  'Passw0rd2024!',
  'Welcome1',
  'Welc0me123',
  'Qwerty123',
  'Qwertyuiop1',
  '1q2w3e4R',
  '1Qaz2wsx',
  'Zaq12wsx',
  'Abcd1234',
  'Aa123456',
  'A1234567890',
  'Aaaaaaa1',
  'Abc123Abc123',
  'Iloveyou1',
  'Letmein1!',
  '123Monkey',
  '4dMin1234',
  'Admin2024',
  'Dr4g0n99',
  'Sunshine7',
  'Summer2025!!',
  'Trustno1',
  'Michael1985',
  'Liverpool1892',
  'Football1!',
  'ChangeMe1',
  'Festoon2026',
  'Rush2112',
  'Sasha1991',
  'Sasha1991!',
  '!Blink182',
  'Usuckb4llz1',
  'Gbpltw147',
  'Velvet2027',
])('%s meets the rules of the form but is refused because it is common', (password) => {
  expect(rules.safeParse(password).success).toBe(true);
  expect(whyRefused(password)).toMatchObject({
    code: 'password-weak',
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  });
});

test.each([
  'Sunflower7',
  'Marigold9',
  'Xk93847261',
  'T7#kq0vLpz',
  'Correct horse 4 battery staple',
  'Dragonfruit and 3 dances',
  'Ärgerlich8Tage',
  'Lantern2026',
  'Orchard-Lane-7',
])('%s is accepted', (password) => {
  expect(whyRefused(password)).toBeUndefined();
});

test('a password that breaks a rule of the form gets only that rule’s message', () => {
  expect(weaknessOf('password')).toEqual({
    message: 'Password must contain at least one uppercase letter',
    reasons: ['characters'],
  });
  expect(weaknessOf('Pass1')?.reasons).toEqual(['length']);
});

test('every leaked password of the list is refused, even with the capital letter that the rules require', () => {
  const leakedPasswords = dictionary['passwords-common'];
  expect(leakedPasswords.length).toBeGreaterThan(40_000);
  const capitalized = leakedPasswords.map((each) => each.replace(/[a-z]/, (letter) => letter.toUpperCase()));
  const validPasswords = capitalized.filter((each) => rules.safeParse(each).success);
  expect(validPasswords.length).toBeGreaterThan(3_000);
  expect(validPasswords.filter((each) => !isCommon(each))).toEqual([]);
});

/** OWASP's ASVS 6.2.4 requires that the 3,000 most common passwords that meet the rules are refused. */
test('more than three thousand passwords that meet the rules are refused', () => {
  const words = 'Password Welcome Dragon Monkey Football Summer Michael Jessica Princess Superman'.split(' ');
  const tails = Array.from({ length: 400 }, (_, i) => String(i));
  const allPasswords = words.flatMap((word) => tails.map((tail) => word + tail));
  const refusedPasswords = allPasswords.filter((password) => rules.safeParse(password).success && isCommon(password));
  expect(refusedPasswords.length).toBeGreaterThan(3_000);
});

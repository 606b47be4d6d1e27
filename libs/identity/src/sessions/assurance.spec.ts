import { expect, test } from '@jest/globals';
import { type Amr, aalOf, publicAmr, withoutFactor, withProof } from './assurance.ts';

const password: Amr = { method: 'password', timestamp: 1 };
const totp: Amr = { method: 'totp', timestamp: 2, factor: 'f1' };
const key: Amr = { method: 'mfa/webauthn', timestamp: 3, factor: 'f2' };

test('a second factor raises the assurance level, and removing it lowers the level again', () => {
  expect(aalOf([password])).toBe('aal1');
  for (const proof of [totp, key]) expect(aalOf([proof, password])).toBe('aal2');
  expect(aalOf(withoutFactor([key, totp, password], 'f1'))).toBe('aal2');
  expect(aalOf(withoutFactor([totp, password], 'f1'))).toBe('aal1');
});

test('each method is listed once, newest first', () => {
  const thirdProof: Amr = { method: 'totp', timestamp: 9, factor: 'f3' };
  expect(withProof([key, totp, password], thirdProof)).toEqual([thirdProof, key, password]);
});

test('tokens do not contain the factor’s id', () =>
  expect(publicAmr([totp])).toEqual([{ method: 'totp', timestamp: 2 }]));

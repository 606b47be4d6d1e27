import { expect, test } from '@jest/globals';
import { allows, refuse } from './refusal.ts';

test('a rule allows what it does not refuse, and other errors are not taken for refusals', () => {
  expect(allows(() => undefined)).toBe(true);
  expect(allows(() => refuse('lead-not-active', 'This lead is no longer available'))).toBe(false);
  const failing = () => {
    throw new Error('The disk is full');
  };
  expect(() => allows(failing)).toThrow('The disk is full');
});

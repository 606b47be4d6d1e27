import { expect, test } from '@jest/globals';
import { amount, initialOf } from './text.ts';

test('only one is singular', () => {
  expect([0, 1, 2, 1_204].map((number) => amount(number, 'event'))).toEqual([
    '0 events',
    '1 event',
    '2 events',
    '1,204 events',
  ]);
});

test('the initial of a name is a whole character', () => {
  expect(['dina', '🎉 Events', 'مريم', ''].map(initialOf)).toEqual(['D', '🎉', 'م', '']);
});

import { expect, test } from '@jest/globals';
import { levelsOf } from './levels.ts';

test('a level includes all more severe ones', () => {
  expect(levelsOf({ logLevel: 'error' })).toEqual(['fatal', 'error']);
  expect(levelsOf({ logLevel: 'warn' })).toEqual(['fatal', 'error', 'warn']);
  expect(levelsOf({ logLevel: 'info' })).toEqual(['fatal', 'error', 'warn', 'log']);
  expect(levelsOf({ logLevel: 'debug' })).toEqual(['fatal', 'error', 'warn', 'log', 'debug']);
});

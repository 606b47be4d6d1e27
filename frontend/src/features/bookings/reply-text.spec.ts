import { expect, test } from '@jest/globals';
import { replyText } from './reply-text.ts';

test.each([
  [0, 'an hour'],
  [60, 'an hour'],
  [61, '2 hours'],
  [1_440, '24 hours'],
  [1_441, '2 days'],
  [5_000, '4 days'],
])('a median of %i minutes is within %s', (minutes, text) => {
  expect(replyText(minutes)).toBe(`Usually replies within ${text}`);
});

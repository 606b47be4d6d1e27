import { expect, test } from '@jest/globals';
import { resembles } from './spelling.ts';

test.each([
  ['Photographer', 'photografer'],
  ['Design/Decor', 'desing'],
  ['Austin', 'asutin'],
  ['Montréal', 'Montreel'],
  ['Social Events', 'socal'],
  ['DJ/Music', 'musik'],
  ['DJ/Music', 'DJ'],
])('%s resembles %s', (text, word) => {
  expect(resembles(text, word)).toBe(true);
});

test.each([
  ['Austin', 'boston'],
  ['Photographer', 'videographer'],
  ['DJ/Music', 'dk'],
  ['DJ/Music', ''],
  ['Food', 'moot'],
])('%s does not resemble %s', (text, word) => {
  expect(resembles(text, word)).toBe(false);
});

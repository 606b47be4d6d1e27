import { expect, test } from '@jest/globals';
import { partsOf, picturesText, selectionAfterClick } from './viewer-selected.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];
const after = (selected: string[], id: string, from?: string) =>
  [...selectionAfterClick(shown, new Set(selected), id, from)].sort();

test('a click selects a picture, and the next one removes it from the selection', () => {
  expect(after([], 'b')).toEqual(['b']);
  expect(after(['b', 'c'], 'b')).toEqual(['c']);
});

test('a range goes from the last picture to this one, in both directions, and keeps the others', () => {
  expect(after(['a'], 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(after(['a', 'd'], 'b', 'd')).toEqual(['a', 'b', 'c', 'd']);
});

test('a range from a picture that is no longer shown selects only the clicked picture', () =>
  expect(after(['a'], 'c', 'x')).toEqual(['a', 'c']));

test('says how many are selected', () =>
  expect([0, 1, 12].map(picturesText)).toEqual(['Select photos and videos', '1 selected', '12 selected']));

test('a long list is divided into parts, in order', () => {
  expect(partsOf(shown, 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(partsOf([], 2)).toEqual([]);
});

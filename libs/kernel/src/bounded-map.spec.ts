import { expect, test } from '@jest/globals';
import { BoundedMap } from './bounded-map.ts';

test('a new entry replaces the one that was added first, even if that was read later', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 2, 3]);
});

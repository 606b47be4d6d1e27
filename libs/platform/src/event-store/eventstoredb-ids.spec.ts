import { expect, test } from '@jest/globals';
import { WrittenIds } from './eventstoredb-ids.ts';

test('an id is only known to be missing if all events of the stream are known', () => {
  const ids = new WrittenIds();
  expect(ids.lack('note-1', 1, 'b')).toBe(false);
  ids.written('note-1', 0, ['a']);
  expect([ids.lack('note-1', 1, 'b'), ids.lack('note-1', 1, 'a'), ids.lack('note-1', 2, 'b')]).toEqual([
    true,
    false,
    false,
  ]);
  ids.written('note-1', 1, ['b', 'c']);
  expect([ids.lack('note-1', 3, 'd'), ids.lack('note-1', 3, 'a'), ids.lack('note-1', 1, 'd')]).toEqual([
    true,
    false,
    false,
  ]);
  ids.clear();
  expect(ids.lack('note-1', 3, 'd')).toBe(false);
});

test('a stream to which another process has written is forgotten, and so are long and many streams', () => {
  const ids = new WrittenIds();
  ids.written('note-1', 0, ['a']);
  ids.written('note-1', 2, ['c']);
  expect([ids.lack('note-1', 3, 'd'), ids.lack('note-1', 1, 'd')]).toEqual([false, false]);
  ids.written(
    'note-1',
    0,
    Array.from({ length: 201 }, (_, i) => `${i}`),
  );
  expect(ids.lack('note-1', 201, 'd')).toBe(false);
  for (let i = 0; i <= 1_000; i++) ids.written(`note-${i}`, 0, ['a']);
  expect([ids.lack('note-0', 1, 'b'), ids.lack('note-1', 1, 'b')]).toEqual([false, true]);
});

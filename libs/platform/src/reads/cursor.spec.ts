import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { pageOf, placeIn } from './cursor.ts';

const rows = [
  { id: 'a', at: 3 },
  { id: 'b', at: 2 },
  { id: 'c', at: 1 },
];
const place = z.tuple([z.number(), z.string()]);
const encodeCursor = (json: string) => Buffer.from(json).toString('base64url');

test('the next page begins where the previous one ended', () => {
  const { items, nextCursor } = pageOf(rows, 2, ({ at, id }) => [at, id]);
  expect(items).toEqual(rows.slice(0, 2));
  expect(placeIn(place, nextCursor ?? undefined)).toEqual([2, 'b']);
});

test('the last page has no next cursor', () => {
  expect(pageOf(rows, 3, ({ id }) => [id]).nextCursor).toBeNull();
  expect(placeIn(place, undefined)).toBeUndefined();
});

test('an invalid cursor is refused', () => {
  for (const cursor of ['', '%', 'bm8', encodeCursor('["a",2]'), encodeCursor('[2,"\\u0000"]')])
    expect(() => placeIn(place, cursor)).toThrow(expect.objectContaining({ status: 400 }));
});

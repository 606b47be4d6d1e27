import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changesToMove } from './viewer-order.ts';

type Item = { id: string; sortOrder: number; createdAt: number };

/** As the server orders them. */
const inOrder = (items: readonly Item[]): readonly Item[] =>
  [...items].sort((a, b) => a.sortOrder - b.sortOrder || a.createdAt - b.createdAt);

const orderAfterMove = (items: readonly Item[], id: string, place: number): readonly string[] => {
  const numbers = new Map(changesToMove(items, id, place).map((change) => [change.id, change.sortOrder]));
  return inOrder(items.map((item) => ({ ...item, sortOrder: numbers.get(item.id) ?? item.sortOrder }))).map(
    (item) => item.id,
  );
};

const galleries = fc
  .array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 30 })
  .map((numbers) => inOrder(numbers.map((sortOrder, i) => ({ id: `item-${i}`, sortOrder, createdAt: i }))));

test('an item moves to every place, and all others keep their order', () => {
  fc.assert(
    fc.property(galleries, fc.nat(), fc.nat(), (items, which, where) => {
      const id = items[which % items.length]?.id ?? '';
      const place = where % items.length;
      const expected = items.map((item) => item.id).filter((one) => one !== id);
      expected.splice(place, 0, id);
      expect(orderAfterMove(items, id, place)).toEqual(expected);
    }),
  );
});

test('with room between its new neighbors only the moved item gets another number', () => {
  const items = [0, 64, 128].map((sortOrder, i) => ({ id: `item-${i}`, sortOrder }));
  expect(changesToMove(items, 'item-2', 1)).toEqual([{ id: 'item-2', sortOrder: 32 }]);
  expect(changesToMove(items, 'item-2', 0)).toEqual([{ id: 'item-2', sortOrder: -64 }]);
  expect(changesToMove(items, 'item-0', 2)).toEqual([{ id: 'item-0', sortOrder: 192 }]);
});

test('without room the side with fewer items makes room', () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ id: `item-${i}`, sortOrder: 0 }));
  expect(changesToMove(items, 'item-90', 2)).toEqual([
    { id: 'item-0', sortOrder: -192 },
    { id: 'item-1', sortOrder: -128 },
    { id: 'item-90', sortOrder: -64 },
  ]);
});

test('an item that stays at its place changes nothing', () => {
  const items = [0, 0].map((sortOrder, i) => ({ id: `item-${i}`, sortOrder }));
  expect(changesToMove(items, 'item-1', 1)).toEqual([]);
});

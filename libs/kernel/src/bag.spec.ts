import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Bag } from './bag.ts';

test('a removed item is gone, and only the first removal of it returns true', () => {
  const bag = new Bag<string>();
  const [removeA, removeB, removeC] = ['a', 'b', 'c'].map((item) => bag.add(item)) as [
    () => boolean,
    () => boolean,
    () => boolean,
  ];
  expect([removeA(), removeA()]).toEqual([true, false]);
  expect([[...bag].toSorted(), bag.size]).toEqual([['b', 'c'], 2]);
  expect([removeC(), removeB(), bag.size]).toEqual([true, true, 0]);
});

test('after clearing, nothing is left to remove, also if items were added since', () => {
  const bag = new Bag<string>();
  const remove = bag.add('a');
  bag.clear();
  bag.add('b');
  expect([remove(), [...bag]]).toEqual([false, ['b']]);
});

test('it contains the same items as a set after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), (steps) => {
      const [bag, expected] = [new Bag<number>(), new Set<number>()];
      const removers = new Map<number, () => boolean>();
      for (const item of steps) {
        const remove = removers.get(item);
        if (remove) expect([remove(), removers.delete(item), expected.delete(item)]).toEqual([true, true, true]);
        else {
          removers.set(item, bag.add(item));
          expected.add(item);
        }
      }
      expect([new Set(bag), bag.size]).toEqual([expected, expected.size]);
    }),
  );
});

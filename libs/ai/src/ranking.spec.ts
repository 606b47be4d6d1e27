import { expect, test } from '@jest/globals';
import { type Brief, emptyBrief } from './brief.ts';
import { highestPrice, monthCalendar, shortlist, type Vendor } from './ranking.ts';
import { weddingInAustin as brief, vendor } from './vendor.suite.ts';

const order = (vendors: readonly Vendor[], change: Partial<Brief> = {}) => {
  const { fitting, nearest } = shortlist('photographer', { ...brief, ...change }, vendors);
  return {
    fitting: fitting.map(({ vendor: { id } }) => id),
    nearest: nearest.map(({ vendor: { id }, misses }) => [id, ...misses]),
  };
};

test('fitting vendors are sorted by date, style, experience, price and id, whatever order they are found in', () => {
  const vendors = [
    vendor('f', { calendar: { kind: 'day', state: 'off' } }),
    vendor('e', { calendar: { kind: 'day', state: 'unknown' }, specialty: 'Weddings' }),
    vendor('d'),
    vendor('c', { yearsExperience: 9 }),
    vendor('b', { text: 'Natural light, film.', yearsExperience: 1 }),
    vendor('a', { specialty: 'Weddings', yearsExperience: 0 }),
  ];
  const styles = ['natural'];
  expect(order(vendors, { styles }).fitting).toEqual(['a', 'b', 'c']);
  expect(order(vendors.toReversed(), { styles })).toEqual(order(vendors, { styles }));
  expect(order(vendors.slice(0, 3)).fitting).toEqual(['d', 'e']);
  expect(
    order([vendor('y'), vendor('x'), vendor('z', { packages: [{ id: 'p', name: '', price: 1 }] })]).fitting,
  ).toEqual(['z', 'x', 'y']);
});

test('a day on which a vendor usually does not work does not fit, but is nearer than one that is taken', () => {
  const on = (id: string, state: 'off' | 'taken') => vendor(id, { calendar: { kind: 'day', state } });
  expect(order([on('a', 'taken'), on('b', 'off')])).toEqual({
    fitting: [],
    nearest: [
      ['b', 'not-free'],
      ['a', 'not-free'],
    ],
  });
});

test('if none fits everything, the nearest ones say what they do not fit', () => {
  const vendors = [
    vendor('far', { miles: 200, calendar: { kind: 'day', state: 'taken' } }),
    vendor('busy', { calendar: { kind: 'day', state: 'taken' } }),
    vendor('dear', { packages: [{ id: 'p', name: 'Gold', price: 400_000 }] }),
  ];
  expect(order(vendors)).toEqual({
    fitting: [],
    nearest: [
      ['dear', 'over-budget'],
      ['busy', 'not-free'],
    ],
  });
  expect(order([vendor('remote', { miles: 101 }), ...vendors.slice(1)]).nearest.map(([id]) => id)).toEqual([
    'dear',
    'busy',
  ]);
  expect(order([vendor('elsewhere', { miles: null, region: 'OR' })]).nearest).toEqual([['elsewhere', 'too-far']]);
  expect(order([vendor('nearby', { miles: null })]).fitting).toEqual(['nearby']);
});

test('of vendors that are all too expensive, the cheapest is the nearest', () => {
  const at = (id: string, price: number, yearsExperience: number) =>
    vendor(id, { packages: [{ id: 'p', name: '', price }], yearsExperience });
  expect(order([at('a', 350_000, 20), at('b', 320_000, 5), at('c', 310_000, 1)]).nearest).toEqual([
    ['c', 'over-budget'],
    ['b', 'over-budget'],
  ]);
});

test('only vendors with this service and a package are listed', () =>
  expect(order([vendor('dj', { services: ['dj'] }), vendor('new', { packages: [] })])).toEqual({
    fitting: [],
    nearest: [],
  }));

test('a month fits if one of its days is free, or if nothing is known', () => {
  const month = (freeDays: number, isKnown: boolean) => ({ calendar: { kind: 'month', freeDays, isKnown } }) as const;
  expect(
    order([vendor('full', month(0, true)), vendor('open', month(0, false)), vendor('free', month(4, true))]),
  ).toEqual({
    fitting: ['free', 'open'],
    nearest: [],
  });
});

test('a month with a booked day is not known to be full if other days are unknown', () => {
  expect(monthCalendar(['taken', 'unknown'])).toEqual({ kind: 'month', freeDays: 0, isKnown: false });
  expect(monthCalendar(['taken', 'off'])).toEqual({ kind: 'month', freeDays: 0, isKnown: true });
  expect(monthCalendar(['free', 'unknown'])).toEqual({ kind: 'month', freeDays: 1, isKnown: true });
});

test('a rough budget includes a tenth more, and cheaper means less than before', () => {
  expect(highestPrice('dj', { ...brief, budget: { amount: 100_000, isRough: true } })).toBe(110_000);
  expect(highestPrice('dj', { ...brief, cheaperThan: { dj: 90_000 } })).toBe(89_999);
  expect(highestPrice('dj', emptyBrief)).toBe(Number.POSITIVE_INFINITY);
});

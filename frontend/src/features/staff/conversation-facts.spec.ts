import { expect, test } from '@jest/globals';
import { dateText, distanceText, missesText } from './conversation-facts.ts';

const vendor = {
  vendorId: 'mara',
  service: 'photographer',
  packageId: 'half',
  price: 99_995,
  dateState: null,
  freeDays: null,
  miles: null,
  misses: [],
} as const;
type Facts = Parameters<typeof dateText>[0];
const textsOf = (facts: Partial<Facts>) => {
  const all: Facts = { ...vendor, misses: [], ...facts };
  return [dateText(all), distanceText(all), missesText(all)];
};

test('what an answer was written from is shown to staff in words', () => {
  expect(textsOf({})).toEqual(['–', '–', 'Fits everything']);
  expect(textsOf({ dateState: 'taken', miles: 1_200, misses: ['too-far', 'not-free'] })).toEqual([
    'Taken',
    '1,200 mi',
    'Too far, Not free',
  ]);
  expect(textsOf({ freeDays: 1, miles: 0 })).toEqual(['1 free day', '0 mi', 'Fits everything']);
});

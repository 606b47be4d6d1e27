import { expect, test } from '@jest/globals';
import { isFiltered, noSearch, paramsOf, queryOf, searchFrom } from './creator-filter.ts';

const searchOf = (address: string) => searchFrom(new URLSearchParams(address));

test('a search is restored from its address', () => {
  const address = 'q=warm+light&service=dj&location=Austin%2C+TX&minPrice=500&maxPrice=2000&date=2027-06-20&sort=price';
  expect(paramsOf(searchOf(address)).toString()).toBe(address);
  expect(isFiltered(searchOf(address))).toBe(true);
  expect(isFiltered(searchOf('sort=price'))).toBe(false);
});

test('prices are sent in cents, and what is not selected is not sent', () => {
  expect(queryOf(searchOf('minPrice=500'))).toMatchObject({ minPrice: '50000', maxPrice: undefined, sort: 'newest' });
});

test('invalid values in an address are ignored', () => {
  for (const date of ['0002-06-20', '2027-02-30']) expect(searchOf(`date=${date}`)).toEqual(noSearch);
  expect(searchOf('service=clown&minPrice=-5&maxPrice=much&date=soon&sort=random&q=++')).toEqual(noSearch);
});

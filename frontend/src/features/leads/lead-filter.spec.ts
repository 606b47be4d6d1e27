import { expect, test } from '@jest/globals';
import { activeFilterCount, filterFrom, noFilter, paramsOf, queryOf } from './lead-filter.ts';

const filterOf = (address: string) => filterFrom(new URLSearchParams(address));

test('an address without a filter selects every lead', () => {
  expect(filterOf('')).toEqual(noFilter);
  expect(Object.values(queryOf(noFilter)).filter(Boolean)).toEqual([]);
  expect(activeFilterCount(noFilter)).toBe(0);
});

test('a filter is restored from its address', () => {
  const address =
    'eventType=wedding%2Csocial+event&budgetMin=500&budgetMax=8000&location=Austin&from=2027-01-01&to=2027-12-31&sort=newest';
  const filter = filterOf(address);
  expect(paramsOf(filter).toString()).toBe(address);
  expect(filterFrom(paramsOf(filter))).toEqual(filter);
  expect(activeFilterCount(filter)).toBe(4);
});

test('budgets are sent in cents', () => {
  const { eventType, budgetMin, budgetMax } = queryOf(filterOf('eventType=wedding&budgetMin=500&budgetMax=8000'));
  expect([eventType, budgetMin, budgetMax]).toEqual(['wedding', '50000', '800000']);
});

test('at $50,000 and above there is no upper limit', () => {
  expect(queryOf(filterOf('budgetMax=49500')).budgetMax).toBe('4950000');
  expect(queryOf(filterOf('budgetMax=50000')).budgetMax).toBeUndefined();
  expect(queryOf(filterOf('budgetMax=90000')).budgetMax).toBeUndefined();
});

test('invalid values in an address are ignored', () => {
  expect(filterOf('sort=cheapest').sort).toBe('match');
  expect(filterOf('eventType=circus&budgetMin=much&from=tomorrow&location=++')).toEqual(noFilter);
  expect(filterOf('from=0002-06-20&to=2027-02-30')).toEqual(noFilter);
  expect(filterOf('budgetMin=9000&budgetMax=500').budget).toEqual(noFilter.budget);
});

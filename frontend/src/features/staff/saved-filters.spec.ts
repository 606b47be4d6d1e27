import { expect, test } from '@jest/globals';
import { bookingFields } from './booking-filter.ts';
import { isSameFilter, savablePart, savedFiltersIn, withFilter, withoutFilter } from './saved-filters.ts';

const overdue = { name: 'Overdue', filter: { payment: 'overdue' } };
const austin = { name: 'Austin', filter: { place: 'Austin', status: 'confirmed' } };

test('filters are sorted by name, and one replaces the earlier one with its name', () => {
  const both = withFilter([overdue], austin);
  expect(both).toEqual([austin, overdue]);
  const changed = { name: 'Austin', filter: { place: 'Austin' } };
  expect(withFilter(both, changed)).toEqual([changed, overdue]);
  expect(withoutFilter(both, 'Austin')).toEqual([overdue]);
});

test('the personal data of a filter is not saved', () =>
  expect(savablePart(bookingFields, { ...austin.filter, email: 'ann@example.com', professional: 'Bo' })).toEqual(
    austin.filter,
  ));

test('filters are the same if all of their values are', () => {
  expect(isSameFilter(austin.filter, { status: 'confirmed', place: 'Austin' })).toBe(true);
  expect(isSameFilter(austin.filter, { place: 'Austin' })).toBe(false);
  expect(isSameFilter({ place: 'Austin' }, { city: 'Austin' })).toBe(false);
});

test.each([
  [JSON.stringify([austin, overdue]), [austin, overdue]],
  [
    JSON.stringify([{ name: 'Old', filter: { payment: 'gone', color: 'red', place: 'Austin' } }]),
    [{ name: 'Old', filter: { place: 'Austin' } }],
  ],
  [JSON.stringify([{ name: 'Ann', filter: { party: 'ann@example.com' } }]), [{ name: 'Ann', filter: {} }]],
  [JSON.stringify([null, 1, { name: 'Empty' }, { filter: {} }, { name: 'Null', filter: null }]), []],
  ['{}', []],
  ['not JSON', []],
  [null, []],
])('reads %s', (text, filters) => expect(savedFiltersIn(text, bookingFields)).toEqual(filters));

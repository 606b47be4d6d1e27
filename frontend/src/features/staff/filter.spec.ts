import { expect, test } from '@jest/globals';
import { bookingFields, bookingQueryOf } from './booking-filter.ts';
import { filledValues, filterFrom, hasPeriodOfDays } from './filter.ts';
import { leadFields } from './lead-filter.ts';
import { logFields, logQueryOf } from './log-filter.ts';

test('empty fields are left out of the address', () =>
  expect(filledValues({ subject: ' lead-1 ', type: '  ', kind: undefined, from: null })).toEqual({
    subject: 'lead-1',
  }));

test('a filter is restored from the address, without unknown choices', () => {
  const params = new URLSearchParams('subject=booking-1&kind=staff&module=unknown&cursor=x');
  expect(filterFrom(logFields, params)).toEqual({ subject: 'booking-1', kind: 'staff' });
});

test.each(['yesterday', '2027-13-01', '2027-3-1', ''])('%j in the address is not a day', (from) => {
  const params = new URLSearchParams({ kind: 'staff', from });
  expect(filterFrom(logFields, params)).toEqual({ kind: 'staff' });
});

test('a number in the address must be one', () => {
  const params = new URLSearchParams({ minAmount: 'much', maxAmount: '12.5' });
  expect(filterFrom(bookingFields, params)).toEqual({ maxAmount: '12.5' });
});

test('months are offered where a period of days can be searched', () => {
  expect([bookingFields, logFields, leadFields].map(hasPeriodOfDays)).toEqual([true, true, false]);
});

test('prices are typed in dollars and sent in cents', () =>
  expect(bookingQueryOf({ status: 'pending', minAmount: '99.95', maxAmount: '1000' })).toEqual({
    status: 'pending',
    minAmount: '9995',
    maxAmount: '100000',
  }));

test('the last day of a period is included', () => {
  const { from = '', until = '', ...rest } = logQueryOf({ kind: 'user', from: '2027-03-01', to: '2027-03-01' });
  expect(rest).toEqual({ kind: 'user' });
  expect(new Date(from)).toEqual(new Date('2027-03-01T00:00'));
  expect(new Date(until)).toEqual(new Date('2027-03-02T00:00'));
});

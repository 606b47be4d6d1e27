import { expect, test } from '@jest/globals';
import { periodOf, withDayToggled } from './blocked-periods.ts';

const day = (date: string) => ({ from: date, to: date, reason: null });
const holidays = { from: '2027-07-01', to: '2027-07-14', reason: 'Holidays' };

test('a free day is blocked, and a blocked day becomes free', () => {
  const blocked = withDayToggled([holidays], '2027-06-20');
  expect(blocked).toEqual([day('2027-06-20'), holidays]);
  expect(withDayToggled(blocked, '2027-06-20')).toEqual([holidays]);
});

test('a day in the middle of a period divides it, and one at its end shortens it', () => {
  expect(withDayToggled([holidays], '2027-07-05')).toEqual([
    { ...holidays, to: '2027-07-04' },
    { ...holidays, from: '2027-07-06' },
  ]);
  expect(withDayToggled([holidays], '2027-07-01')).toEqual([{ ...holidays, from: '2027-07-02' }]);
  expect(withDayToggled([holidays], '2027-07-14')).toEqual([{ ...holidays, to: '2027-07-13' }]);
});

test('a day that two periods block becomes free in both', () => {
  const both = withDayToggled([holidays, { ...day('2027-07-05'), reason: 'Surgery' }], '2027-07-05');
  expect(periodOf(both, '2027-07-05')).toBeUndefined();
  expect(both).toHaveLength(2);
});

import { expect, test } from '@jest/globals';
import { condensed, periodOf, withDayToggled } from './blocked-periods.ts';

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

test('periods with the same reason that follow each other or overlap are one; past ones are left out', () => {
  const days = ['2027-06-20', '2027-06-21', '2027-06-23', '2027-06-22'].map(day);
  expect(condensed(days, '2027-06-01')).toEqual([{ ...day('2027-06-20'), to: '2027-06-23' }]);
  const within = { ...holidays, from: '2027-07-03', to: '2027-07-05' };
  const later = { ...holidays, from: '2027-07-10', to: '2027-07-20' };
  expect(condensed([within, later, holidays], '2027-06-01')).toEqual([{ ...holidays, to: '2027-07-20' }]);
  const apart = [day('2027-07-02'), holidays, day('2027-08-01')];
  expect(condensed(apart, '2027-06-01')).toEqual([holidays, day('2027-07-02'), day('2027-08-01')]);
  expect(condensed(days, '2027-06-23')).toEqual([{ ...day('2027-06-22'), to: '2027-06-23' }]);
  expect(condensed([day('2027-06-20'), day('2027-06-22')], '2027-06-23')).toEqual([day('2027-06-22')]);
});

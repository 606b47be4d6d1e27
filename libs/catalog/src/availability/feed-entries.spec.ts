import { expect, test } from '@jest/globals';
import { feedEntries } from './feed-entries.ts';

const days = (bookingId: string, ...dates: string[]) => dates.map((date) => ({ bookingId, date }));

test('consecutive days of a booking are one entry, even across other bookings and months', () => {
  const rows = [...days('b-1', '2027-06-29', '2027-06-30', '2027-07-01'), ...days('b-2', '2027-06-30')];
  expect(feedEntries(rows, 10)).toEqual([
    { id: 'b-1', bookingId: 'b-1', from: '2027-06-29', to: '2027-07-01' },
    { id: 'b-2', bookingId: 'b-2', from: '2027-06-30', to: '2027-06-30' },
  ]);
});

test('days that are not consecutive are entries of their own, such as those of a booking that is being moved', () => {
  const rows = days('b-1', '2027-06-19', '2027-06-20', '2027-07-04', '2027-07-05', '2027-07-20');
  expect(feedEntries(rows, 10)).toEqual([
    { id: 'b-1', bookingId: 'b-1', from: '2027-06-19', to: '2027-06-20' },
    { id: 'b-1-2027-07-04', bookingId: 'b-1', from: '2027-07-04', to: '2027-07-05' },
    { id: 'b-1-2027-07-20', bookingId: 'b-1', from: '2027-07-20', to: '2027-07-20' },
  ]);
});

test('the limit counts entries, not days, and an entry is never cut', () => {
  const rows = [...days('b-1', '2027-06-19', '2027-06-20', '2027-06-21'), ...days('b-2', '2027-07-04', '2027-07-05')];
  expect(feedEntries(rows, 2).map(({ to }) => to)).toEqual(['2027-06-21', '2027-07-05']);
  expect(feedEntries(rows, 1).map(({ to }) => to)).toEqual(['2027-06-21']);
});

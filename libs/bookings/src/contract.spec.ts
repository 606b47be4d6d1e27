import { expect, test } from '@jest/globals';
import { bookingProposal, bookingRequest } from './contract.ts';

test('the date of an event is before the year 3000, so that the days after it have four digits in their year', () => {
  for (const { shape } of [bookingRequest, bookingProposal]) {
    const isValid = (date: string) => shape.eventDate.safeParse(date).success;
    expect(['2999-12-31', '3000-01-01', '9999-12-31', '2999-02-30'].map(isValid)).toEqual([true, false, false, false]);
  }
});

import { expect, test } from '@jest/globals';
import { bookingProposal, bookingRequest } from './contract.ts';

test('the date of an event is before the year 3000, so that the days after it have four digits in their year', () => {
  for (const { shape } of [bookingRequest, bookingProposal]) {
    const isValid = (date: string) => shape.eventDate.safeParse(date).success;
    expect(['2999-12-31', '3000-01-01', '9999-12-31', '2999-02-30'].map(isValid)).toEqual([true, false, false, false]);
  }
});

test('an event has 1 to 60 days', () => {
  for (const { shape } of [bookingRequest, bookingProposal]) {
    const isValid = (days: number) => shape.durationDays.safeParse(days).success;
    expect([0, 1, 60, 61, 1.5].map(isValid)).toEqual([false, true, true, false, false]);
  }
});

test('a start time has hours and minutes; only a proposal can remove it', () => {
  for (const { shape } of [bookingRequest, bookingProposal]) {
    const isValid = (time: string) => shape.startTime.safeParse(time).success;
    expect(['00:00', '18:30', '24:00', '9:00', '18:60'].map(isValid)).toEqual([true, true, false, false, false]);
  }
  expect(bookingProposal.safeParse({ startTime: null }).success).toBe(true);
  expect(bookingRequest.shape.startTime.safeParse(null).success).toBe(false);
});

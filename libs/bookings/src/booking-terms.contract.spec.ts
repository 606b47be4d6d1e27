import { expect, test } from '@jest/globals';
import { booking } from './booking.ts';
import { depositPercent, sharesOf } from './booking-terms.contract.ts';

const creatorId = 'mara';
const by = { id: 'ada', kind: 'user', role: 'client' } as const;

/** The amounts that the aggregate computes from a price. */
const computedAmounts = (price: number) => {
  const offer = {
    creatorId,
    name: 'Full day',
    price,
    durationHours: 8,
    deliverables: [],
    isActive: true,
    refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
    serviceType: null,
  } as const;
  const occasion = {
    eventType: 'wedding',
    eventName: null,
    eventDate: '2999-06-20',
    durationDays: 1,
    startTime: null,
    timeZone: 'UTC',
    eventLocation: 'Austin, TX',
    eventDescription: null,
    expectedAttendance: null,
  };
  const facts = {
    ...occasion,
    creatorId,
    packageId: 'p',
    offer,
    day: { taken: false, blocked: false, off: false, noticeDays: 0 },
    lead: null,
  };
  const [event] = booking.decide.request(booking.initial, { facts, by, at: '2027-01-01T00:00:00.000Z' });
  return event?.type === 'BookingRequested' ? event.data.due : undefined;
};

test.each([0, 1, 5, 99_995, 100_050, 360_000, 12_345])(
  'a price of %d cents is shown as the rules split it',
  (price) => {
    expect(sharesOf(price)).toEqual(computedAmounts(price));
  },
);

test('the deposit is 30 percent, half a cent rounded up', () => {
  expect(depositPercent).toBe(30);
  expect(sharesOf(5)).toEqual({ deposit: 2, balance: 3 });
  expect(sharesOf(360_000)).toEqual({ deposit: 108_000, balance: 252_000 });
});

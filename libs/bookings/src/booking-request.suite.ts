import type { BookingEvents } from './booking.ts';

/** A booking as the client Ann requests it of the professional Bo, for tests of the rules. Amounts are whole cents. */
export const requestedFacts: BookingEvents['BookingRequested'] = {
  clientId: 'ann',
  creatorId: 'bo',
  createdBy: 'ann',
  leadId: null,
  packageId: 'p-1',
  packageName: 'Full day',
  durationHours: 8,
  deliverables: [],
  due: { deposit: 30_000, balance: 70_000 },
  refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  serviceType: 'dj',
  expiresAt: '2026-01-07T00:00:00.000Z',
  eventType: 'wedding',
  eventName: null,
  eventDate: '2026-06-20',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  eventLocation: null,
  eventDescription: null,
  expectedAttendance: null,
};

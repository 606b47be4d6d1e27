import { expect, test } from '@jest/globals';
import type { Message } from '#kernel';
import { recorded } from '#kernel/testing';
import type { BookingEvents } from './booking.ts';
import { forParties, versionsOf } from './booking-versions.resources.ts';

const people = { clientId: 'ann', creatorId: 'bo' };
const offer = { packageName: null, durationHours: 8, deliverables: null };
const event = { eventDate: '2026-06-20', durationDays: 1, startTime: null, timeZone: 'UTC', eventLocation: null };
const due = { deposit: 30_000, balance: 70_000 };
/** Events as they are read without personal data, each with the names of its hidden fields. */
const log: readonly (readonly [Message<BookingEvents>, readonly string[]])[] = [
  [
    {
      type: 'BookingRequested',
      data: {
        ...{
          ...people,
          ...offer,
          ...event,
          due,
          createdBy: 'ann',
          leadId: null,
          packageId: 'full-day',
          packageName: '',
        },
        ...{ refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 }, serviceType: null },
        ...{ expiresAt: '2026-01-07T00:00:00.000Z', eventType: 'wedding', eventName: null, deliverables: [] },
        ...{ eventDescription: null, expectedAttendance: null },
      },
    },
    ['eventLocation', 'packageName'],
  ],
  [
    {
      type: 'BookingChangeProposed',
      data: {
        ...{ ...people, ...offer, ...event, number: 1, proposedBy: 'ann', durationDays: null, timeZone: null },
        ...{ eventDate: '2026-06-27', packageId: null, durationHours: null, price: null, status: 'pending' },
      },
    },
    ['eventLocation'],
  ],
  [
    {
      type: 'BookingChanged',
      data: {
        ...{ ...people, ...offer, ...event, due, number: 1, eventDate: '2026-06-27', previousDate: '2026-06-20' },
        ...{ previousDurationDays: 1, previousStartTime: null, attempt: 0, packageId: null, durationHours: null },
        ...{ expiresAt: '2026-01-08T00:00:00.000Z', depositDueAt: null, balanceDueDate: null },
        ...{ unpaidCancellableFrom: null, status: 'pending' },
      },
    },
    ['eventLocation'],
  ],
  [
    {
      type: 'BookingPaid',
      data: { part: 'deposit', paymentId: 'p1', amount: 30_000, payerId: 'ann', status: 'pending' },
    },
    [],
  ],
];
const versions = versionsOf(
  recorded<BookingEvents>(
    'booking-1',
    log.map(([message]) => message),
  ).map((each, i) => ({ event: each, hidden: log[i]?.[1] ?? [] })),
  (type) => `title of ${type}`,
);
const valueIn = (version: number, name: string) =>
  versions[version - 1]?.facts.find((fact) => fact.name === name)?.value;

test('each event of a booking makes a version, with what the booking said then', () => {
  expect(versions.map(({ version, title }) => [version, title])).toEqual([
    [1, 'title of BookingRequested'],
    [2, 'title of BookingChangeProposed'],
    [3, 'title of BookingChanged'],
    [4, 'title of BookingPaid'],
  ]);
  expect([1, 2, 3, 4].map((version) => valueIn(version, 'eventDate'))).toEqual([
    '2026-06-20',
    '2026-06-20',
    '2026-06-27',
    '2026-06-27',
  ]);
  expect([3, 4].map((version) => valueIn(version, 'depositPaid'))).toEqual(['false', 'true']);
});

test('each version names what its event changed, also personal data, which is never shown', () => {
  const masked = ['eventLocation', 'packageName'];
  expect(versions.map(({ changed }) => changed).slice(1)).toEqual([
    ['openProposal'],
    ['eventDate', 'expiresAt', 'openProposal', 'eventLocation'],
    ['depositPaid'],
  ]);
  expect(versions[0]?.changed).toEqual(expect.arrayContaining(['status', ...masked]));
  for (const { facts } of versions)
    expect(facts.filter((fact) => fact.masked)).toEqual(masked.map((name) => ({ name, value: null, masked: true })));
});

test('the parties see the place and the package, and no version for what the status history does not show', () => {
  const withPlace = log.map(([message]) => ({ ...message, data: { ...message.data, eventLocation: 'The old mill' } }));
  const events = recorded<BookingEvents>('booking-1', withPlace as Message<BookingEvents>[]);
  const technical = { ...events[0], type: 'BookingNoted', version: 5 } as unknown as (typeof events)[number];
  const shown = versionsOf(
    [...events, technical].map((each) => ({ event: each, hidden: [] })),
    (type) => type,
    forParties,
  );
  expect(shown.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(shown[0]?.facts).toContainEqual({ name: 'eventLocation', value: 'The old mill', masked: false });
});

import { type FieldTable, jsonIn } from '../../platform/field-texts.ts';
import { titleCase } from '../../platform/text.ts';

/** How the fields of bookings and of their events are shown. */
export const bookingFields: FieldTable = {
  labels: {
    'due.deposit': 'Deposit',
    'due.balance': 'Balance',
    bookingId: 'Booking',
    clientId: 'Client',
    creatorId: 'Professional',
    createdBy: 'Requested by',
    proposedBy: 'Proposed by',
    cancelledBy: 'Cancelled by',
    raisedBy: 'Reported by',
    packageId: 'Package id',
    packageName: 'Package',
    durationHours: 'Hours',
    durationDays: 'Days',
    serviceType: 'Service',
    eventDate: 'Date of the event',
    eventLocation: 'Place',
    expectedAttendance: 'Guests',
    expiresAt: 'Expires',
    graceUntil: 'Free cancellation until',
    depositDueAt: 'Deposit due',
    balanceDueDate: 'Balance due',
    unpaidCancellableFrom: 'The professional may cancel from',
    percent: 'Refunded share in percent',
    part: 'Part of the price',
    refundTerms: 'Cancellation policy',
  },
  amounts: ['price', 'due.deposit', 'due.balance', 'refundAmount', 'refundDue', 'refunded'],
  formats: {
    status: titleCase,
    refundTerms: (text) => titleCase(String((jsonIn(text) as { policy?: unknown } | null)?.policy ?? text)),
  },
};

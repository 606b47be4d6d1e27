import { expect, test } from '@jest/globals';
import type { BookingEvidence } from '#backoffice/contract';
import { mailLines, paymentLines } from './evidence-lines.ts';

const entry = (id: string, type: string, module: string, values: Record<string, string>, causation = 'request-1') =>
  ({
    id,
    type,
    module,
    causation,
    details: Object.entries(values).map(([name, value]) => ({ name, value, masked: value === '•••' })),
  }) as unknown as BookingEvidence['items'][number];
const party = (id: string) => ({ id, name: null, email: null });
const evidence = {
  client: party('ann'),
  professional: party('bo'),
  items: [
    entry('requested', 'PaymentRequested', 'payments', { amount: '5000', description: '•••' }),
    entry('opened', 'CheckoutOpened', 'payments', { sessionId: 's1' }),
    entry('settled', 'PaymentSettled', 'payments', { amount: '5000', chargeId: 'ch_1' }),
    entry('paid', 'BookingPaid', 'bookings', { amount: '5000' }),
    entry('refunded', 'PaymentRefunded', 'payments', { amount: '5000', chargeId: 'ch_1', refundId: 're_1' }),
    entry('to ann', 'NotificationSent', 'notifications', { personId: 'ann', kind: 'bookings.confirmed', text: '•••' }),
    entry('mail to ann', 'NotificationEmailed', 'notifications', {}, 'to ann'),
    entry('to bo', 'NotificationSent', 'notifications', { personId: 'bo', kind: 'bookings.requested' }),
    entry('to staff', 'NotificationSent', 'notifications', { personId: 'sue', kind: 'staff.dispute-reported' }),
  ],
};

test('lists what was requested, paid and refunded, with the ids of the provider', () =>
  expect(paymentLines(evidence).map(({ entry: { id }, amount, providerId }) => [id, amount, providerId])).toEqual([
    ['requested', 5000, undefined],
    ['settled', 5000, 'ch_1'],
    ['refunded', 5000, 're_1'],
  ]));

test('lists who was notified, and the email that followed', () =>
  expect(mailLines(evidence).map(({ kind, recipient, email }) => [kind, recipient, email?.id])).toEqual([
    ['bookings.confirmed', 'Client', 'mail to ann'],
    ['bookings.requested', 'Professional', undefined],
    ['staff.dispute-reported', 'Another person', undefined],
  ]));

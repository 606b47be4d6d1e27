import { expect, test } from '@jest/globals';
import { type Message, project } from '#kernel';
import { recorded } from '#kernel/testing';
import type { PaymentEvents } from './payment.ts';
import { payments } from './payments.projection.ts';

const subject = { reference: 'lead-1/bo', paymentId: 'payment-1', sessionId: 'cs_1', payerId: 'bo' };
const events: Message<PaymentEvents>[] = [
  {
    type: 'PaymentRequested',
    data: {
      reference: 'lead-1/bo',
      payerId: 'bo',
      attempt: 1,
      amount: 2_500,
      currency: 'USD',
      description: 'Lead: Wedding',
      returnPath: '/leads',
    },
  },
  { type: 'CheckoutOpened', data: { sessionId: 'cs_1', url: '/cs_1', expiresAt: '2026-01-01T00:30:00.000Z' } },
  { type: 'PaymentFailed', data: { ...subject, reason: 'expired' } },
  { type: 'PaymentSettled', data: { ...subject, chargeId: 'ch_1', amount: 2_500 } },
  { type: 'PaymentSurplusArrived', data: { ...subject, chargeId: 'ch_2', amount: 2_500 } },
  { type: 'PaymentRefunded', data: { ...subject, refundId: 'surplus-ch_2', chargeId: 'ch_2', amount: 2_500 } },
  { type: 'PaymentRefunded', data: { ...subject, refundId: 'r1', chargeId: 'ch_1', amount: 2_500 } },
];
const log = recorded<PaymentEvents>('payment-1', events);
const rowAfter = (events: number) => project(payments, new Map(), log.slice(0, events)).get('payment-1');

test('a payment row is updated by its events', () => {
  expect(rowAfter(1)).toEqual({
    id: 'payment-1',
    reference: 'lead-1/bo',
    payerId: 'bo',
    attempt: 1,
    amount: 2_500,
    currency: 'USD',
    description: 'Lead: Wedding',
    status: 'requested',
    failure: null,
    sessionId: null,
    url: null,
    expiresAt: null,
    charged: 0,
    refunded: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    settledAt: null,
  });
  expect(rowAfter(2)).toMatchObject({ status: 'open', sessionId: 'cs_1', url: '/cs_1' });
  expect(rowAfter(3)).toMatchObject({ status: 'failed', failure: 'expired' });
  expect(rowAfter(4)).toMatchObject({ status: 'settled', failure: null, settledAt: '2026-01-01T00:00:03.000Z' });
});

test('charged and refunded are sums of all charges and refunds', () => {
  expect(rowAfter(5)).toMatchObject({ status: 'settled', charged: 5_000, refunded: 0 });
  expect(rowAfter(6)).toMatchObject({ status: 'settled', charged: 5_000, refunded: 2_500 });
  expect(rowAfter(7)).toMatchObject({ status: 'refunded', charged: 5_000, refunded: 5_000 });
});

test('a failure reported after the payment settled is ignored', () => {
  const lateEvents = [log[0], log[1], log[3], log[2]].flatMap((event) => event ?? []);
  expect(project(payments, new Map(), lateEvents).get('payment-1')).toMatchObject({ status: 'settled', failure: null });
});

test('folding in two batches gives the same rows as in one', () => {
  const firstBatch = project(payments, new Map(), log.slice(0, 3));
  expect(project(payments, firstBatch, log.slice(3))).toEqual(project(payments, new Map(), log));
  expect(firstBatch.get('payment-1')?.status).toBe('failed');
});

test('events of a payment that was not requested create no row', () => {
  expect(project(payments, new Map(), log.slice(1)).size).toBe(0);
});

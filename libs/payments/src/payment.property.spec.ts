import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, type Message, project, replay } from '#kernel';
import { randomRuns, recorded } from '#kernel/testing';
import { type Payment, type PaymentCommands, type PaymentEvents, payment } from './payment.ts';
import { payments } from './payments.projection.ts';
import type { PaymentRow } from './payments.rows.ts';

type Report = PaymentCommands['recordReport'];
type Event = Message<PaymentEvents>;

const gateway: Actor = { id: 'sandbox', kind: 'webhook', role: 'gateway' };
const at = '2026-01-01T00:00:00.000Z';
const price = 2_500;
const emptyReport = { paymentId: 'payment-1', sessionId: 'cs_1', charges: [], refunds: [] };
const openCheckout: readonly Event[] = [
  {
    type: 'PaymentRequested',
    data: {
      reference: 'lead-1/bo',
      amount: price,
      currency: 'USD',
      attempt: 1,
      description: 'Lead',
      returnPath: '/leads',
      payerId: 'bo',
    },
  },
  { type: 'CheckoutOpened', data: { sessionId: 'cs_1', url: '/cs_1', expiresAt: at } },
];

/** All reports that a provider may send about these charges, each partial or complete. */
const provider = fc
  .record({
    amounts: fc.array(fc.constantFrom(price, price, price, price - 1, 2 * price), { maxLength: 4 }),
    failures: fc.array(fc.constantFrom('declined', 'cancelled', 'expired', 'open'), { maxLength: 3 }),
  })
  .map(({ amounts, failures }) => {
    const charges = amounts.map((amount, i) => ({ chargeId: `ch_${i}`, amount }));
    const parts = charges.map((charge): Report => ({ ...emptyReport, status: 'paid', charges: [charge] }));
    const completeReport: Report = { ...emptyReport, status: charges.length > 0 ? 'paid' : 'open', charges };
    return {
      amounts,
      reports: [...parts, completeReport, ...failures.map((status): Report => ({ ...emptyReport, status }))],
    };
  });

/** Records the reports in this order, some twice. Refunds that follow are made and reported at random times. */
const deliveriesOf = ({ reports }: { reports: readonly Report[] }) =>
  fc.record({
    order: fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
    positions: fc.array(fc.nat(50), { minLength: 1, maxLength: 20 }),
  });

const record = (past: readonly Event[], facts: Report): readonly Event[] =>
  payment.decide.recordReport(replay(payment, past), { facts, by: gateway, at });

const recordAll = (order: readonly Report[], positions: readonly number[]): readonly Event[] => {
  const past = [...openCheckout];
  const reportsLeft = [...order];
  for (let i = 0; reportsLeft.length > 0; i++) {
    const report = reportsLeft.shift();
    const events = report ? record(past, report) : [];
    past.push(...events);
    for (const event of events)
      if (event.type === 'PaymentRefundRequested') {
        const { refundId, chargeId, amount } = event.data;
        const refundReport: Report = { ...emptyReport, status: 'paid', refunds: [{ refundId, chargeId, amount }] };
        reportsLeft.splice(
          (positions[i % positions.length] ?? 0) % (reportsLeft.length + 1),
          0,
          refundReport,
          refundReport,
        );
      }
  }
  return past;
};

const rowOf = (events: readonly Event[]): PaymentRow | undefined => {
  const recordedEvents = events.map((event) => ({ ...event, at }));
  return project(payments, new Map(), recorded<PaymentEvents>('payment-1', recordedEvents)).get('payment-1');
};

/**
 * The order may only decide which of two equal charges settles the payment and which of two failures is recorded first.
 */
const summary = (events: readonly Event[]) => {
  const { settlingCharge, ...state }: Payment = replay(payment, events);
  const { status, charged, refunded, settledAt } = rowOf(events) ?? {};
  const charges = state.charges.map(({ chargeId }) => chargeId).sort();
  const openRefunds = state.refunds.filter(({ done }) => !done).length;
  return {
    state: state.status,
    settled: settlingCharge?.amount,
    charges,
    openRefunds,
    row: { status, charged, refunded, settledAt },
  };
};

const count = (events: readonly Event[], type: Event['type']) => events.filter((event) => event.type === type).length;

test('reports in any order and any number lead to the same result, and no surplus is kept', () => {
  const delivery = provider.chain((reports) => fc.tuple(fc.constant(reports), deliveriesOf(reports)));
  fc.assert(
    fc.property(delivery, ([{ amounts, reports }, { order, positions }]) => {
      const events = recordAll(order, positions);
      expect(summary(events)).toEqual(summary(recordAll(reports, [0])));
      const settles = amounts.includes(price) ? 1 : 0;
      expect(count(events, 'PaymentSettled')).toBe(settles);
      expect(count(events, 'PaymentFailed')).toBeLessThanOrEqual(1);
      const row = rowOf(events);
      expect((row?.charged ?? 0) - (row?.refunded ?? 0)).toBe(settles * price);
    }),
    { numRuns: randomRuns(300) },
  );
});

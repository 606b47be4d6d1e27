import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, type Message, project, Refusal, replay } from '#kernel';
import { randomRuns, recorded } from '#kernel/testing';
import { type BookingCommands, type BookingEvents, booking, type Part, type Payment } from './booking.ts';
import { requestedFacts } from './booking-request.suite.ts';
import { bookings } from './bookings.projection.ts';

type Event = Message<BookingEvents>;
type Report = { [Verb in keyof BookingCommands]: { verb: Verb; facts: BookingCommands[Verb] } }[keyof BookingCommands];

const worker: Actor = { id: 'worker', kind: 'worker', role: 'reaction' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const at = '2026-01-01T00:00:00.000Z';
const due = { deposit: 3, balance: 7 } as const;
const requested: Event = { type: 'BookingRequested', data: { ...requestedFacts, due, serviceType: 'photographer' } };

const paymentOf = (index: number, part: Part, short: boolean): Payment => ({
  part,
  paymentId: `p${index}`,
  amount: due[part] - (short ? 1 : 0),
  payerId: 'ann',
});
const payments = fc
  .array(fc.tuple(fc.constantFrom<Part>('deposit', 'balance'), fc.boolean()), { minLength: 1, maxLength: 5 })
  .map((all) => all.map(([part, short], index) => paymentOf(index, part, short)));

/** The manual refunds of one payment at the provider: never more than was paid. */
const refundsOf = ({ amount, ...payment }: Payment, amounts: readonly number[]): Report[] => {
  let amountLeft = amount;
  return amounts.flatMap((requestedAmount, index): Report[] => {
    const refundable = Math.min(requestedAmount, amountLeft);
    amountLeft -= refundable;
    const facts = { ...payment, amount: refundable, refundId: `${payment.paymentId}-${index}` };
    return refundable > 0 ? [{ verb: 'recordRefund', facts }] : [];
  });
};
const changes: Report[] = [
  { verb: 'cancel', facts: { reason: 'fraud', refundAmount: null } },
  { verb: 'abandon', facts: { personId: 'bo' } },
  { verb: 'confirm', facts: { reason: 'by phone', attempt: 0, partyLeft: false } },
];

/** All reports about a booking's payments, in any order and some of them twice. */
const anyReports = payments
  .chain((all) =>
    fc.tuple(
      fc.tuple(...all.map(() => fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }))),
      fc.subarray(changes, { maxLength: 1 }),
      fc.constant(all),
    ),
  )
  .chain(([amounts, end, all]) => {
    const reports: Report[] = all.flatMap((payment, i) => [
      { verb: 'recordPayment', facts: payment },
      ...refundsOf(payment, amounts[i] ?? []),
    ]);
    const allReports = [...reports, ...reports, ...end];
    return fc.shuffledSubarray(allReports, { minLength: allReports.length });
  });

const decide = (past: readonly Event[], { verb, facts }: Report): readonly Event[] => {
  const by = verb === 'cancel' || verb === 'confirm' ? sue : worker;
  return booking.decide[verb](replay(booking, past), { facts: facts as never, by, at });
};

/** Reports that are refused because they arrived too early are repeated at the end. */
const record = (reports: readonly Report[]): readonly Event[] => {
  const past: Event[] = [requested];
  const tooEarly: Report[] = [];
  for (const report of reports)
    try {
      past.push(...decide(past, report));
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'booking-payment-not-recorded')) throw error;
      tooEarly.push(report);
    }
  for (const report of tooEarly) past.push(...decide(past, report));
  return past;
};

const rowOf = (events: readonly Event[]) =>
  project(bookings, new Map(), recorded<BookingEvents>('booking-1', events)).get('booking-1');

/** For each payment: what was received, refunded and marked for refund, summed from the events alone. */
const balances = (events: readonly Event[], received: ReadonlyMap<string, number>) => {
  const refunded = new Map<string, number>();
  const refundDue = new Map<string, number>();
  for (const { type, data } of events) {
    const amounts = type === 'BookingRefunded' ? refunded : type === 'BookingRefundDue' ? refundDue : undefined;
    if (amounts && 'paymentId' in data) amounts.set(data.paymentId, (amounts.get(data.paymentId) ?? 0) + data.amount);
  }
  return [...received].map(([id, amount]) => ({
    id,
    left: amount - (refunded.get(id) ?? 0),
    isRefundDue: refundDue.has(id),
    refundDue: refundDue.get(id) ?? 0,
    amount,
  }));
};

test('payments and refunds in any order: each cent is kept, due for refund or refunded, and aggregate and row are equal', () => {
  fc.assert(
    fc.property(anyReports, (reports) => {
      const events = record(reports);
      const [state, row] = [replay(booking, events), rowOf(events)];
      const receivedAmounts = new Map(
        reports.flatMap(({ verb, facts }) => (verb === 'recordPayment' ? [[facts.paymentId, facts.amount]] : [])),
      );
      const paymentBalances = balances(events, receivedAmounts);
      for (const { left, refundDue, amount } of paymentBalances) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(refundDue).toBeLessThanOrEqual(amount);
      }
      const keptIds = paymentBalances.filter(({ isRefundDue, left }) => !isRefundDue && left > 0).map(({ id }) => id);
      expect(Object.values(state.paid).map(({ paymentId }) => paymentId)).toEqual(expect.arrayContaining(keptIds));
      expect(Object.keys(state.paid)).toHaveLength(keptIds.length);
      // What a viewer may do is computed from this state by the aggregate itself, so it cannot differ from the rules.
      expect(row?.state).toEqual(state);
      expect(row).toMatchObject({
        status: state.status,
        depositPaymentId: state.paid.deposit?.paymentId ?? null,
        balancePaymentId: state.paid.balance?.paymentId ?? null,
        refundDue: paymentBalances.reduce((sum, { isRefundDue, left }) => (isRefundDue ? sum + left : sum), 0),
      });
      if (state.status === 'cancelled') expect(keptIds).toEqual([]);
    }),
    { numRuns: randomRuns(170) },
  );
});

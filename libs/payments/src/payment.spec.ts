import { expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { isPaid, type PaymentEvents, payment } from './payment.ts';

type Event = Message<PaymentEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'client' };
const gateway: Actor = { id: 'sandbox', kind: 'webhook', role: 'gateway' };
const worker: Actor = { id: 'bookings.refund-payment', kind: 'worker', role: 'reaction' };

const request = {
  reference: 'booking-1/deposit',
  amount: 30_000,
  currency: 'USD',
  attempt: 1,
  description: 'Deposit: Full day',
  returnPath: '/bookings/booking-1',
};
const checkout = { sessionId: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: '2026-01-01T00:30:00.000Z' };
const subject = { reference: 'booking-1/deposit', paymentId: 'payment-1', sessionId: 'cs_1', payerId: 'ann' };
const emptyReport = { paymentId: 'payment-1', sessionId: 'cs_1', charges: [], refunds: [] };
const firstCharge = { chargeId: 'ch_1', amount: 30_000 };
const secondCharge = { chargeId: 'ch_2', amount: 30_000 };
const paidReport = { ...emptyReport, status: 'paid', charges: [firstCharge] } as const;
const expiredReport = { ...emptyReport, status: 'expired' } as const;

const requested: Event = { type: 'PaymentRequested', data: { ...request, payerId: 'ann' } };
const opened: Event = { type: 'CheckoutOpened', data: checkout };
const settled: Event = { type: 'PaymentSettled', data: { ...subject, ...firstCharge } };
const failed: Event = { type: 'PaymentFailed', data: { ...subject, reason: 'expired' } };
const surplus: Event = { type: 'PaymentSurplusArrived', data: { ...subject, ...secondCharge } };
const surplusRefund = { refundId: 'surplus-ch_2', chargeId: 'ch_2', amount: 30_000 };
const surplusDue: Event = {
  type: 'PaymentRefundRequested',
  data: { ...subject, ...surplusRefund, reason: 'surplus' },
};
const open = [requested, opened];

test('a person requests a payment', () => given(payment).when('request', request, ann).emits(requested));

test('a repeated request is ignored', () => {
  given(payment, requested).when('request', request, ann).emits();
  given(payment, ...open)
    .when('openCheckout', { ...checkout, sessionId: 'cs_2' }, ann)
    .emits();
});

test('only people can pay, at least one cent, with a return page on this site', () => {
  given(payment).when('request', request, worker).refuses('payment-not-allowed');
  for (const amount of [0, -1, 0.5, Number.NaN])
    given(payment)
      .when('request', { ...request, amount }, ann)
      .refuses('payment-amount-invalid');
  for (const returnPath of ['https://a.example', '//a.example', '/a?b', '/a b', 'a', ''])
    given(payment)
      .when('request', { ...request, returnPath }, ann)
      .refuses('payment-return-path-invalid');
});

test('no checkout opens for a payment that was not requested', () =>
  given(payment).when('openCheckout', checkout, ann).refuses('payment-not-found'));

test('a charge settles the payment, however often it is reported', () => {
  given(payment, ...open)
    .when('recordReport', paidReport, gateway)
    .emits(settled);
  given(payment, ...open, settled)
    .when('recordReport', paidReport, gateway)
    .emits();
  given(payment, ...open)
    .when('recordReport', { ...paidReport, charges: [firstCharge, firstCharge] }, gateway)
    .emits(settled);
});

test('a report that arrives before the checkout was recorded is accepted', () =>
  given(payment, requested).when('recordReport', paidReport, gateway).emits(settled));

test('an invalid amount is refused', () => {
  for (const amount of [0, -1, 0.5, 1e15])
    given(payment, requested)
      .when('recordReport', { ...paidReport, charges: [{ ...firstCharge, amount }] }, gateway)
      .refuses('payment-amount-invalid');
});

test('a failure is recorded once', () => {
  given(payment, ...open)
    .when('recordReport', expiredReport, gateway)
    .emits(failed);
  given(payment, ...open, failed)
    .when('recordReport', { ...emptyReport, status: 'declined' }, gateway)
    .emits();
  given(payment, ...open)
    .when('recordReport', { ...emptyReport, status: 'open' }, gateway)
    .emits();
});

test('a charge after a failure settles the payment, and a failure after a charge is ignored', () => {
  given(payment, ...open, failed)
    .when('recordReport', paidReport, gateway)
    .emits(settled);
  given(payment, ...open, settled)
    .when('recordReport', expiredReport, gateway)
    .emits();
});

test('a second charge is refunded', () => {
  given(payment, ...open, settled)
    .when('recordReport', { ...paidReport, charges: [secondCharge] }, gateway)
    .emits(surplus, surplusDue);
  given(payment, ...open)
    .when('recordReport', { ...paidReport, charges: [firstCharge, secondCharge] }, gateway)
    .emits(settled, surplus, surplusDue);
});

test('a charge of a wrong amount is refunded and does not settle the payment', () => {
  const wrongAmount = { chargeId: 'ch_9', amount: 29_999 };
  given(payment, ...open)
    .when('recordReport', { ...paidReport, charges: [wrongAmount] }, gateway)
    .emits(
      { type: 'PaymentSurplusArrived', data: { ...subject, ...wrongAmount } },
      {
        type: 'PaymentRefundRequested',
        data: { ...subject, ...wrongAmount, refundId: 'surplus-ch_9', reason: 'surplus' },
      },
    );
});

test('surplus that was already refunded is not refunded again', () => {
  const byHand = { refundId: 're_1', chargeId: 'ch_2', amount: 30_000 };
  given(payment, ...open, settled, { type: 'PaymentRefunded', data: { ...subject, ...byHand } })
    .when('recordReport', { ...paidReport, charges: [secondCharge] }, gateway)
    .emits(surplus);
});

test('a refund is recorded once, including one made manually at the provider', () => {
  const refund = { refundId: 're_1', chargeId: 'ch_1', amount: 10_000 };
  const refunds = [refund];
  const refunded: Event = { type: 'PaymentRefunded', data: { ...subject, ...refund } };
  given(payment, ...open, settled)
    .when('recordReport', { ...emptyReport, status: 'paid', refunds }, gateway)
    .emits(refunded);
  given(payment, ...open, settled, refunded)
    .when('recordReport', { ...emptyReport, status: 'paid', refunds }, gateway)
    .emits();
});

test('other users cannot record reports about a payment', () => {
  given(payment, ...open)
    .when('recordReport', paidReport, eve)
    .refuses('payment-not-yours');
  given(payment, ...open)
    .when('recordReport', paidReport, { ...eve, kind: 'staff', role: 'admin' })
    .refuses('payment-not-yours');
  given(payment, ...open)
    .when('recordReport', paidReport, ann)
    .emits(settled);
  given(payment).when('recordReport', paidReport, gateway).refuses('payment-not-found');
});

const giveBack = { paymentId: 'payment-1', refundId: 'r1', amount: 10_000, reason: 'The booking was cancelled' };
const partRefund = { ...subject, refundId: 'r1', chargeId: 'ch_1', amount: 10_000 };
const refundDue: Event = { type: 'PaymentRefundRequested', data: { ...partRefund, reason: giveBack.reason } };

test('a payment can be refunded in part or in full, but never by more', () => {
  const past = [...open, settled];
  given(payment, ...past)
    .when('refund', giveBack, worker)
    .emits(refundDue);
  given(payment, ...past, refundDue)
    .when('refund', giveBack, worker)
    .emits();
  given(payment, ...past)
    .when('refund', { ...giveBack, amount: 30_001 }, worker)
    .refuses('payment-refund-too-large');
  given(payment, ...past, refundDue, { type: 'PaymentRefunded', data: partRefund })
    .when('refund', { ...giveBack, refundId: 'r2', amount: 20_000 }, worker)
    .emits({
      type: 'PaymentRefundRequested',
      data: { ...partRefund, refundId: 'r2', amount: 20_000, reason: giveBack.reason },
    });
});

test('after a manual refund, reactions refund only the rest, and staff who request more are refused', () => {
  const byHand = (amount: number): Event => ({
    type: 'PaymentRefunded',
    data: { ...partRefund, refundId: `desk-${amount}`, amount },
  });
  const fullRefund = { ...giveBack, amount: 30_000 };
  const fay: Actor = { id: 'fay', kind: 'staff', role: 'finance' };
  given(payment, ...open, settled, byHand(10_000))
    .when('refund', fullRefund, worker)
    .emits({ type: 'PaymentRefundRequested', data: { ...partRefund, amount: 20_000, reason: giveBack.reason } });
  given(payment, ...open, settled, byHand(30_000))
    .when('refund', fullRefund, worker)
    .emits();
  for (const amount of [10_000, 30_000])
    given(payment, ...open, settled, byHand(amount))
      .when('refund', fullRefund, fay)
      .refuses('payment-refund-too-large');
});

test('a payment that was not paid cannot be refunded', () => {
  given(payment).when('refund', giveBack, worker).refuses('payment-not-found');
  given(payment, ...open)
    .when('refund', giveBack, worker)
    .refuses('payment-refund-too-large');
  given(payment, ...open, settled)
    .when('refund', { ...giveBack, amount: 0 }, worker)
    .refuses('payment-amount-invalid');
});

test('users cannot request refunds', () => {
  const past = [...open, settled];
  for (const by of [ann, gateway, { id: 'sue', kind: 'staff', role: 'support' } as const])
    given(payment, ...past)
      .when('refund', giveBack, by)
      .refuses('payment-not-allowed');
  given(payment, ...past)
    .when('refund', giveBack, { id: 'fay', kind: 'staff', role: 'finance' })
    .emits(refundDue);
});

const dispute = { disputeId: 'dp_1', ...firstCharge };
const disputed: Event = { type: 'PaymentDisputed', data: { ...subject, ...dispute } };
const closed = (outcome: 'won' | 'lost'): Event => ({
  type: 'PaymentDisputeClosed',
  data: { ...subject, ...dispute, outcome },
});
const disputeReport = (status: 'open' | 'won' | 'lost') => ({
  ...emptyReport,
  status: 'paid' as const,
  disputes: [{ ...dispute, status }],
});

test('a dispute is recorded once, and its decision once; a lost one is a refund that the bank has made', () => {
  const paid = [...open, settled];
  given(payment, ...paid)
    .when('recordReport', disputeReport('open'), gateway)
    .emits(disputed);
  given(payment, ...paid, disputed)
    .when('recordReport', disputeReport('open'), gateway)
    .emits();
  given(payment, ...paid, disputed)
    .when('recordReport', disputeReport('won'), gateway)
    .emits(closed('won'));
  const refunded: Event = {
    type: 'PaymentRefunded',
    data: { ...subject, ...firstCharge, refundId: 'dispute-dp_1' },
  };
  given(payment, ...paid)
    .when('recordReport', disputeReport('lost'), gateway)
    .emits(disputed, closed('lost'), refunded);
  for (const outcome of ['lost', 'open'] as const)
    given(payment, ...paid, disputed, closed('lost'), refunded)
      .when('recordReport', disputeReport(outcome), gateway)
      .emits();
});

test('a bank that takes back what was refunded already adds no more than was paid', () => {
  const part: Event = {
    type: 'PaymentRefunded',
    data: { ...subject, refundId: 'refund-1', chargeId: 'ch_1', amount: 10_000 },
  };
  const rest: Event = {
    type: 'PaymentRefunded',
    data: { ...subject, refundId: 'dispute-dp_1', chargeId: 'ch_1', amount: 20_000 },
  };
  given(payment, ...open, settled, part, disputed)
    .when('recordReport', disputeReport('lost'), gateway)
    .emits(closed('lost'), rest);
  given(payment, ...open, settled, part, { ...rest, data: { ...rest.data, refundId: 'refund-2' } } as Event, disputed)
    .when('recordReport', disputeReport('lost'), gateway)
    .emits(closed('lost'));
});

test('a bank that first decides against the payer can take the money back later', () => {
  given(payment, ...open, settled, disputed, closed('won'))
    .when('recordReport', disputeReport('won'), gateway)
    .emits();
  given(payment, ...open, settled, disputed, closed('won'))
    .when('recordReport', disputeReport('lost'), gateway)
    .emits(closed('lost'), {
      type: 'PaymentRefunded',
      data: { ...subject, ...firstCharge, refundId: 'dispute-dp_1' },
    });
});

test('a bank that returns what it had taken back settles the payment again', () => {
  const bankRefund = { ...subject, ...firstCharge, refundId: 'dispute-dp_1' };
  const reinstated: Event = { type: 'PaymentReinstated', data: { ...subject, ...firstCharge, disputeId: 'dp_1' } };
  const lost: Event[] = [...open, settled, disputed, closed('lost'), { type: 'PaymentRefunded', data: bankRefund }];
  given(payment, ...lost)
    .when('recordReport', disputeReport('won'), gateway)
    .emits(closed('won'), reinstated);
  given(payment, ...lost, closed('won'), reinstated)
    .when('recordReport', disputeReport('won'), gateway)
    .emits();
  expect(isPaid(replay(payment, [...lost, closed('won'), reinstated]))).toBe(true);
});

test('a surplus that a bank returns is refunded', () => {
  const surplusDispute = { disputeId: 'dp_2', ...secondCharge };
  const data = { ...subject, ...surplusDispute };
  given(
    payment,
    ...open,
    settled,
    surplus,
    { type: 'PaymentDisputed', data },
    { type: 'PaymentDisputeClosed', data: { ...data, outcome: 'lost' } },
    { type: 'PaymentRefunded', data: { ...subject, ...secondCharge, refundId: 'dispute-dp_2' } },
  )
    .when('recordReport', { ...emptyReport, status: 'paid', disputes: [{ ...surplusDispute, status: 'won' }] }, gateway)
    .emits(
      { type: 'PaymentDisputeClosed', data: { ...data, outcome: 'won' } },
      { type: 'PaymentReinstated', data },
      {
        type: 'PaymentRefundRequested',
        data: { ...subject, ...secondCharge, refundId: 'reinstated-dp_2', reason: 'surplus' },
      },
    );
});

test('a requested refund is dropped if a lost dispute already returned the whole charge', () => {
  const requested: Event = {
    type: 'PaymentRefundRequested',
    data: { ...subject, ...firstCharge, refundId: 'refund-1', reason: 'Cancelled' },
  };
  const bankRefund: Event = { type: 'PaymentRefunded', data: { ...subject, ...firstCharge, refundId: 'dispute-dp_1' } };
  const dropped: Event = { type: 'PaymentRefundDropped', data: { ...subject, ...firstCharge, refundId: 'refund-1' } };
  const past: Event[] = [...open, settled, disputed, requested];
  given(payment, ...past)
    .when('recordReport', disputeReport('lost'), gateway)
    .emits(closed('lost'), bankRefund, dropped);
  given(payment, ...past, closed('lost'), bankRefund, dropped)
    .when('recordReport', disputeReport('lost'), gateway)
    .emits();
});

test('a bank takes back no more of a surplus charge than was paid', () => {
  const surplusDispute = { disputeId: 'dp_2', ...secondCharge, amount: 31_500 };
  const report = (status: 'open' | 'lost') => ({
    ...emptyReport,
    status: 'paid' as const,
    disputes: [{ ...surplusDispute, status }],
  });
  const events: Event[] = [
    { type: 'PaymentDisputed', data: { ...subject, ...surplusDispute } },
    { type: 'PaymentDisputeClosed', data: { ...subject, ...surplusDispute, outcome: 'lost' } },
  ];
  given(payment, ...open, settled, surplus, surplusDue)
    .when('recordReport', report('lost'), gateway)
    .emits(
      ...events,
      { type: 'PaymentRefunded', data: { ...subject, ...secondCharge, refundId: 'dispute-dp_2' } },
      { type: 'PaymentRefundDropped', data: { ...subject, ...surplusRefund } },
    );
  given(payment, ...open, settled, surplus, { type: 'PaymentRefunded', data: { ...subject, ...surplusRefund } })
    .when('recordReport', report('lost'), gateway)
    .emits(...events);
});

test('the end of another session is not the failure of the payment', () => {
  given(payment, ...open)
    .when('recordReport', { ...expiredReport, sessionId: 'cs_other' }, gateway)
    .emits();
});

test('staff cannot refund a payment about which a bank is deciding', () => {
  const finance: Actor = { id: 'fay', kind: 'staff', role: 'finance' };
  const refund = { paymentId: 'payment-1', refundId: 'refund-1', amount: 30_000, reason: 'Goodwill' };
  given(payment, ...open, settled, disputed)
    .when('refund', refund, finance)
    .refuses('payment-disputed');
  given(payment, ...open, settled, disputed, closed('won'))
    .when('refund', refund, finance)
    .emits({
      type: 'PaymentRefundRequested',
      data: { ...subject, ...firstCharge, refundId: 'refund-1', reason: 'Goodwill' },
    });
});

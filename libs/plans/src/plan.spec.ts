import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { creditsExpireAt, creditsLeft, isLastMonth, isPro, mayPay, type PlanEvents, paidUntil, plan } from './plan.ts';
import { maxMonthsAhead, monthlyCredits, proPrice } from './plan-terms.contract.ts';

const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const worker: Actor = { id: 'plans.record-payment', kind: 'worker', role: 'reaction' };
const payment = (number: number, paymentId = `payment-${number}`) => ({
  userId: 'bo',
  paymentId,
  amount: proPrice,
  number,
  accountClosed: false,
});
const month = (number: number, since: string, from: string, until: string, paymentId = `payment-${number}`) =>
  ({
    type: 'PlanMonthPaid',
    data: { userId: 'bo', paymentId, amount: proPrice, number, since, from, until, credits: monthlyCredits },
  }) as const;
const [january31, february28, march31, april30] = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'].map(
  (day) => `${day}T10:00:00.000Z`,
) as [string, string, string, string];
const first = month(1, january31, january31, february28);
const second = month(2, january31, february28, march31);
const spent = (leadId: string, grantId = 'payment-1', spendingId = `credit-${leadId}`) =>
  ({ type: 'CreditSpent', data: { userId: 'bo', spendingId, leadId, grantId } }) as const;
const returned = (leadId: string, usableUntil: string | null) =>
  ({
    type: 'CreditReturned',
    data: { userId: 'bo', spendingId: `credit-${leadId}`, leadId, usableUntil },
  }) as const;
const revoked = (paymentId: string, creditsLost: number) =>
  ({ type: 'PlanMonthRevoked', data: { userId: 'bo', paymentId, creditsLost } }) as const;
const refundDue = (paymentId: string, reason: 'already-paid' | 'account-closed') =>
  ({ type: 'PlanRefundDue', data: { userId: 'bo', paymentId, amount: proPrice, reason } }) as const;
const allSpent = Array.from({ length: monthlyCredits }, (_, i) => spent(`lead-${i}`));
const state = (...events: Message<PlanEvents>[]) => replay(plan, events);
const spend = (leadId: string) => ({ leadId, spendingId: `credit-${leadId}` });

test('a month costs $49', () => {
  expect(proPrice).toBe(4_900);
});

describe('a month', () => {
  test('begins when its payment arrives, and ends on the same day of the next month', () => {
    given(plan)
      .when('recordPayment', payment(1), worker, '2026-01-15T10:00:00.000Z')
      .emits({
        type: 'PlanMonthPaid',
        data: {
          ...month(1, '', '', '').data,
          since: '2026-01-15T10:00:00.000Z',
          from: '2026-01-15T10:00:00.000Z',
          until: '2026-02-15T10:00:00.000Z',
        },
      });
  });

  test('extends the months before, each up to the day on which the first one began', () => {
    given(plan).when('recordPayment', payment(1), worker, january31).emits(first);
    given(plan, first).when('recordPayment', payment(2), worker, '2026-02-10T00:00:00.000Z').emits(second);
    given(plan, first, second)
      .when('recordPayment', payment(3), worker, '2026-02-10T00:00:00.000Z')
      .emits(month(3, january31, march31, april30));
  });

  test('that is paid late begins when the payment arrives', () => {
    const late = '2026-03-05T08:00:00.000Z';
    given(plan, first)
      .when('recordPayment', payment(2), worker, late)
      .emits(month(2, late, late, '2026-04-05T08:00:00.000Z'));
    const again = state(first, month(2, late, late, '2026-04-05T08:00:00.000Z'));
    expect([isLastMonth(again, 'payment-1', february28), isLastMonth(again, 'payment-1', late)]).toEqual([true, false]);
  });

  test('starts once for each payment, and a second payment of it is refunded', () => {
    given(plan, first).when('recordPayment', payment(1), worker, february28).emits();
    given(plan, first)
      .when('recordPayment', payment(1, 'payment-again'), worker, february28)
      .emits(refundDue('payment-again', 'already-paid'));
    given(plan, first, refundDue('payment-again', 'already-paid'))
      .when('recordPayment', payment(1, 'payment-again'), worker, february28)
      .emits();
  });

  test('does not start for an account that was closed', () => {
    given(plan)
      .when('recordPayment', { ...payment(1), accountClosed: true }, worker)
      .emits(refundDue('payment-1', 'account-closed'));
  });

  test('ends when its payment is refunded, even if the refund is reported first', () => {
    given(plan, first, spent('lead-1'))
      .when('revokeMonth', { userId: 'bo', paymentId: 'payment-1' }, worker, '2026-02-01T00:00:00.000Z')
      .emits(revoked('payment-1', 9));
    given(plan, first, revoked('payment-1', 10))
      .when('revokeMonth', { userId: 'bo', paymentId: 'payment-1' }, worker)
      .emits();
    given(plan).when('revokeMonth', { userId: 'bo', paymentId: 'payment-1' }, worker).emits(revoked('payment-1', 0));
    given(plan, revoked('payment-1', 0)).when('recordPayment', payment(1), worker).emits();
    const ended = state(first, revoked('payment-1', 10));
    expect(isPro(ended, '2026-02-01T00:00:00.000Z')).toBe(false);
    expect(creditsLeft(ended, '2026-02-01T00:00:00.000Z')).toBe(0);
  });

  test('is active again when a bank returns its payment, unless its period is over', () => {
    const facts = { userId: 'bo', paymentId: 'payment-1' };
    const restored = { type: 'PlanMonthRestored', data: { ...facts, credits: 9 } } as const;
    const past = [first, spent('lead-1'), revoked('payment-1', 9)];
    given(plan, ...past)
      .when('restoreMonth', facts, worker, '2026-02-01T00:00:00.000Z')
      .emits(restored);
    given(plan, ...past)
      .when('restoreMonth', facts, worker, february28)
      .emits();
    given(plan, first).when('restoreMonth', facts, worker, '2026-02-01T00:00:00.000Z').emits();
    given(plan, revoked('payment-1', 0)).when('restoreMonth', facts, worker).emits();
    const again = state(...past, restored);
    expect(isPro(again, '2026-02-01T00:00:00.000Z')).toBe(true);
    expect(creditsLeft(again, '2026-02-01T00:00:00.000Z')).toBe(9);
  });

  test('that was paid ahead keeps its days when the one before it is refunded', () => {
    const both = state(first, second, revoked('payment-1', 10));
    expect(isPro(both, '2026-02-10T00:00:00.000Z')).toBe(false);
    expect(isPro(both, february28)).toBe(true);
    expect(paidUntil(both, '2026-02-10T00:00:00.000Z')).toBe(march31);
  });

  test('that is paid after a running one was refunded begins at once, and months paid ahead stay as they are', () => {
    const at = '2026-02-10T00:00:00.000Z';
    const events = [first, second, revoked('payment-1', 10)];
    const third = month(3, at, at, '2026-03-10T00:00:00.000Z');
    given(plan, ...events)
      .when('recordPayment', payment(3), worker, at)
      .emits(third);
    const paid = state(...events, third);
    expect([isPro(paid, at), creditsLeft(paid, at), creditsLeft(paid, february28)]).toEqual([true, 10, 20]);
    expect([isLastMonth(paid, 'payment-3', at), isLastMonth(paid, 'payment-2', at)]).toEqual([false, true]);
    given(plan, ...events, third)
      .when('recordPayment', payment(4), worker, at)
      .emits(month(4, january31, march31, april30));
  });

  test('that is paid after a later one was refunded takes its place', () => {
    const events = [first, second, month(3, january31, march31, april30), revoked('payment-2', 10)];
    const isLast = (id: string) => isLastMonth(state(...events), id, january31);
    expect([isLast('payment-1'), isLast('payment-2'), isLast('payment-3')]).toEqual([true, false, true]);
    given(plan, ...events)
      .when('recordPayment', payment(4), worker, '2026-02-10T00:00:00.000Z')
      .emits(month(4, january31, february28, march31));
  });

  test('is requested by professionals with a verified address, not far ahead', () => {
    given(plan).when('requestMonth', { emailVerified: true }, bo).emits();
    given(plan).when('requestMonth', { emailVerified: false }, bo).refuses('plan-email-not-verified-not-allowed');
    given(plan)
      .when('requestMonth', { emailVerified: true }, { ...bo, role: 'client' })
      .refuses('plan-not-allowed');
    const year: Message<PlanEvents>[] = [];
    for (let number = 1; number <= maxMonthsAhead; number++) {
      const facts = payment(number);
      year.push(...plan.decide.recordPayment(replay(plan, year), { facts, by: worker, at: january31 }));
    }
    expect(paidUntil(replay(plan, year), january31)).toBe('2027-01-31T10:00:00.000Z');
    given(plan, ...year)
      .when('requestMonth', { emailVerified: true }, bo, january31)
      .refuses('plan-paid-ahead');
    expect(mayPay(replay(plan, year), february28)).toBe(true);
  });

  test('is recorded only by the product itself', () => {
    given(plan).when('recordPayment', payment(1), bo).refuses('plan-not-allowed');
    given(plan, first).when('revokeMonth', { userId: 'bo', paymentId: 'payment-1' }, bo).refuses('plan-not-allowed');
    given(plan, first).when('returnCredit', { userId: 'bo', spendingId: 'credit-1' }, bo).refuses('plan-not-allowed');
    given(plan, first).when('grantCredit', { userId: 'bo', leadId: 'lead-1' }, bo).refuses('plan-not-allowed');
  });
});

describe('a credit', () => {
  const during = '2026-02-10T00:00:00.000Z';

  test('is spent once on a lead', () => {
    given(plan, first).when('spend', spend('lead-1'), bo, during).emits(spent('lead-1'));
    given(plan, first, spent('lead-1')).when('spend', { leadId: 'lead-1', spendingId: 'credit-x' }, bo, during).emits();
  });

  test('is left only during its month, and ten times', () => {
    given(plan).when('spend', spend('lead-1'), bo, during).refuses('plan-no-credits');
    given(plan, first).when('spend', spend('lead-1'), bo, february28).refuses('plan-no-credits');
    given(plan, first, ...allSpent)
      .when('spend', spend('lead-x'), bo, during)
      .refuses('plan-no-credits');
    // Months that were paid ahead have credits of their own, later.
    given(plan, first, second, ...allSpent)
      .when('spend', spend('lead-x'), bo, during)
      .refuses('plan-no-credits');
    expect(creditsLeft(state(first, second, ...allSpent), february28)).toBe(monthlyCredits);
  });

  test('is returned for the rest of its month, and for at least 30 days', () => {
    const give = { userId: 'bo', spendingId: 'credit-lead-1' };
    given(plan, first, spent('lead-1'))
      .when('returnCredit', give, worker, during)
      .emits(returned('lead-1', '2026-03-12T00:00:00.000Z'));
    given(plan, first, spent('lead-1'))
      .when('returnCredit', give, worker, '2026-05-01T00:00:00.000Z')
      .emits(returned('lead-1', '2026-05-31T00:00:00.000Z'));
    given(plan, first, spent('lead-1'), returned('lead-1', '2026-03-12T00:00:00.000Z'))
      .when('returnCredit', give, worker, during)
      .emits();
    given(plan, first).when('returnCredit', give, worker, during).refuses('plan-credit-not-found');
  });

  test('that was returned is spent after those that expire earlier, and may unlock the same lead again', () => {
    const back = returned('lead-0', '2026-03-12T00:00:00.000Z');
    given(plan, first, spent('lead-0'), back)
      .when('spend', { leadId: 'lead-0', spendingId: 'credit-new' }, bo, during)
      .emits(spent('lead-0', 'payment-1', 'credit-new'));
    expect(creditsLeft(state(first, ...allSpent, back), during)).toBe(1);
    expect(creditsExpireAt(state(first, ...allSpent, back), during)).toBe('2026-03-12T00:00:00.000Z');
    given(plan, first, ...allSpent, back)
      .when('spend', spend('lead-x'), bo, '2026-03-10T00:00:00.000Z')
      .emits(spent('lead-x', 'returned/credit-lead-0'));
  });

  test('of a refunded month is not returned', () => {
    given(plan, first, spent('lead-1'), revoked('payment-1', 9))
      .when('returnCredit', { userId: 'bo', spendingId: 'credit-lead-1' }, worker, during)
      .emits(returned('lead-1', null));
    const back = returned('lead-1', '2026-03-12T00:00:00.000Z');
    given(plan, first, spent('lead-1'), back)
      .when('revokeMonth', { userId: 'bo', paymentId: 'payment-1' }, worker, during)
      .emits(revoked('payment-1', 10));
    expect(creditsLeft(state(first, spent('lead-1'), back, revoked('payment-1', 10)), during)).toBe(0);
  });

  test('is given for an unread message once, and only on the Pro plan', () => {
    const grant = { userId: 'bo', leadId: 'lead-1' };
    const granted = { type: 'CreditGranted', data: { ...grant, usableUntil: '2026-03-12T00:00:00.000Z' } } as const;
    given(plan).when('grantCredit', grant, worker, during).emits();
    given(plan, first).when('grantCredit', grant, worker, february28).emits();
    given(plan, first).when('grantCredit', grant, worker, during).emits(granted);
    given(plan, first, granted).when('grantCredit', grant, worker, during).emits();
    expect(creditsLeft(state(first, granted), during)).toBe(monthlyCredits + 1);
  });
});

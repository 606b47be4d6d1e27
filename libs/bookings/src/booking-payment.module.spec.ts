import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CancelBooking, ConfirmBooking, DisputeBooking, RequestBookingPayment, StaffBookingsQueries } from '#bookings';
import { CatalogQueries, ChooseCancellationPolicy } from '#catalog';
import { type Actor, dayAfter, writtenDay } from '#kernel';
import { NotificationsQueries } from '#notifications';
import { type PaymentsPublished, RecordGatewayReport } from '#payments';
import { Context } from '#platform/context';
import { PaymentsGateway } from '#platform/payments-gateway';
import { allPages } from '#platform/reads';
import { eventually, originOf, untilReactionsHaveRun } from '#platform/testing';
import { BookingsReactions } from './bookings.reactions.ts';
import { nextDate, Site, sue, worker } from './bookings.suite.ts';
import { BookingsSchedule } from './bookings-schedule.reactions.ts';

let site: Site;
let ann: Actor;
let bo: Actor;

beforeAll(async () => {
  site = await Site.start();
  ann = await site.register('client', 'Ann');
  bo = await site.professional('creator', 'Bo');
});

afterAll(() => site.stop());

test('a deposit is recorded once and appears in the history with the payer', async () => {
  const id = await site.book(ann, bo);
  await expect(site.send(bo, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
    code: 'booking-not-allowed',
  });
  await expect(site.send(ann, new RequestBookingPayment(id, 'balance'))).rejects.toMatchObject({
    code: 'booking-deposit-first',
  });
  await site.payDeposit(ann, id);
  expect(await site.seenBy(ann, id)).toMatchObject({ depositPaid: true, balancePaid: false, refundDue: 0 });
  await expect(site.send(ann, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
    code: 'booking-already-paid',
  });
  const { url } = await site.send(ann, new RequestBookingPayment(id, 'balance'));
  await site.pay(ann, url);
  await eventually(async () => (await site.seenBy(ann, id)).balancePaid);
  expect(await site.historyOf(id)).toMatchObject([
    { entry: 'balance-paid', status: 'pending', changedByName: 'Ann Tester', notes: '$840.35' },
    { entry: 'deposit-paid', status: 'pending', changedBy: ann.id, notes: '$360.15' },
    { entry: 'requested', status: 'pending', changedBy: ann.id, notes: null },
  ]);
});

test('the checkouts of a booking say in words what is paid', async () => {
  const id = await site.book(ann, bo, { eventType: 'social event', eventDate: nextDate(3), durationDays: 3 });
  const { eventDate } = await site.seenBy(ann, id);
  const paidFor = `Social Event, ${writtenDay(eventDate)} to ${writtenDay(dayAfter(eventDate, 2))}`;
  const open = (part: 'deposit' | 'balance') => site.send(ann, new RequestBookingPayment(id, part));
  const pageAt = async (url: string) => (await fetch(url)).text();
  const deposit = await open('deposit');
  expect(await pageAt(deposit.url)).toContain(`Deposit: ${paidFor}`);
  await site.pay(ann, deposit.url);
  await eventually(async () => (await site.seenBy(ann, id)).depositPaid);
  const balancePage = await pageAt((await open('balance')).url);
  expect(balancePage).toContain(`Balance: ${paidFor}`);
  expect(balancePage).not.toContain(id);
});

test('a payment reported again under any key is recorded once', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  const settledPayment = await site.waitForSettledPayment(`${id}/deposit`);
  for (const key of [undefined, randomUUID(), `${settledPayment.id}/bookings.record-payment`])
    await site.app
      .get(Context)
      .run(originOf(worker), () => site.app.get(BookingsReactions).recordPayment.react(settledPayment as never), key);
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingPaid']);
});

test('payments for something else are ignored', async () => {
  const react = (work: () => Promise<unknown>) =>
    site.as(worker, async () => {
      await work();
      expect(site.app.get(Context).wrote).toBe(0n);
    });
  for (const reference of [
    `lead-${randomUUID()}/${randomUUID()}`,
    `booking-${randomUUID()}/tip`,
    'booking-1/deposit',
  ]) {
    const data = { reference, paymentId: 'p1', sessionId: 's1', payerId: ann.id, chargeId: 'c1', amount: 1 };
    await react(() => site.app.get(BookingsReactions).recordPayment.react({ type: 'PaymentSettled', data } as never));
    const refund = { ...data, refundId: 'r1' };
    await react(() =>
      site.app.get(BookingsReactions).recordRefund.react({ type: 'PaymentRefunded', data: refund } as never),
    );
  }
});

test('a booking is not cancelled while the payment provider does not say whether the deposit arrived', async () => {
  const id = await site.book(ann, bo);
  await site.send(bo, new ConfirmBooking(id));
  await site.send(ann, new RequestBookingPayment(id, 'deposit'));
  const { depositDueAt } = await site.seenBy(ann, id);
  const { cancelUnpaid, retryCancellation } = site.app.get(BookingsSchedule);
  const newest = async (type: string) =>
    eventually(async () => (await site.store.read(id)).findLast((event) => event.type === type));
  const runAt = (at: string, reaction: typeof cancelUnpaid, event: object) =>
    site.at(new Date(at), () => site.as(worker, () => reaction.react(event as never)));
  const down = jest.spyOn(site.app.get(PaymentsGateway), 'closeCheckout').mockRejectedValue(new Error('503'));
  try {
    await runAt(depositDueAt ?? '', cancelUnpaid, await newest('BookingConfirmed'));
    const first = await newest('BookingCancellationPostponed');
    const retryAt = retryCancellation.runAt?.(first as never) ?? '';
    expect(Date.parse(retryAt) - Date.parse(depositDueAt ?? '')).toBe(15 * 60_000);
    await runAt(retryAt, retryCancellation, first);
    expect((await newest('BookingCancellationPostponed')).data).toMatchObject({ number: 2 });
    expect(await site.seenBy(ann, id)).toMatchObject({ status: 'confirmed', overdue: null });
  } finally {
    down.mockRestore();
  }
  const second = await newest('BookingCancellationPostponed');
  await runAt(retryCancellation.runAt?.(second as never) ?? '', retryCancellation, second);
  expect(await newest('BookingCancelled')).toMatchObject({ data: { cause: 'deposit-unpaid' } });
});

test('a paid deposit is refunded in full by the provider when the booking is cancelled', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  await site.send(bo, new CancelBooking(id, 'I fell ill'));
  expect(await site.seenBy(ann, id)).toMatchObject({ status: 'cancelled', depositPaid: false });
  const { data } = await site.waitForSettledPayment(`${id}/deposit`);
  const refundedPayment = await eventually(async () =>
    (await site.store.read<PaymentsPublished>(data.paymentId)).find(({ type }) => type === 'PaymentRefunded'),
  );
  expect(refundedPayment.data).toMatchObject({ amount: 36_015, payerId: ann.id });
  await eventually(async () => (await site.seenBy(ann, id)).refundDue === 0);
  expect(await site.historyOf(id)).toMatchObject([
    { entry: 'refunded', status: 'cancelled', changedByName: 'Festoon', notes: '$360.15' },
    {
      entry: 'refund-due',
      status: 'cancelled',
      changedBy: bo.id,
      notes: '$360.15 is being refunded: the booking was cancelled',
    },
    { entry: 'cancelled', status: 'cancelled', changedByName: 'Bo Tester', notes: 'I fell ill' },
    { entry: 'deposit-paid' },
    { entry: 'requested' },
  ]);
  const found = async (payment: 'refunded' | 'unpaid') =>
    (await site.as(sue, () => site.app.get(StaffBookingsQueries).search({ id, payment }, 10))).items;
  expect(await found('refunded')).toMatchObject([
    { id, payment: 'refunded', paidAmount: 36_015, refundedAmount: 36_015, refundDue: 0 },
  ]);
  expect(await found('unpaid')).toEqual([]);
});

test('a deposit refunded manually at the provider is due again and can be paid again', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  const { sessionId, chargeId, amount } = (await site.waitForSettledPayment(`${id}/deposit`)).data;
  const refundManually = (part: number) =>
    site.app
      .get(PaymentsGateway)
      .refund({ sessionId, chargeId, amount: part, idempotencyKey: `manual-${randomUUID()}` });
  const untilRefundsShown = (many: number) =>
    eventually(async () => (await site.historyOf(id)).filter(({ entry }) => entry === 'refunded').length === many);
  await refundManually(1_000);
  await untilRefundsShown(1);
  expect(await site.seenBy(ann, id)).toMatchObject({ depositPaid: true, refundDue: 0 });
  await refundManually(amount - 1_000);
  await untilRefundsShown(2);
  expect(await site.seenBy(ann, id)).toMatchObject({
    status: 'pending',
    depositPaid: false,
    refundDue: 0,
    may: { payDeposit: true, payBalance: false },
  });
  await site.payDeposit(ann, id);
  await site.send(ann, new CancelBooking(id));
  await untilRefundsShown(3);
  expect(await site.seenBy(ann, id)).toMatchObject({ depositPaid: false, refundDue: 0 });
  expect((await site.historyOf(id))[0]).toMatchObject({ entry: 'refunded', notes: '$360.15' });
});

test('the refund of a second charge is recorded in the payment, not in the booking', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  const { reference, paymentId, payerId, amount, chargeId } = (await site.waitForSettledPayment(`${id}/deposit`)).data;
  const recordRefundOf = (charge: string) => {
    const refund = { reference, paymentId, payerId, amount, chargeId: charge, refundId: randomUUID() };
    const event = { type: 'PaymentRefunded', data: refund } as never;
    return site.as(worker, () => site.app.get(BookingsReactions).recordRefund.react(event));
  };
  await recordRefundOf('ch_second');
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingPaid']);
  await recordRefundOf(chargeId);
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingPaid', 'BookingRefunded']);
});

/** The open reports about a booking as staff see them, read in pages of one so that the cursor is tested, too. */
const reportsOf = async (id: string) => {
  const bookings = await site.as(sue, () => allPages(({ cursor }) => site.bookings.disputed(1, cursor)));
  return bookings.find((each) => each.id === id)?.reports.map(({ reportedBy, reason }) => [reportedBy, reason]);
};

test('what a bank returns is recorded in the booking again, and reported to staff', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  await site.send(bo, new ConfirmBooking(id));
  const settled = (await site.waitForSettledPayment(`${id}/deposit`)).data;
  const { reference, paymentId, payerId, amount, chargeId } = settled;
  const taken = { reference, paymentId, payerId, amount, chargeId };
  const reactions = site.app.get(BookingsReactions);
  const react = (type: 'recordRefund' | 'recordReinstatement', data: object) =>
    site.as(worker, () => reactions[type].react({ data } as never));
  await expect(react('recordReinstatement', { ...taken, disputeId: 'dp_1' })).rejects.toMatchObject({
    code: 'booking-refund-not-recorded',
  });
  await react('recordRefund', { ...taken, refundId: 'dispute-dp_1' });
  await eventually(async () => !(await site.seenBy(ann, id)).depositPaid);
  await react('recordReinstatement', { ...taken, disputeId: 'dp_1' });
  expect(await site.seenBy(ann, id)).toMatchObject({ depositPaid: true, refundDue: 0 });
  expect(await site.historyOf(id)).toMatchObject([
    { entry: 'reinstated', notes: '$360.15' },
    { entry: 'refunded' },
    {
      entry: 'disputed',
      changedByName: 'The client’s bank',
      notes: expect.stringContaining('returned the deposit'),
    },
    { entry: 'confirmed' },
    { entry: 'deposit-paid' },
    { entry: 'requested' },
  ]);
  expect(await reportsOf(id)).toEqual([
    ['bank', 'The client’s bank returned the deposit that it had taken back. Festoon decides what happens to it.'],
  ]);
});

test('a dispute about the deposit of a request is reported once the request is confirmed, and the client cannot end it', async () => {
  const id = await site.book(ann, bo);
  await site.payDeposit(ann, id);
  const { paymentId, sessionId, chargeId, amount } = (await site.waitForSettledPayment(`${id}/deposit`)).data;
  const disputes = [{ disputeId: `dp_${randomUUID()}`, chargeId, amount, status: 'open' as const }];
  const report = { paymentId, sessionId, status: 'paid' as const, charges: [], refunds: [], disputes };
  await site.send(worker, new RecordGatewayReport(report));
  await untilReactionsHaveRun(site.app);
  expect(await site.seenBy(ann, id)).toMatchObject({ disputedBy: [] });
  await site.send(bo, new ConfirmBooking(id));
  await eventually(async () => (await site.seenBy(ann, id)).disputedBy.length > 0);
  expect(await site.seenBy(ann, id)).toMatchObject({
    disputedBy: ['bank'],
    may: { dispute: true, resolveDispute: false },
  });
  await site.send(ann, new DisputeBooking(id, 'The photographer is late.'));
  expect(await reportsOf(id)).toEqual([
    ['bank', 'The client’s bank wants the deposit back and is deciding about it.'],
    [ann.id, 'The photographer is late.'],
  ]);
  for (const person of [ann, bo])
    await eventually(async () =>
      (await site.app.get(NotificationsQueries, { strict: false }).sentTo(person.id)).some(
        ({ kind, text }) => kind === 'bookings.disputed' && text.startsWith('The client’s bank reported a problem'),
      ),
    );
});

test('a client who cancels a confirmed booking gets the share back that was agreed, and sees it before', async () => {
  const eve = await site.professional('creator', 'Eve');
  await site.send(eve, new ChooseCancellationPolicy('flexible'));
  const today = new Date().toISOString().slice(0, 10);
  // At noon, because the request expires at the end of this day.
  const clock = jest.spyOn(site.app.get(Context), 'now').mockReturnValue(new Date(`${today}T12:00:00Z`));
  // So close that there is no grace period, and at least one day away.
  const eventDate = dayAfter(today, 2);
  const id = await site.book(ann, eve, { eventDate });
  await site.payDeposit(ann, id);
  await site.send(eve, new ConfirmBooking(id));
  await site.send(eve, new ChooseCancellationPolicy('strict'));
  const preview = await site.call(ann, 'GET', `/api/v1/bookings/${id}/cancellation`);
  expect(preview.json()).toEqual({
    refundTerms: { policy: 'flexible', fullRefundDays: 7, halfRefundDays: 1 },
    rule: 'policy',
    percent: 50,
    refundAmount: 18_008,
    keptAmount: 18_007,
    currency: 'USD',
    graceUntil: null,
  });
  const changed = { code: 'booking-refund-changed' };
  await expect(site.send(ann, new CancelBooking(id, 'Rain', 36_015))).rejects.toMatchObject(changed);
  const cancellation = { reason: 'Rain', refundAmount: 18_008 };
  expect((await site.call(ann, 'POST', `/api/v1/bookings/${id}/cancel`, cancellation)).statusCode).toBe(204);
  await eventually(async () => (await site.seenBy(ann, id)).refunded === 18_008);
  expect(await site.seenBy(ann, id)).toMatchObject({
    status: 'cancelled',
    depositPaid: true,
    refundDue: 0,
    cancellationRule: 'policy',
    refundPercent: 50,
    may: { cancel: false, payDeposit: false, payBalance: false },
  });
  expect((await site.historyOf(id)).map(({ entry, notes }) => [entry, notes]).slice(0, 3)).toEqual([
    ['refunded', '$180.08'],
    ['refund-due', '$180.08 is being refunded: the booking was cancelled'],
    ['cancelled', 'Rain'],
  ]);
  // The day is free again.
  await eventually(async () => !(await site.app.get(CatalogQueries).day(eve.id, [eventDate])).taken);
  const next = await site.book(ann, eve, { eventDate });
  await eventually(async () => {
    await site.send(eve, new ConfirmBooking(next)).catch(() => undefined);
    return (await site.seenBy(ann, next)).status === 'confirmed';
  });
  clock.mockRestore();
});

test('a payment that arrives after the booking was cancelled is refunded', async () => {
  const id = await site.book(ann, bo);
  const { url } = await site.send(ann, new RequestBookingPayment(id, 'deposit'));
  await site.send(ann, new CancelBooking(id));
  await site.pay(ann, url);
  await eventually(async () => (await site.historyOf(id)).some(({ entry }) => entry === 'refunded'));
  expect((await site.historyOf(id)).slice(0, 2)).toMatchObject([
    { entry: 'refunded', status: 'cancelled', changedByName: 'Festoon', notes: '$360.15' },
    { entry: 'refund-due', status: 'cancelled', changedByName: 'Festoon' },
  ]);
  await expect(site.send(ann, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
    code: 'booking-cancelled',
  });
});

test('every read table equals a fresh fold of the event log', async () => {
  expect(await site.differences()).toEqual(new Map());
});

test('a payment for a booking that was cancelled in the meantime is reported as refunded', async () => {
  const id = await site.book(ann, bo);
  const { url } = await site.send(ann, new RequestBookingPayment(id, 'deposit'));
  await site.send(ann, new CancelBooking(id));
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
  const sessionId = url.split('/').at(-1);
  // The first responses may come before the reaction that requests the refund.
  const response = await eventually(async () => {
    const verified = await site.call(ann, 'POST', '/functions/v1/verify-payment', { sessionId });
    return !verified.json<{ success: boolean }>().success && verified;
  });
  expect(response.json()).toEqual({
    success: false,
    message: 'Your payment arrived, but it is being refunded. Your bank may take a few days to show it.',
  });
});

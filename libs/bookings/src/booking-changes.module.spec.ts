import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CancelBooking, ConfirmBooking } from '#bookings';
import type { Actor } from '#kernel';
import { NotificationsQueries } from '#notifications';
import { eventually } from '#platform/testing';
import { RecordBookingRefund } from './booking-receipts.commands.ts';
import { Site, worker } from './bookings.suite.ts';

let site: Site;
let ann: Actor;
let bo: Actor;
beforeAll(async () => {
  site = await Site.start();
  ann = await site.register('client', 'Ann');
  bo = await site.professional('creator', 'Bo');
});
afterAll(() => site.stop());

/** The kinds of what a person was notified of, oldest first, once there are `count`. */
const kindsOf = ({ id }: Actor, count: number): Promise<readonly string[]> =>
  eventually(async () => {
    const sent = await site.app.get(NotificationsQueries, { strict: false }).sentTo(id);
    return sent.length >= count && sent.map(({ kind }) => kind).toReversed();
  });

test('each party is notified of what the other one does, and of the money', async () => {
  const id = await site.book(ann, bo);
  expect(await kindsOf(bo, 1)).toEqual(['bookings.requested']);
  await site.send(bo, new ConfirmBooking(id));
  expect(await kindsOf(ann, 1)).toEqual(['bookings.confirmed']);
  await site.payDeposit(ann, id);
  expect(await kindsOf(ann, 2)).toEqual(['bookings.confirmed', 'payments.received']);
  expect(await kindsOf(bo, 2)).toEqual(['bookings.requested', 'payments.received']);
  await site.send(bo, new CancelBooking(id));
  expect((await kindsOf(ann, 5)).slice(2).toSorted()).toEqual([
    'bookings.cancelled',
    'payments.refund-started',
    'payments.refunded',
  ]);
  expect(await kindsOf(bo, 2)).toEqual(['bookings.requested', 'payments.received']);
  const [sent] = await site.app.get(NotificationsQueries, { strict: false }).sentTo(bo.id);
  expect(sent).toMatchObject({ path: `/bookings/${id}`, title: 'The deposit was paid' });
  expect(sent?.text).toMatch(/^Your client paid \$360\.15, the deposit of the wedding on January \d+, 2999\.$/);
});

test('a client whose bank took back a payment is not told that a refund was sent', async () => {
  const eve = await site.register('client', 'Eve');
  const id = await site.book(eve, bo);
  await site.payDeposit(eve, id);
  const { paymentId, amount } = (await site.waitForSettledPayment(`${id}/deposit`)).data;
  const refund = { part: 'deposit', paymentId, amount, payerId: eve.id, refundId: 'dispute-dp_1' } as const;
  await site.send(worker, new RecordBookingRefund(id, refund));
  await kindsOf(eve, 2);
  const [sent] = await site.app.get(NotificationsQueries, { strict: false }).sentTo(eve.id);
  expect(sent).toMatchObject({ kind: 'payments.refunded', title: 'Your bank took back a payment' });
  expect(await site.seenBy(eve, id)).toMatchObject({ refunded: amount, refundedByBank: true });
});

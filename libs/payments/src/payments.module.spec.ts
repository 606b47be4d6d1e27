import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Actor, Recorded } from '#kernel';
import { CloseCheckouts, type PaymentsPublished, paymentsModule, RefundPayment, RequestPayment } from '#payments';
import { Config } from '#platform/config';
import { Context, uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Site } from '#platform/http';
import { PaymentsGateway } from '#platform/payments-gateway';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { type Reaction, Reactor } from '#platform/reactions';
import { eventually, originOf, sign, TestApp, untilCaughtUp } from '#platform/testing';
import { type PaymentEvents, payment } from './payment.ts';
import { PaymentsQueries } from './payments.queries.ts';
import { PaymentsReactions } from './payments.reactions.ts';

let product: TestApp;
let app: TestApp['app'];
let site: string;
const publishedEvents: Recorded<PaymentsPublished>[] = [];

beforeAll(async () => {
  const react = async (event: Recorded<PaymentsPublished>) => void publishedEvents.push(event);
  product = await TestApp.start({
    imports: [paymentsModule.nest],
    actorHeader: true,
    prepare: (starting) => {
      for (const to of ['PaymentSettled', 'PaymentFailed', 'PaymentRefunded'] as const)
        starting
          .get(Reactor)
          .add({ name: `test.receive-${to}`, to, queue: 'default', react } as Reaction<PaymentsPublished>);
    },
  });
  app = product.app;
  site = app.get(Site).url;
});

afterAll(() => product.stop());

const user = (id: string): Actor => ({ id, kind: 'user', role: 'creator' });

const runAs = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  app.get(Context).run(originOf(user(userId)), work);

const request = (userId: string, reference = `lead-${randomUUID()}/${userId}`, amount = 2_500) =>
  runAs(userId, () => app.get(CommandBus).execute(new RequestPayment(reference, amount, 'Lead: <Wedding>', '/leads')));

const press = async (sessionId: string, action: string): Promise<string> => {
  const path = `${site}/sandbox/checkout/${sessionId}/${action}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, headers: responseHeaders } = await fetch(path, {
    method: 'POST',
    headers,
    body: '',
    redirect: 'manual',
  });
  expect(status).toBe(303);
  return responseHeaders.get('location') ?? '';
};

const verify = async (userId: string, sessionId: string) => {
  const headers = { 'content-type': 'application/json', 'x-actor': JSON.stringify(user(userId)) };
  const body = JSON.stringify({ sessionId });
  const response = await fetch(`${site}/functions/v1/verify-payment`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return response.json();
};

const eventsOf = (paymentId: string) => app.get(EventStore).read<PaymentEvents>(paymentId);
const typesOf = async (paymentId: string) => (await eventsOf(paymentId)).map(({ type }) => type);

const untilRecorded = (paymentId: string, ...types: PaymentType[]) =>
  eventually(async () => {
    const recordedTypes = await typesOf(paymentId);
    return types.every((type) => count(recordedTypes, type) >= count(types, type));
  });
type PaymentType = keyof PaymentEvents;
const count = (types: readonly string[], type: string) => types.filter((each) => each === type).length;

type Webhook = { id: string; body: string };
const webhooksOf = (sessionId: string) =>
  app
    .get(Database)
    .query<Webhook>('select id, body from sandbox.events where body like $1 order by created_at, id', [
      `%${sessionId}%`,
    ]);
const allDelivered = (sessionId: string) =>
  eventually(async () => {
    const sql = 'select 1 from sandbox.events where delivered_at is null and body like $1';
    return (await app.get(Database).query(sql, [`%${sessionId}%`])).length === 0;
  });

const signatureOf = (body: string, at = new Date()) =>
  sign(app.get(Config).secrets.paymentsWebhook, Buffer.from(body), at);
const deliver = async (body: string, signature: string = signatureOf(body)): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
  return (await fetch(`${site}/api/v1/payments/webhook`, { method: 'POST', headers, body })).status;
};

/**
 * Delivers the report that the checkout expired, which would otherwise wait in the queue. The one that it is paid is
 * sent later.
 */
const deliverExpiry = async (sessionId: string): Promise<void> => {
  const expiry = (await webhooksOf(sessionId)).find(({ body }) => body.includes('checkout.session.expired'));
  expect(await deliver(expiry?.body ?? '')).toBe(200);
};

const paidVerification = { success: true, message: 'Payment completed successfully!' };
const refundedVerification = {
  success: false,
  message: 'Your payment arrived, but it is being refunded. Your bank may take a few days to show it.',
};
const unpaid = { success: false, message: 'Payment not completed' };
const unknownVerification = { success: false, message: 'Payment not found' };

test('a payment on the provider’s page is recorded, shown in the read table and passed to reactions', async () => {
  const bo = randomUUID();
  const reference = `lead-${randomUUID()}/${bo}`;
  const { url, sessionId, paymentId } = await request(bo, reference);
  expect(url).toBe(`${site}/sandbox/checkout/${sessionId}`);
  expect(await verify(bo, sessionId)).toEqual(unpaid);
  expect(await press(sessionId, 'pay')).toBe(`${site}/leads?payment=success&session_id=${sessionId}`);
  expect(await verify(bo, sessionId)).toEqual(paidVerification);
  const ownEvents = () => publishedEvents.filter(({ data }) => data.paymentId === paymentId);
  // The verification waits for reactions and read tables at most two seconds.
  await eventually(() => ownEvents().length > 0);
  await untilCaughtUp(app);
  expect(ownEvents()).toMatchObject([
    { type: 'PaymentSettled', data: { reference, paymentId, sessionId, payerId: bo, amount: 2_500 } },
  ]);
  expect(await app.get(PaymentsQueries).attempts(reference, bo)).toMatchObject([
    { id: paymentId, status: 'settled', sessionId, charged: 2_500, refunded: 0, description: 'Lead: <Wedding>' },
  ]);
  await allDelivered(sessionId);
  expect(await verify(bo, sessionId)).toEqual(paidVerification);
  expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'CheckoutOpened', 'PaymentSettled']);
});

test('a webhook alone settles the payment, with the provider as the actor', async () => {
  const { sessionId, paymentId } = await request(randomUUID());
  await press(sessionId, 'pay');
  await untilRecorded(paymentId, 'PaymentSettled');
  expect((await eventsOf(paymentId)).at(-1)).toMatchObject({
    by: { id: 'sandbox', kind: 'webhook', role: 'gateway' },
    source: 'webhook',
  });
});

test('declined and cancelled payments fail, and the next attempt is a new checkout', async () => {
  const bo = randomUUID();
  const reference = `lead-${randomUUID()}/${bo}`;
  const first = await request(bo, reference);
  expect(await press(first.sessionId, 'decline')).toBe(`/sandbox/checkout/${first.sessionId}`);
  expect(await verify(bo, first.sessionId)).toEqual(unpaid);
  const secondCheckout = await request(bo, reference);
  expect(await press(secondCheckout.sessionId, 'cancel')).toBe(`${site}/leads?payment=canceled`);
  await untilRecorded(secondCheckout.paymentId, 'PaymentFailed');
  const thirdCheckout = await request(bo, reference);
  expect(new Set([first, secondCheckout, thirdCheckout].map(({ sessionId }) => sessionId)).size).toBe(3);
  await untilCaughtUp(app);
  expect((await app.get(PaymentsQueries).attempts(reference, bo)).map(({ failure }) => failure)).toEqual([
    null,
    'cancelled',
    'declined',
  ]);
});

test('webhooks repeated five times in any order, with verification in between, settle the payment once', async () => {
  const bo = randomUUID();
  const { sessionId, paymentId } = await request(bo);
  await press(sessionId, 'pay-out-of-order');
  const webhooks = await webhooksOf(sessionId);
  expect(webhooks).toHaveLength(3);
  const five = Array.from({ length: 5 }, () => webhooks).flat();
  const order = five
    .map((webhook) => ({ webhook, place: randomUUID() }))
    .sort((a, b) => a.place.localeCompare(b.place));
  const responses = await Promise.all(
    order.flatMap(({ webhook }, i) => [
      deliver(webhook.body),
      ...(i % 4 === 0 ? [verify(bo, sessionId).then(({ message }) => message)] : []),
    ]),
  );
  expect(new Set(responses)).toEqual(new Set([200, paidVerification.message]));
  await allDelivered(sessionId);
  const types = await typesOf(paymentId);
  expect(count(types, 'PaymentSettled')).toBe(1);
  expect(count(types, 'PaymentFailed')).toBeLessThanOrEqual(1);
  expect(types.length).toBeLessThanOrEqual(4);
});

test('a late report settles a payment that was recorded as expired', async () => {
  const { sessionId, paymentId } = await request(randomUUID());
  await press(sessionId, 'pay-out-of-order');
  await deliverExpiry(sessionId);
  await untilRecorded(paymentId, 'PaymentFailed', 'PaymentSettled');
  await allDelivered(sessionId);
  expect((await typesOf(paymentId)).slice(2)).toEqual(['PaymentFailed', 'PaymentSettled']);
});

test('verification does not wait for a late webhook', async () => {
  const bo = randomUUID();
  const { sessionId, paymentId } = await request(bo);
  await press(sessionId, 'pay-late');
  expect(await verify(bo, sessionId)).toEqual(paidVerification);
  const [late] = await webhooksOf(sessionId);
  expect(await deliver(late?.body ?? '')).toBe(200);
  expect(count(await typesOf(paymentId), 'PaymentSettled')).toBe(1);
});

test('after paying twice, one charge is refunded once', async () => {
  const bo = randomUUID();
  const reference = `lead-${randomUUID()}/${bo}`;
  const { sessionId, paymentId } = await request(bo, reference);
  await press(sessionId, 'pay-twice');
  expect(await verify(bo, sessionId)).toEqual(paidVerification);
  await untilRecorded(
    paymentId,
    'PaymentSettled',
    'PaymentSurplusArrived',
    'PaymentRefundRequested',
    'PaymentRefunded',
  );
  await allDelivered(sessionId);
  expect(await typesOf(paymentId)).toHaveLength(6);
  await untilCaughtUp(app);
  expect(await app.get(PaymentsQueries).attempts(reference, bo)).toMatchObject([
    { status: 'settled', charged: 5_000, refunded: 2_500 },
  ]);
});

test('a refund is made once at the provider, and then the reference can be paid again', async () => {
  const bo = randomUUID();
  const reference = `lead-${randomUUID()}/${bo}`;
  const { sessionId, paymentId } = await request(bo, reference);
  await press(sessionId, 'pay');
  await verify(bo, sessionId);
  await untilCaughtUp(app);
  await expect(request(bo, reference)).rejects.toMatchObject({ code: 'payment-already-paid' });
  const refund = () => app.get(CommandBus).execute(new RefundPayment(paymentId, 2_500, 'All places were taken'));
  const worker = originOf({ id: 'leads.refund-purchase', kind: 'worker', role: 'reaction' });
  const key = randomUUID();
  await app.get(Context).run(worker, refund, key);
  await app.get(Context).run(worker, refund, key);
  await untilRecorded(paymentId, 'PaymentRefunded');
  await allDelivered(sessionId);
  expect(count(await typesOf(paymentId), 'PaymentRefunded')).toBe(1);
  expect(await verify(bo, sessionId)).toEqual(refundedVerification);
  expect((await request(bo, reference)).sessionId).not.toBe(sessionId);
});

test.each([
  [1_000, 1_500],
  [2_500, 0],
])('after an unreported manual refund of %i cents, the remaining %i cents are refunded', async (byHand, rest) => {
  const bo = randomUUID();
  const { sessionId, paymentId } = await request(bo);
  await press(sessionId, 'pay');
  await verify(bo, sessionId);
  const settledData = (await eventsOf(paymentId)).find(({ type }) => type === 'PaymentSettled')?.data as {
    chargeId: string;
  };
  const worker = originOf({ id: 'bookings.refund-payment', kind: 'worker', role: 'reaction' });
  const events = app.get(EventStore);
  const requestedRefund = { paymentId, refundId: randomUUID(), amount: 2_500, reason: 'The booking was cancelled' };
  const manualRefund = {
    sessionId,
    chargeId: settledData.chargeId,
    amount: byHand,
    idempotencyKey: `manual-${randomUUID()}`,
  };
  // No webhook arrives, so that only the report of the reaction can record both refunds.
  const send = globalThis.fetch;
  const fetching = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, init) =>
      String(url).endsWith('/payments/webhook') ? Promise.reject(new Error('lost')) : send(url, init),
    );
  const refundEvents = async () =>
    (await eventsOf(paymentId)).flatMap(({ type, data }) => (type === 'PaymentRefunded' ? [data] : []));
  try {
    await app.get(PaymentsGateway).refund(manualRefund);
    await app.get(Context).run(worker, () => events.handle(payment, paymentId, 'refund', requestedRefund));
    await eventually(async () => (await refundEvents()).reduce((sum, { amount }) => sum + amount, 0) === 2_500);
  } finally {
    fetching.mockRestore();
  }
  expect((await refundEvents()).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
    [byHand, rest].filter(Boolean),
  );
});

test('concurrent and later requests share one checkout; another amount closes it', async () => {
  const bo = randomUUID();
  const reference = `booking-${randomUUID()}/deposit`;
  const checkouts = await Promise.all(Array.from({ length: 10 }, () => request(bo, reference)));
  const [first] = checkouts;
  expect(new Set(checkouts.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(await request(bo, reference)).toEqual(first);
  const higherPriced = await request(bo, reference, 3_000);
  expect(higherPriced.sessionId).not.toBe(first?.sessionId);
  expect(await press(first?.sessionId ?? '', 'pay')).toBe(`/sandbox/checkout/${first?.sessionId}`);
  expect(await typesOf(first?.paymentId ?? '')).toEqual(['PaymentRequested', 'CheckoutOpened', 'PaymentFailed']);
  expect((await request(randomUUID(), reference)).sessionId).not.toBe(higherPriced.sessionId);
});

test('a payment that was not reported yet is not requested again', async () => {
  const bo = randomUUID();
  const reference = `booking-${randomUUID()}/deposit`;
  const { sessionId, paymentId } = await request(bo, reference);
  await press(sessionId, 'pay-late');
  await expect(request(bo, reference, 3_000)).rejects.toMatchObject({ code: 'payment-already-paid' });
  expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'CheckoutOpened', 'PaymentSettled']);
});

test('a request opens the checkout that a stopped process did not open', async () => {
  const bo = randomUUID();
  const reference = `booking-${randomUUID()}/balance`;
  const paymentId = `payment-${uuidFrom(`payment\n${reference}\n${bo}\n1`)}`;
  const facts = { reference, amount: 2_500, currency: 'USD', attempt: 1, description: 'Balance', returnPath: '/leads' };
  await runAs(bo, () => app.get(EventStore).handle(payment, paymentId, 'request', facts));
  const openedCheckout = await request(bo, reference);
  expect(openedCheckout.paymentId).toBe(paymentId);
  expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'CheckoutOpened']);
});

test('an abandoned checkout fails after its expiry without a webhook', async () => {
  const { sessionId, paymentId } = await request(randomUUID());
  const [, opened] = await eventsOf(paymentId);
  const worker = originOf({ id: 'payments.reconcile-checkout', kind: 'worker', role: 'reaction' });
  const { react, delay } = app.get(PaymentsReactions).reconcileCheckout;
  expect(delay).toBeGreaterThan(
    Date.parse(opened?.type === 'CheckoutOpened' ? opened.data.expiresAt : '') - Date.now(),
  );
  await app.get(Context).run(worker, () => react(opened as never));
  expect((await eventsOf(paymentId)).at(-1)).toMatchObject({
    type: 'PaymentFailed',
    data: { sessionId, reason: 'expired' },
  });
});

test('another user’s session and an unknown session are not found', async () => {
  const { sessionId } = await request(randomUUID());
  await press(sessionId, 'pay');
  expect(await verify(randomUUID(), sessionId)).toEqual(unknownVerification);
  expect(await verify(randomUUID(), 'cs_sandbox_0')).toEqual(unknownVerification);
});

test('a webhook that is forged, too old, from the future or signed for another body is refused', async () => {
  const { sessionId, paymentId } = await request(randomUUID());
  const otherCheckout = await request(randomUUID());
  await press(otherCheckout.sessionId, 'pay');
  const [genuine] = await webhooksOf(otherCheckout.sessionId);
  const body = (genuine?.body ?? '')
    .replaceAll(otherCheckout.sessionId, sessionId)
    .replaceAll(otherCheckout.paymentId, paymentId);
  const minutes = (n: number) => new Date(Date.now() + n * 60_000);
  const forgedSignature = sign('not the secret', Buffer.from(body), new Date());
  for (const signature of [
    forgedSignature,
    signatureOf(genuine?.body ?? ''),
    signatureOf(body, minutes(-6)),
    signatureOf(body, minutes(6)),
  ])
    expect(await deliver(body, signature)).toBe(400);
  for (const signature of ['', 't=1', 'v1=00', `t=${Math.floor(Date.now() / 1_000)},v1=`, 'x'.repeat(5_000)])
    expect(await deliver(body, signature)).toBe(400);
  for (const headers of [{}, { 'content-type': 'text/plain' }])
    for (const content of [{}, { body }]) {
      const unparsed = await fetch(`${site}/api/v1/payments/webhook`, { method: 'POST', headers, ...content });
      expect([unparsed.status, await unparsed.json()]).toEqual([
        400,
        { code: 'webhook-refused', message: 'There is no signature' },
      ]);
    }
  expect(await typesOf(paymentId)).toEqual(['PaymentRequested', 'CheckoutOpened']);
  expect(await deliver(body)).toBe(200);
  expect(await typesOf(paymentId)).toContain('PaymentSettled');
});

test('an invalid amount is refused, and the projection continues', async () => {
  const { sessionId, paymentId } = await request(randomUUID());
  await press(sessionId, 'pay');
  const [webhook] = await webhooksOf(sessionId);
  const body = webhook?.body ?? '';
  const hugeBody = body.replace(/"id":"ch_[^"]+","amount":\d+/, '"id":"ch_huge","amount":1000000000000000');
  expect(hugeBody).not.toBe(body);
  expect(await deliver(hugeBody)).toBe(400);
  const largeBody = hugeBody.replace('1000000000000000', '99999999999');
  expect(await deliver(largeBody)).toBe(200);
  await untilRecorded(paymentId, 'PaymentSurplusArrived');
  const projector = app.get(Projector);
  await untilCaughtUp(app);
  expect((await projector.status()).filter(({ failure }) => failure)).toEqual([]);
});

test('a valid webhook about something else is accepted and ignored', async () => {
  const { sessionId } = await request(randomUUID());
  await press(sessionId, 'cancel');
  const [webhook] = await webhooksOf(sessionId);
  const bodyAbout = (id: string) => (webhook?.body ?? '').replace(/payment-[0-9a-f-]{36}/, id);
  const ownPaymentId = /payment-[0-9a-f-]{36}/.exec(webhook?.body ?? '')?.[0] ?? '';
  await allDelivered(sessionId);
  const eventsBefore = await app.get(EventStore).read(ownPaymentId);
  const otherStreams = [`payment-${randomUUID()}`, `lead-${randomUUID()}`, 'x'];
  for (const id of otherStreams) expect(await deliver(bodyAbout(id))).toBe(200);
  expect(await deliver(JSON.stringify({ id: 'evt_1', type: 'payout.paid', data: { object: {} } }))).toBe(200);
  expect(await deliver(JSON.stringify({ id: 'evt_1', type: 'charge.refunded', data: {} }))).toBe(400);
  // Work started by earlier tests may still be running, so only these streams are checked.
  for (const id of otherStreams) expect(await app.get(EventStore).read(id)).toEqual([]);
  expect(await app.get(EventStore).read(ownPaymentId)).toEqual(eventsBefore);
});

test('every read table equals a fresh fold of the event log', async () => {
  await untilCaughtUp(app);
  expect(await app.get(Projector).verify()).toEqual(new Map());
});

test('closing checkouts ends those that are open, and returns what was paid in the meantime', async () => {
  const [cat, reference] = [randomUUID(), `lead-${randomUUID()}/close`];
  const close = () =>
    app
      .get(Context)
      .run(originOf({ id: 'test', kind: 'system', role: 'system' }), () =>
        app.get(CommandBus).execute(new CloseCheckouts(reference, cat)),
      );
  expect(await close()).toEqual([]);
  const open = await request(cat, reference);
  expect(await close()).toEqual([]);
  expect((await app.get(EventStore).load(payment, open.paymentId as `payment-${string}`)).state.status).toBe('failed');
  const next = await request(cat, reference);
  await press(next.sessionId, 'pay');
  // The webhook may not have arrived.
  expect(await close()).toEqual([{ paymentId: next.paymentId, amount: 2_500, payerId: cat }]);
  expect(await close()).toHaveLength(1);
});

test('closing checkouts finds what was paid after a failure was reported', async () => {
  const [cat, reference] = [randomUUID(), `lead-${randomUUID()}/close`];
  const { sessionId, paymentId } = await request(cat, reference);
  await press(sessionId, 'pay-out-of-order');
  await deliverExpiry(sessionId);
  await untilRecorded(paymentId, 'PaymentFailed');
  const closing = () => app.get(CommandBus).execute(new CloseCheckouts(reference, cat));
  const closed = await app.get(Context).run(originOf({ id: 'test', kind: 'system', role: 'system' }), closing);
  expect(closed).toEqual([{ paymentId, amount: 2_500, payerId: cat }]);
});

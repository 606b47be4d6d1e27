import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import type { Actor } from '#kernel';
import { randomRuns } from '#kernel/testing';
import { paymentsModule, RefundPayment, RequestPayment } from '#payments';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { FakeStripe } from '#platform/fixtures';
import { Site } from '#platform/http';
import { NotDueYet } from '#platform/jobs';
import { GatewayUnavailable, PaymentsGateway } from '#platform/payments-gateway';
import { eventually, originOf, TestApp, untilReactionsHaveRun } from '#platform/testing';
import type { OpenedCheckout } from './checkout.commands.ts';
import type { PaymentEvents } from './payment.ts';
import { PaymentsReactions } from './payments.reactions.ts';

const price = 2_500;
const day = 86_400_000;
let stripe: FakeStripe;
let product: TestApp;
let retryDelay: { mockRestore: () => void };
beforeAll(async () => {
  retryDelay = jest.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.005);
  stripe = await FakeStripe.start();
  product = await TestApp.start({ imports: [paymentsModule.nest], actorHeader: true, settings: stripe.settings });
});
afterAll(async () => {
  await product.stop();
  await stripe.stop();
  retryDelay.mockRestore();
});

const run = <T>(by: Actor, work: () => Promise<T>, key: string = randomUUID()): Promise<T> =>
  product.app.get(Context).run(originOf(by), work, key);
const worker: Actor = { id: 'bookings.refund-payment', kind: 'worker', role: 'reaction' };

/** Requests a payment until the provider has answered. */
const request = async (payerId: string, reference: string): Promise<OpenedCheckout> => {
  const send = () => product.app.get(CommandBus).execute(new RequestPayment(reference, price, 'Deposit', '/bookings'));
  for (;;)
    try {
      return await run({ id: payerId, kind: 'user', role: 'client' }, send);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
    }
};

/** The reactions of a process that has just started and has not listed the disputes yet. */
const freshReactions = (): PaymentsReactions => {
  const { app } = product;
  return new PaymentsReactions(app.get(CommandBus), app.get(EventStore), app.get(PaymentsGateway), app.get(Context));
};

const deliver = async (body: string, headers: Record<string, string> = stripe.headersOf(body)): Promise<number> => {
  const address = `${product.app.get(Site).url}/api/v1/payments/webhook`;
  return (await fetch(address, { method: 'POST', headers, body })).status;
};

/** What was paid and what was refunded of a payment, in cents. */
const recorded = async (paymentId: string) => {
  const events = await product.app.get(EventStore).read<PaymentEvents>(paymentId);
  const sumOf = (...types: (keyof PaymentEvents)[]) =>
    events.reduce(
      (sum, { type, data }) => (types.includes(type) && 'amount' in data ? sum + Number(data.amount) : sum),
      0,
    );
  return { paid: sumOf('PaymentSettled', 'PaymentSurplusArrived'), refunded: sumOf('PaymentRefunded') };
};

const fault = fc.constantFrom('reset after effect', 'reset', '500 after effect', '429' as const);
const life = fc.record({
  faults: fc.array(fc.record({ path: fc.constantFrom('/v1/checkout/sessions', '/v1/refunds'), fault }), {
    maxLength: 3,
  }),
  order: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  manualRefund: fc.constantFrom(0, 0, 1_000, price),
  isRefunded: fc.boolean(),
});

test('whatever fails on the way to Stripe, and however webhooks arrive, both have the same amounts', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ faults, order, manualRefund, isRefunded }) => {
      stripe.faults.push(...faults);
      const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
      stripe.pay(sessionId);
      if (manualRefund > 0) stripe.refundManually(stripe.chargeOf(sessionId), manualRefund);
      const webhooks = stripe.webhooks.filter(({ session }) => session === sessionId);
      const repeated = order.map((place) => webhooks[place % webhooks.length]?.body ?? '');
      for (const body of repeated) expect([200, 500, 503]).toContain(await deliver(body));
      // Stripe sends each webhook until it is accepted.
      for (const { body } of webhooks) await eventually(async () => (await deliver(body)) === 200);
      if (isRefunded && manualRefund < price) {
        const refund = () => product.app.get(CommandBus).execute(new RefundPayment(paymentId, price, 'Cancelled'));
        await run(worker, refund);
        await eventually(async () => (await recorded(paymentId)).refunded === price);
      }
      const { paid, refunded } = await recorded(paymentId);
      expect(paid).toBe(price);
      expect(refunded).toBe(isRefunded ? price : manualRefund);
      expect(stripe.balanceOf(paymentId)).toBe(paid - refunded);
      stripe.faults.length = 0;
    }),
    { numRuns: randomRuns(6) },
  );
});

test.each(['won', 'lost'] as const)(
  'a refund that is due during a dispute waits until the dispute is %s, and the money is refunded once',
  async (outcome) => {
    const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
    stripe.pay(sessionId);
    stripe.dispute(sessionId);
    const deliverAll = async () => {
      for (const { session, body } of stripe.webhooks) if (session === sessionId) expect(await deliver(body)).toBe(200);
    };
    await deliverAll();
    await run(worker, () => product.app.get(CommandBus).execute(new RefundPayment(paymentId, price, 'Cancelled')));
    await untilReactionsHaveRun(product.app);
    expect(await recorded(paymentId)).toEqual({ paid: price, refunded: 0 });
    stripe.decideDispute(sessionId, outcome);
    await deliverAll();
    await untilReactionsHaveRun(product.app);
    await eventually(async () => (await recorded(paymentId)).refunded === price);
    expect(stripe.balanceOf(paymentId)).toBe(0);
  },
);

test('a dispute whose decision is never reported is asked about daily until it is decided', async () => {
  const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
  stripe.pay(sessionId);
  stripe.dispute(sessionId);
  for (const { session, body } of stripe.webhooks) if (session === sessionId) expect(await deliver(body)).toBe(200);
  const events = await product.app.get(EventStore).read<PaymentEvents>(paymentId);
  const disputed = events.find(({ type }) => type === 'PaymentDisputed');
  const { react, name, delay } = product.app.get(PaymentsReactions).reconcileDispute;
  const reconcile = () => run({ id: name, kind: 'worker', role: 'reaction' }, async () => react(disputed as never));
  expect(delay).toBe(day);
  await expect(reconcile()).rejects.toMatchObject({ wait: day });
  stripe.decideDispute(sessionId, 'lost');
  await reconcile();
  expect(await recorded(paymentId)).toEqual({ paid: price, refunded: price });
  await reconcile();
  expect(await recorded(paymentId)).toEqual({ paid: price, refunded: price });
});

test('disputes that no webhook reported are found once a day, also a decision that was changed later', async () => {
  const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
  stripe.pay(sessionId);
  const [paid] = stripe.webhooks.filter(({ session }) => session === sessionId);
  expect(await deliver(paid?.body ?? '')).toBe(200);
  stripe.dispute(sessionId);
  stripe.disputeOtherApplication();
  const typesOf = async () => {
    const events = await product.app.get(EventStore).read<PaymentEvents>(paymentId);
    return events.slice(3).map(({ type, data }) => ('outcome' in data ? `${type} ${data.outcome}` : type));
  };
  // A job keeps its idempotency key when it runs again.
  const key = randomUUID();
  const sweep = async () => {
    const { react, name, delay } = freshReactions().findDisputes;
    expect(delay).toBe(day);
    const once = () => run({ id: name, kind: 'worker', role: 'reaction' }, async () => react({} as never), key);
    await expect(once()).rejects.toMatchObject({ wait: day });
    // The jobs of other payments end.
    await once();
  };
  await sweep();
  expect(await typesOf()).toEqual(['PaymentDisputed']);
  stripe.decideDispute(sessionId, 'lost');
  await sweep();
  stripe.decideDispute(sessionId, 'won');
  await sweep();
  await sweep();
  expect(await typesOf()).toEqual([
    'PaymentDisputed',
    'PaymentDisputeClosed lost',
    'PaymentRefunded',
    'PaymentDisputeClosed won',
    'PaymentReinstated',
  ]);
  expect(stripe.balanceOf(paymentId)).toBe(price);
});

test('while the provider is down, the disputes are listed by one job at a time, which tries again every hour', async () => {
  const gateway = product.app.get(PaymentsGateway);
  const list = jest.spyOn(gateway, 'disputesSince');
  try {
    const { react, name } = freshReactions().findDisputes;
    const once = () => run({ id: name, kind: 'worker', role: 'reaction' }, async () => react({} as never));
    list.mockRejectedValue(new GatewayUnavailable('Stripe does not answer'));
    const results = await Promise.allSettled([once(), once(), once(), once()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(results).toContainEqual({ status: 'rejected', reason: new NotDueYet(3_600_000) });
    expect(list).toHaveBeenCalledTimes(1);
    list.mockResolvedValue([]);
    await expect(once()).rejects.toEqual(new NotDueYet(day));
    expect(list).toHaveBeenCalledTimes(2);
  } finally {
    list.mockRestore();
  }
});

test('a checkout whose bank has not answered at its end is asked about again a day later', async () => {
  const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
  const [, opened] = await product.app.get(EventStore).read<PaymentEvents>(paymentId);
  const { react, name } = product.app.get(PaymentsReactions).reconcileCheckout;
  const reconcile = () => run({ id: name, kind: 'worker', role: 'reaction' }, async () => react(opened as never));
  stripe.payLater(sessionId);
  await expect(reconcile()).rejects.toMatchObject({ wait: day });
  expect(await recorded(paymentId)).toEqual({ paid: 0, refunded: 0 });
  stripe.collect(sessionId);
  await reconcile();
  expect(await recorded(paymentId)).toEqual({ paid: price, refunded: 0 });
});

test('a bank that takes back a part of a payment leaves the rest to the refund that waited', async () => {
  const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
  const deliverAll = async () => {
    for (const { session, body } of stripe.webhooks) if (session === sessionId) expect(await deliver(body)).toBe(200);
  };
  stripe.pay(sessionId);
  stripe.dispute(sessionId, 1_000);
  await deliverAll();
  await run(worker, () => product.app.get(CommandBus).execute(new RefundPayment(paymentId, price, 'Cancelled')));
  await untilReactionsHaveRun(product.app);
  stripe.decideDispute(sessionId, 'lost');
  await deliverAll();
  await untilReactionsHaveRun(product.app);
  await eventually(async () => (await recorded(paymentId)).refunded === price, 'the refund of the rest', 10_000);
  expect(stripe.balanceOf(paymentId)).toBe(0);
});

test('a webhook that Stripe did not sign, or signed long ago, is refused', async () => {
  const { sessionId, paymentId } = await request(randomUUID(), `booking-${randomUUID()}/deposit`);
  stripe.pay(sessionId);
  const body = stripe.webhooks.find(({ session }) => session === sessionId)?.body ?? '';
  const headers = stripe.headersOf(body);
  expect(
    await deliver(body, { ...headers, 'stripe-signature': headers['stripe-signature']?.replace(/.$/, '') ?? '' }),
  ).toBe(400);
  expect(await deliver(body, stripe.headersOf(body, new Date(Date.now() - 600_000)))).toBe(400);
  expect(await deliver(`${body} `, headers)).toBe(400);
  expect(await recorded(paymentId)).toEqual({ paid: 0, refunded: 0 });
  expect(await deliver(body, headers)).toBe(200);
  expect(await recorded(paymentId)).toEqual({ paid: price, refunded: 0 });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { eventually } from '../testing/eventually.ts';
import { FakeStripe, type StripeFault } from './fake-stripe.suite.ts';
import { type GatewayBench, paymentsGatewaySuite } from './payments-gateway.suite.ts';
import { type CheckoutRequest, GatewayRefused, GatewayUnavailable, WebhookRefused } from './payments-gateway.ts';
import { StripeGateway } from './stripe.ts';

const gatewayOf = ({ key, webhookSecret, url }: Pick<FakeStripe, 'key' | 'webhookSecret' | 'url'>) =>
  new StripeGateway({ key, webhookSecret, url });

paymentsGatewaySuite('stripe', ['expired'], async (): Promise<GatewayBench> => {
  const fake = await FakeStripe.start();
  const webhooksAbout = (sessionId: string) => fake.webhooks.filter(({ session }) => session === sessionId);
  return {
    gateway: gatewayOf(fake),
    pay: async (sessionId) => fake.pay(sessionId),
    end: async (sessionId) => fake.expire(sessionId),
    webhooks: async (sessionId, count) => {
      await eventually(async () => webhooksAbout(sessionId).length >= count);
      return webhooksAbout(sessionId).map(({ body }) => ({
        rawBody: Buffer.from(body),
        headers: fake.headersOf(body),
      }));
    },
    close: () => fake.stop(),
  };
});

const checkoutRequest = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  paymentId: `payment-${randomUUID()}`,
  reference: 'lead-1/bo',
  amount: 2_500,
  currency: 'USD',
  description: 'Lead: Wedding',
  successUrl: 'https://festoon.example/leads?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://festoon.example/leads',
  idempotencyKey: randomUUID(),
  ...changes,
});

const testKey = process.env.STRIPE_TEST_KEY;
if (testKey)
  test('a checkout is opened once, found and closed at Stripe itself', async () => {
    const gateway = gatewayOf({ key: testKey, webhookSecret: 'whsec_unused', url: 'https://api.stripe.com' });
    const requested = checkoutRequest();
    const opened = await gateway.openCheckout(requested);
    expect(await gateway.openCheckout(requested)).toEqual(opened);
    const { paymentId } = requested;
    const report = { paymentId, sessionId: opened.sessionId, charges: [], refunds: [] };
    expect(await gateway.retrieve(opened.sessionId)).toEqual({ ...report, status: 'open' });
    await gateway.closeCheckout(opened.sessionId);
    await gateway.closeCheckout(opened.sessionId);
    expect(await gateway.retrieve(opened.sessionId)).toEqual({ ...report, status: 'expired' });
    expect(await gateway.retrieve('cs_test_unknown')).toBeUndefined();
  });
else {
  process.stderr.write('Stripe itself is skipped: STRIPE_TEST_KEY is not set\n');
  test.skip('Stripe itself (set STRIPE_TEST_KEY)', () => undefined);
}

describe('Stripe', () => {
  let fake: FakeStripe;
  let gateway: StripeGateway;
  beforeAll(async () => {
    fake = await FakeStripe.start();
    gateway = gatewayOf(fake);
    jest.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.005);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await fake.stop();
  });

  const paid = async () => {
    const { sessionId } = await gateway.openCheckout(checkoutRequest());
    fake.pay(sessionId);
    const report = await gateway.retrieve(sessionId);
    return { sessionId, chargeId: report?.charges[0]?.chargeId ?? '' };
  };
  const failing = async (path: string, faults: readonly StripeFault[], work: () => Promise<unknown>) => {
    fake.faults.push(...faults.map((fault) => ({ path, fault })));
    try {
      return await work();
    } finally {
      fake.faults.length = 0;
    }
  };

  test.each([['reset after effect'], ['500 after effect'], ['reset']] as const)(
    'a request that ends with “%s” is repeated, with one effect',
    async (fault) => {
      const requested = checkoutRequest();
      const opened = (await failing('/v1/checkout/sessions', [fault], () => gateway.openCheckout(requested))) as object;
      expect(await gateway.openCheckout(requested)).toEqual(opened);
      const { sessionId, chargeId } = await paid();
      const refund = { sessionId, chargeId, amount: 1_000, idempotencyKey: randomUUID() };
      await failing('/v1/refunds', [fault], () => gateway.refund(refund));
      await gateway.refund(refund);
      expect((await gateway.retrieve(sessionId))?.refunds).toEqual([
        { refundId: refund.idempotencyKey, chargeId, amount: 1_000 },
      ]);
    },
  );

  test('a provider that does not answer is unavailable, and the request may be made again', async () => {
    const requested = checkoutRequest();
    const down = Array.from({ length: 3 }, () => '500 after effect' as const);
    await expect(failing('/v1/checkout/sessions', down, () => gateway.openCheckout(requested))).rejects.toThrow(
      new GatewayUnavailable('Stripe answers with status 500'),
    );
    expect((await gateway.openCheckout(requested)).url).toContain(fake.url);
    await expect(failing('/v1/checkout/sessions', ['429'], () => gateway.openCheckout(requested))).rejects.toThrow(
      new GatewayUnavailable('Stripe answers with status 429'),
    );
    const { key, webhookSecret, url } = fake;
    const impatient = new StripeGateway({ key, webhookSecret, url }, { attempt: 10_000, whole: 200 });
    await expect(failing('/v1/checkout/sessions', ['stall'], () => impatient.openCheckout(requested))).rejects.toThrow(
      new GatewayUnavailable('Stripe does not answer'),
    );
    const nowhere = gatewayOf({ key: fake.key, webhookSecret: fake.webhookSecret, url: 'http://127.0.0.1:1' });
    await expect(nowhere.retrieve('cs_test_1')).rejects.toThrow(new GatewayUnavailable('Stripe does not answer'));
  });

  test('errors contain neither the key nor what was sent', async () => {
    const wrongKey = gatewayOf({ key: 'sk_test_wrong', webhookSecret: fake.webhookSecret, url: fake.url });
    await expect(wrongKey.openCheckout(checkoutRequest())).rejects.toThrow(
      new Error('Stripe rejects STRIPE_KEY with status 401'),
    );
    const requested = checkoutRequest();
    await gateway.openCheckout(requested);
    await expect(gateway.openCheckout({ ...requested, description: 'For Ada' })).rejects.toThrow(
      new Error('Stripe refuses a request: StripeIdempotencyError'),
    );
  });

  test.each([49, 100_000_000])('an amount of %i cents is refused', async (amount) => {
    await expect(gateway.openCheckout(checkoutRequest({ amount }))).rejects.toMatchObject({
      code: 'payment-amount-unsupported',
    });
  });

  test('a refund is found by its id even when the provider has forgotten the idempotency key', async () => {
    const { sessionId, chargeId } = await paid();
    const refund = { sessionId, chargeId, amount: 1_000, idempotencyKey: randomUUID() };
    const first = await gateway.refund(refund);
    fake.forgetIdempotencyKeys();
    expect(await gateway.refund(refund)).toEqual(first);
    expect((await gateway.retrieve(sessionId))?.refunds).toHaveLength(1);
  });

  test('refunds made in the dashboard are reported with the provider’s id, and limit what is left', async () => {
    const { sessionId, chargeId } = await paid();
    for (let i = 0; i < 101; i++) fake.refundManually(chargeId, 10);
    const { refunds = [] } = (await gateway.retrieve(sessionId)) ?? {};
    expect(refunds).toHaveLength(101);
    expect(refunds.every(({ refundId, amount }) => refundId.startsWith('re_') && amount === 10)).toBe(true);
    const rest = { sessionId, chargeId, idempotencyKey: randomUUID() };
    expect(await gateway.refund({ ...rest, amount: 1_491 })).toBeUndefined();
    expect(await gateway.refund({ ...rest, amount: 1_490 })).toMatchObject({ amount: 1_490 });
  });

  test('webhooks are refused when they are old, and do nothing when they are about something else', async () => {
    const { sessionId } = await paid();
    const [webhook] = fake.webhooks.filter(({ session }) => session === sessionId);
    const body = webhook?.body ?? '';
    const parse = (content: string, at?: Date) =>
      gateway.parseWebhook(Buffer.from(content), fake.headersOf(content, at));
    await expect(parse(body, new Date(Date.now() - 301_000))).rejects.toThrow(WebhookRefused);
    await expect(parse('{"type":')).rejects.toThrow(WebhookRefused);
    await expect(parse('{}')).rejects.toThrow(WebhookRefused);
    const event = JSON.parse(body) as Record<string, unknown>;
    for (const other of [
      { ...event, type: 'customer.created' },
      { ...event, account: 'acct_other' },
      { ...event, data: { object: { id: 'cs_test_unknown' } } },
      { ...event, type: 'refund.created', data: { object: { id: 're_1', payment_intent: 'pi_unknown' } } },
    ])
      expect(await parse(JSON.stringify(other))).toBeUndefined();
  });

  test('an outdated webhook reports what is true now', async () => {
    const { sessionId, chargeId } = await paid();
    const [{ body } = { body: '' }] = fake.webhooks.filter(({ session }) => session === sessionId);
    await gateway.refund({ sessionId, chargeId, amount: 2_500, idempotencyKey: 'refund-1' });
    expect(await gateway.parseWebhook(Buffer.from(body), fake.headersOf(body))).toMatchObject({
      status: 'paid',
      refunds: [{ refundId: 'refund-1', amount: 2_500 }],
    });
  });

  test('disputes are reported with their decision, and a disputed charge is not refunded', async () => {
    const { sessionId, chargeId } = await paid();
    fake.dispute(sessionId);
    const [webhook] = fake.webhooks.filter(({ session, type }) => session === sessionId && type.includes('dispute'));
    const body = webhook?.body ?? '';
    const disputed = { chargeId, amount: 2_500, status: 'open' };
    expect(await gateway.parseWebhook(Buffer.from(body), fake.headersOf(body))).toMatchObject({ disputes: [disputed] });
    await expect(gateway.refund({ sessionId, chargeId, amount: 1, idempotencyKey: randomUUID() })).rejects.toThrow(
      'Stripe refuses a request: StripeInvalidRequestError charge_disputed',
    );
    for (const status of ['won', 'lost'] as const) {
      fake.decideDispute(sessionId, status);
      expect((await gateway.retrieve(sessionId))?.disputes).toMatchObject([{ ...disputed, status }]);
    }
  });

  test('sessions that another application of the account opened are unknown', async () => {
    const sessionId = fake.openForOtherApplication();
    expect(await gateway.retrieve(sessionId)).toBeUndefined();
    await expect(gateway.refund({ sessionId, chargeId: 'ch_1', amount: 1, idempotencyKey: 'a' })).rejects.toThrow(
      GatewayRefused,
    );
  });

  test('money that another application collected under the reference of a payment is not reported', async () => {
    const paymentId = `payment-${randomUUID()}`;
    const sessionId = fake.openForOtherApplication(paymentId);
    fake.pay(sessionId);
    expect(await gateway.retrieve(sessionId)).toBeUndefined();
    for (const { session, body } of fake.webhooks)
      if (session === sessionId)
        expect(await gateway.parseWebhook(Buffer.from(body), fake.headersOf(body))).toBeUndefined();
  });
});

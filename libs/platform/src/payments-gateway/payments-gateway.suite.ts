import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CheckoutRequest,
  type CheckoutSession,
  GatewayRefused,
  type PaymentsGateway,
  sessionPlaceholder,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';

type Webhook = { readonly rawBody: Buffer; readonly headers: WebhookHeaders };
type CheckoutEnding = 'declined' | 'cancelled' | 'expired';

/** An engine, and the actions of its customers and its clock. */
export type GatewayBench = {
  readonly gateway: PaymentsGateway;
  readonly pay: (sessionId: string) => Promise<unknown>;
  readonly end: (sessionId: string, how: CheckoutEnding) => Promise<unknown>;
  /** Waits until this many webhooks about a session have arrived, and returns them. */
  readonly webhooks: (sessionId: string, count: number) => Promise<readonly Webhook[]>;
  readonly close: () => Promise<void>;
};

const request = (): CheckoutRequest => ({
  paymentId: `payment-${randomUUID()}`,
  reference: 'lead-1/bo',
  amount: 2_500,
  currency: 'USD',
  description: 'Lead: Wedding',
  successUrl: `https://festoon.example/leads?payment=success&session_id=${sessionPlaceholder}`,
  cancelUrl: 'https://festoon.example/leads?payment=canceled',
  idempotencyKey: randomUUID(),
});

/** The tests that every engine of the payments gateway passes. */
export const paymentsGatewaySuite = (
  engine: string,
  endings: readonly CheckoutEnding[],
  open: () => Promise<GatewayBench>,
): void =>
  describe(`payments gateway: ${engine}`, () => {
    let bench: GatewayBench;
    let gateway: PaymentsGateway;
    beforeAll(async () => {
      bench = await open();
      gateway = bench.gateway;
    });
    afterAll(() => bench.close());

    const paidCheckout = async () => {
      const checkoutRequest = request();
      const { sessionId } = await gateway.openCheckout(checkoutRequest);
      await bench.pay(sessionId);
      const report = await gateway.retrieve(sessionId);
      return { requested: checkoutRequest, sessionId, report, chargeId: report?.charges[0]?.chargeId ?? '' };
    };

    test('a checkout has its own address and stays open for a while', async () => {
      const checkoutRequest = request();
      const { sessionId, url, expiresAt } = await gateway.openCheckout(checkoutRequest);
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 25 * 60_000);
      expect(await gateway.retrieve(sessionId)).toEqual({
        paymentId: checkoutRequest.paymentId,
        sessionId,
        status: 'open',
        charges: [],
        refunds: [],
      });
    });

    test('one idempotency key opens one checkout, also concurrently', async () => {
      const checkoutRequest = request();
      const openedCheckouts = await Promise.all([1, 2, 3].map(() => gateway.openCheckout(checkoutRequest)));
      expect(new Set(openedCheckouts.map(({ sessionId }: CheckoutSession) => sessionId)).size).toBe(1);
      expect((await gateway.openCheckout(request())).sessionId).not.toBe(openedCheckouts[0]?.sessionId);
    });

    test.each(['cs_unknown', '', '../charges'])(
      'an unknown checkout, “%s”, is not found, and closing it does nothing',
      async (sessionId) => {
        expect(await gateway.retrieve(sessionId)).toBeUndefined();
        await gateway.closeCheckout(sessionId);
      },
    );

    test('a payment is one charge of the amount, in the report and in the webhook', async () => {
      const { requested, sessionId, report, chargeId } = await paidCheckout();
      const paidReport = {
        paymentId: requested.paymentId,
        sessionId,
        status: 'paid',
        charges: [{ chargeId, amount: 2_500 }],
      };
      expect(report).toEqual({ ...paidReport, refunds: [] });
      const [webhook] = await bench.webhooks(sessionId, 1);
      expect(webhook && (await gateway.parseWebhook(webhook.rawBody, webhook.headers))).toEqual({
        ...paidReport,
        refunds: [],
      });
    });

    test.each(endings)(
      'a checkout that is %s has this status when retrieved and in the webhook, and cannot be paid',
      async (how) => {
        const { paymentId, ...requested } = request();
        const { sessionId } = await gateway.openCheckout({ paymentId, ...requested });
        await bench.end(sessionId, how);
        const endedReport = { paymentId, sessionId, status: how, charges: [], refunds: [] };
        expect(await gateway.retrieve(sessionId)).toEqual(endedReport);
        const [webhook] = await bench.webhooks(sessionId, 1);
        expect(webhook && (await gateway.parseWebhook(webhook.rawBody, webhook.headers))).toEqual(endedReport);
        await bench.pay(sessionId);
        expect(await gateway.retrieve(sessionId)).toEqual(endedReport);
      },
    );

    test('a closed checkout cannot be paid, and closing a paid one changes nothing', async () => {
      const { sessionId } = await gateway.openCheckout(request());
      await gateway.closeCheckout(sessionId);
      await gateway.closeCheckout(sessionId);
      await bench.pay(sessionId);
      expect(await gateway.retrieve(sessionId)).toMatchObject({ status: 'expired', charges: [] });
      const paidSession = await paidCheckout();
      await gateway.closeCheckout(paidSession.sessionId);
      expect(await gateway.retrieve(paidSession.sessionId)).toEqual(paidSession.report);
    });

    test('a charge is refunded in parts, once per idempotency key, and never beyond its amount', async () => {
      const { sessionId, chargeId } = await paidCheckout();
      const refundPart = (idempotencyKey: string, amount: number) =>
        gateway.refund({ sessionId, chargeId, amount, idempotencyKey });
      const [part, rest, more] = [randomUUID(), randomUUID(), randomUUID()];
      const first = { refundId: part, chargeId, amount: 1_000 };
      const secondRefund = { refundId: rest, chargeId, amount: 1_500 };
      expect(await Promise.all([refundPart(part, 1_000), refundPart(part, 1_000)])).toEqual([first, first]);
      expect(await refundPart(rest, 1_501)).toBeUndefined();
      expect(await refundPart(rest, 1_500)).toEqual(secondRefund);
      expect(await refundPart(rest, 1_500)).toEqual(secondRefund);
      expect(await refundPart(more, 1)).toBeUndefined();
      expect((await gateway.retrieve(sessionId))?.refunds).toEqual([first, secondRefund]);
    });

    test('the webhook of a refund contains its idempotency key', async () => {
      const { requested, sessionId, chargeId } = await paidCheckout();
      const idempotencyKey = randomUUID();
      await gateway.refund({ sessionId, chargeId, amount: 2_500, idempotencyKey });
      const sentWebhooks = await bench.webhooks(sessionId, 2);
      const reports = await Promise.all(
        sentWebhooks.map(({ rawBody, headers }) => gateway.parseWebhook(rawBody, headers)),
      );
      expect(reports.find((report) => report?.refunds.length)).toMatchObject({
        paymentId: requested.paymentId,
        sessionId,
        refunds: [{ refundId: idempotencyKey, chargeId, amount: 2_500 }],
      });
    });

    test('an unknown charge cannot be refunded', async () => {
      const { sessionId } = await paidCheckout();
      const { chargeId } = await paidCheckout();
      for (const unknownCharge of [chargeId, 'ch_unknown'])
        await expect(
          gateway.refund({ sessionId, chargeId: unknownCharge, amount: 1, idempotencyKey: randomUUID() }),
        ).rejects.toThrow(GatewayRefused);
    });

    test('a webhook without a valid signature is refused', async () => {
      const { sessionId } = await paidCheckout();
      const other = await paidCheckout();
      const [webhook] = await bench.webhooks(sessionId, 1);
      const [another] = await bench.webhooks(other.sessionId, 1);
      if (!(webhook && another)) throw new Error('There is nothing to forge');
      const changedBody = Buffer.from(webhook.rawBody.toString().replace('2500', '2501'));
      const cases: [Buffer, WebhookHeaders][] = [
        [changedBody, webhook.headers],
        [Buffer.concat([webhook.rawBody, Buffer.from(' ')]), webhook.headers],
        [webhook.rawBody, another.headers],
        [webhook.rawBody, {}],
        [Buffer.alloc(0), webhook.headers],
      ];
      for (const [body, headers] of cases)
        await expect(gateway.parseWebhook(body, headers)).rejects.toThrow(WebhookRefused);
    });
  });

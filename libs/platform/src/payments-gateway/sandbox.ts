import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { maxAmount } from '#kernel';
import { Config } from '#platform/config';
import { Site } from '#platform/http';
import {
  type CheckoutReport,
  type CheckoutRequest,
  type CheckoutSession,
  type ListedDispute,
  PaymentsGateway,
  type Refund,
  type RefundRequest,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';
import { SandboxCheckouts } from './sandbox-checkouts.ts';
import { signatureHeader } from './sandbox-webhooks.ts';
import { checkSignature } from './signature.ts';

const amount = z.int().positive().max(maxAmount);
const session = z.object({
  id: z.string(),
  client_reference_id: z.string(),
  status: z.enum(['open', 'paid', 'declined', 'cancelled', 'expired']),
  charges: z.array(z.object({ id: z.string(), amount })),
  refunds: z.array(z.object({ id: z.string(), charge: z.string(), amount })),
});
const webhook = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) });

/** A built-in provider without real money: a checkout page, and webhooks like those of a real provider. */
@Injectable()
export class SandboxGateway extends PaymentsGateway {
  readonly name = 'sandbox';

  constructor(
    private readonly config: Config,
    private readonly site: Site,
    private readonly checkouts: SandboxCheckouts,
  ) {
    super();
  }

  async openCheckout(request: CheckoutRequest): Promise<CheckoutSession> {
    const { id, expiresAt } = await this.checkouts.open(request);
    return { sessionId: id, url: `${this.site.url}/sandbox/checkout/${id}`, expiresAt: expiresAt.toISOString() };
  }

  async closeCheckout(sessionId: string): Promise<void> {
    await this.checkouts.expire(sessionId);
  }

  retrieve(sessionId: string): Promise<CheckoutReport | undefined> {
    return this.checkouts.report(sessionId);
  }

  refund(request: RefundRequest): Promise<Refund | undefined> {
    return this.checkouts.refund(request);
  }

  /** The sandbox takes no real money, so there are no disputes. */
  async disputesSince(): Promise<readonly ListedDispute[]> {
    return [];
  }

  async parseWebhook(rawBody: Buffer, headers: WebhookHeaders): Promise<CheckoutReport | undefined> {
    const signature = headers[signatureHeader];
    if (typeof signature !== 'string') throw new WebhookRefused('There is no signature');
    checkSignature(this.config.secrets.paymentsWebhook, rawBody, signature, new Date());
    const { type, data } = parseBody(webhook, parseJson(rawBody));
    if (!/^(checkout\.session|charge)\./.test(type)) return undefined;
    const { id, client_reference_id, status, charges, refunds } = parseBody(session, data.object);
    return {
      paymentId: client_reference_id,
      sessionId: id,
      status,
      charges: charges.map((charge) => ({ chargeId: charge.id, amount: charge.amount })),
      refunds: refunds.map((refund) => ({ refundId: refund.id, chargeId: refund.charge, amount: refund.amount })),
    };
  }
}

const parseJson = (rawBody: Buffer): unknown => {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new WebhookRefused('The body is not JSON');
  }
};

const parseBody = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw new WebhookRefused('The body is not what this provider sends');
  return result.data;
};

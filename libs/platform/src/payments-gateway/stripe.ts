import type { Stripe } from 'stripe';
import { z } from 'zod';
import { maxAmount, refuse } from '#kernel';
import type { Config } from '#platform/config';
import { withinTime } from '#platform/time-limits';
import {
  type CheckoutReport,
  type CheckoutRequest,
  type CheckoutSession,
  type CheckoutStatus,
  checkoutLifetime,
  type Dispute,
  GatewayRefused,
  GatewayUnavailable,
  type ListedDispute,
  PaymentsGateway,
  type Refund,
  type RefundRequest,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';

type Account = NonNullable<Config['stripe']>;
type Library = typeof import('stripe');

/** In milliseconds: how long one attempt may take, and how long all requests of an operation with their repetitions. */
type TimeLimits = { readonly attempt: number; readonly whole: number };
const timeLimits: TimeLimits = { attempt: 6_000, whole: 20_000 };
const repetitions = 2;
/** How many disputes of all applications of the account are read at most when they are listed. */
const maxListedDisputes = 1_000;
/** The longest text that Stripe takes as the name of what is paid for. */
const maxName = 250;

// What is read of Stripe's objects, whatever else they contain.
const cents = z.int().positive().max(maxAmount);
const id = z.string().min(1);
const openedSession = z.object({ id, url: z.url(), created: z.int().positive() });
const charge = z.object({ id, amount: cents, paid: z.boolean(), captured: z.boolean(), disputed: z.boolean() });
const session = z.object({
  id,
  client_reference_id: z.string().nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z
    .object({
      id,
      status: z.string(),
      metadata: z.object({ paymentId: z.string().optional() }),
      latest_charge: charge.nullable(),
    })
    .nullable(),
});
const refund = z.object({
  id,
  amount: cents,
  status: z.string().nullable(),
  metadata: z.object({ refundId: z.string().optional() }).nullable(),
});
const dispute = z.object({ id, amount: cents, status: z.string() });
const listedDispute = z.object({
  id,
  status: z.string(),
  payment_intent: z.object({ metadata: z.object({ paymentId: z.string().optional() }) }).nullable(),
});
const webhook = z.object({
  type: z.string(),
  account: z.string().optional(),
  data: z.object({ object: z.looseObject({ id, payment_intent: z.string().nullish() }) }),
});
type Session = z.infer<typeof session>;
type Charge = z.infer<typeof charge>;
type StripeRefund = z.infer<typeof refund>;

/**
 * Takes payments with Stripe Checkout. Stripe's webhooks only say which session changed: the report is always what
 * Stripe has of the session now, so their order and number do not matter.
 */
export class StripeGateway extends PaymentsGateway {
  readonly name = 'stripe';
  readonly #webhookSecret: string;
  readonly #library: Promise<Library>;
  readonly #client: Promise<Stripe>;

  constructor(
    { key, webhookSecret, url }: Account,
    private readonly limits: TimeLimits = timeLimits,
  ) {
    super();
    this.#webhookSecret = webhookSecret;
    const { protocol, hostname, port } = new URL(url);
    // The library is large, and is loaded only by a product that uses it.
    this.#library = import('stripe');
    this.#client = this.#library.then(
      ({ Stripe: Client }) =>
        new Client(key, {
          protocol: protocol === 'http:' ? 'http' : 'https',
          host: hostname,
          ...(port && { port }),
          timeout: limits.attempt,
          maxNetworkRetries: repetitions,
          telemetry: false,
        }),
    );
  }

  async openCheckout(request: CheckoutRequest): Promise<CheckoutSession> {
    const { paymentId, reference, amount, currency, description, successUrl, cancelUrl, idempotencyKey } = request;
    const opened = await this.#send(async (stripe) => {
      try {
        return await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: paymentId,
            // With other methods the money arrives days later or not at all; in another currency it would be another
            // amount.
            allowed_payment_method_types: ['card'],
            adaptive_pricing: { enabled: false },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amount,
                  product_data: { name: description.slice(0, maxName) },
                },
              },
            ],
            payment_intent_data: { metadata: { paymentId, reference } },
            success_url: successUrl,
            cancel_url: cancelUrl,
            // Without `expires_at`: Stripe counts its 30 minutes from the first request, so a repeated one would
            // differ.
          },
          { idempotencyKey },
        );
      } catch (error) {
        if (/^amount_too_(small|large)$/.test(codeOf(error)))
          refuse('payment-amount-unsupported', 'This amount cannot be paid by card');
        throw error;
      }
    });
    const { id: sessionId, url, created } = openedSession.parse(opened);
    return { sessionId, url, expiresAt: new Date(created * 1_000 + checkoutLifetime).toISOString() };
  }

  async closeCheckout(sessionId: string): Promise<void> {
    if (!isSessionId(sessionId)) return;
    await this.#send(async (stripe) => {
      try {
        await stripe.checkout.sessions.expire(sessionId);
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return;
        // Stripe has no code for a session that is already paid or expired.
        if (statusOf(error) !== 400 || (await this.#find(stripe, sessionId))?.status === 'open') throw error;
      }
    });
  }

  retrieve(sessionId: string): Promise<CheckoutReport | undefined> {
    return this.#send(async (stripe) => {
      const found = await this.#find(stripe, sessionId);
      return found && this.#reportOf(stripe, found);
    });
  }

  refund({ sessionId, chargeId, amount, idempotencyKey }: RefundRequest): Promise<Refund | undefined> {
    return this.#send(async (stripe) => {
      const found = await this.#find(stripe, sessionId);
      const charged = found && chargeOf(found);
      if (charged?.id !== chargeId) throw new GatewayRefused('Stripe has no such charge of this session');
      // Stripe forgets idempotency keys after a day or more, so a known refund is looked for first.
      const refunds = await this.#refundsOf(stripe, chargeId);
      const known = refunds.find(({ metadata }) => metadata?.refundId === idempotencyKey);
      if (known) return { refundId: idempotencyKey, chargeId, amount: known.amount };
      const disputes = charged.disputed ? await this.#disputesOf(stripe, chargeId) : [];
      const takenBack = sumOf(disputes.filter(({ status }) => status === 'lost'));
      if (amount > charged.amount - sumOf(refunds) - takenBack) return undefined;
      return this.#makeRefund(stripe, { refundId: idempotencyKey, chargeId, amount });
    });
  }

  disputesSince(since: Date): Promise<readonly ListedDispute[]> {
    return this.#send(async (stripe) => {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      const disputes: ListedDispute[] = [];
      let read = 0;
      for await (const listed of stripe.disputes.list({ created, limit: 100, expand: ['data.payment_intent'] })) {
        const { id: disputeId, status, payment_intent: intent } = listedDispute.parse(listed);
        const paymentId = intent?.metadata.paymentId;
        if (paymentId) disputes.push({ disputeId, paymentId, status: outcomes[status] ?? 'open' });
        read += 1;
        if (read === maxListedDisputes) break;
      }
      return disputes;
    });
  }

  async parseWebhook(rawBody: Buffer, headers: WebhookHeaders): Promise<CheckoutReport | undefined> {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') throw new WebhookRefused('There is no signature');
    const { type, account, data } = await this.#verify(rawBody, signature);
    // Webhooks of other accounts would be about their money.
    if (account !== undefined) return undefined;
    if (type.startsWith('checkout.session.')) return this.retrieve(data.object.id);
    const paymentIntent = data.object.payment_intent;
    if (!/^(?:charge\.refund|refund\.|charge\.dispute\.)/.test(type) || !paymentIntent) return undefined;
    return this.#send(async (stripe) => {
      const { data: sessions } = await stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 });
      const found = sessions[0] && (await this.#find(stripe, sessions[0].id));
      return found && this.#reportOf(stripe, found);
    });
  }

  async #verify(rawBody: Buffer, signature: string): Promise<z.infer<typeof webhook>> {
    const [{ Stripe: Client }, client] = await Promise.all([this.#library, this.#client]);
    let event: unknown;
    try {
      event = client.webhooks.constructEvent(rawBody, signature, this.#webhookSecret);
    } catch (error) {
      if (error instanceof Client.errors.StripeSignatureVerificationError)
        throw new WebhookRefused('The signature is wrong or too old');
      if (error instanceof SyntaxError) throw new WebhookRefused('The body is not JSON');
      throw error;
    }
    const result = webhook.safeParse(event);
    if (!result.success) throw new WebhookRefused('The body is not what Stripe sends');
    return result.data;
  }

  /**
   * A session of this product; undefined if Stripe does not have it, or if another application of the same account
   * opened it.
   */
  async #find(stripe: Stripe, sessionId: string): Promise<Session | undefined> {
    if (!isSessionId(sessionId)) return undefined;
    try {
      const found = session.parse(
        await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
      );
      return isOfThisProduct(found) ? found : undefined;
    } catch (error) {
      if (codeOf(error) === 'resource_missing') return undefined;
      throw error;
    }
  }

  async #reportOf(stripe: Stripe, found: Session): Promise<CheckoutReport> {
    const charged = chargeOf(found);
    const refunds = charged ? await this.#refundsOf(stripe, charged.id) : [];
    const disputes = charged?.disputed ? await this.#disputesOf(stripe, charged.id) : [];
    return {
      paymentId: found.client_reference_id ?? '',
      sessionId: found.id,
      status: statusIn(found),
      charges: charged ? [{ chargeId: charged.id, amount: charged.amount }] : [],
      refunds: refunds.map(({ id: refundId, amount, metadata }) => ({
        refundId: metadata?.refundId ?? refundId,
        chargeId: charged?.id ?? '',
        amount,
      })),
      ...(disputes.length > 0 && { disputes }),
    };
  }

  async #disputesOf(stripe: Stripe, chargeId: string): Promise<Dispute[]> {
    const disputes: Dispute[] = [];
    for await (const found of stripe.disputes.list({ charge: chargeId, limit: 100 })) {
      const { id: disputeId, amount, status } = dispute.parse(found);
      disputes.push({ disputeId, chargeId, amount, status: outcomes[status] ?? 'open' });
    }
    return disputes.reverse();
  }

  async #makeRefund(stripe: Stripe, { refundId, chargeId, amount }: Refund): Promise<Refund | undefined> {
    try {
      const made = await stripe.refunds.create(
        { charge: chargeId, amount, metadata: { refundId } },
        // With the amount, because a smaller refund may be requested for the same refund id.
        { idempotencyKey: `${refundId}-${amount}` },
      );
      const { amount: madeAmount, status } = refund.parse(made);
      if (isUnmade(status)) throw new GatewayRefused(`Stripe could not make the refund: it is ${status}`);
      return { refundId, chargeId, amount: madeAmount };
    } catch (error) {
      // A part was refunded manually in the meantime.
      if (codeOf(error) === 'charge_already_refunded' || parameterOf(error) === 'amount') return undefined;
      throw error;
    }
  }

  /** The refunds that were made or are on their way, the oldest first. */
  async #refundsOf(stripe: Stripe, chargeId: string): Promise<StripeRefund[]> {
    const refunds: StripeRefund[] = [];
    for await (const found of stripe.refunds.list({ charge: chargeId, limit: 100 })) refunds.push(refund.parse(found));
    return refunds.filter(({ status }) => !isUnmade(status)).reverse();
  }

  /**
   * Sends requests to Stripe. Errors contain no words of Stripe's, because they may repeat the key or what was sent.
   */
  async #send<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const [{ Stripe: Client }, client] = await Promise.all([this.#library, this.#client]);
    try {
      return await this.#inTime(work(client));
    } catch (error) {
      if (!(error instanceof Client.errors.StripeError)) throw error;
      const status = statusOf(error);
      if (status === undefined || status === 409 || status === 429 || status >= 500)
        throw new GatewayUnavailable(status ? `Stripe answers with status ${status}` : 'Stripe does not answer');
      if (status === 401 || status === 403) throw new Error(`Stripe rejects STRIPE_KEY with status ${status}`);
      throw new Error(`Stripe refuses a request: ${[error.type, codeOf(error), parameterOf(error)].join(' ').trim()}`);
    }
  }

  /** The requests may still have their effect after the time is over. */
  #inTime<T>(operation: Promise<T>): Promise<T> {
    return withinTime(operation, this.limits.whole, () => new GatewayUnavailable('Stripe does not answer'));
  }
}

/** The ids of sessions come from people too. */
const isSessionId = (sessionId: string): boolean => /^cs_\w+$/.test(sessionId);

/**
 * Other applications of the account may use references too, but the product also writes the payment's id on the money.
 */
const isOfThisProduct = ({ client_reference_id: paymentId, payment_intent: intent }: Session): boolean =>
  paymentId !== null && (intent === null || intent.metadata.paymentId === paymentId);

const chargeOf = ({ payment_intent: intent }: Session): Charge | undefined => {
  const latest = intent?.latest_charge;
  return latest?.paid && latest.captured ? latest : undefined;
};

/** Whether a refund with this status pays nothing back. */
const isUnmade = (status: string | null | undefined): boolean => status === 'failed' || status === 'canceled';

const statusIn = ({ status, payment_status: paid, payment_intent: intent }: Session): CheckoutStatus => {
  if (status !== 'complete') return status;
  if (paid === 'paid') return 'paid';
  // A card that is charged only after the checkout can still be declined.
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'declined' : 'open';
};

/** What Stripe's final states of a dispute or of an inquiry mean. All others are open. */
const outcomes: Readonly<Record<string, Dispute['status']>> = {
  lost: 'lost',
  won: 'won',
  prevented: 'won',
  warning_closed: 'won',
};

const sumOf = (refunds: readonly { readonly amount: number }[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

const textOf = (error: unknown, name: 'code' | 'param'): string =>
  String((error as Record<string, unknown> | null)?.[name] ?? '');
const codeOf = (error: unknown): string => textOf(error, 'code');
const parameterOf = (error: unknown): string => textOf(error, 'param');
const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number } | null)?.statusCode;

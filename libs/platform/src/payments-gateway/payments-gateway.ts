import type { Cents } from '#kernel';

/** How long a checkout can be paid, in milliseconds; the shortest time that card providers offer. */
export const checkoutLifetime = 1_800_000;

/** Providers replace this in a success URL with the session's id. */
export const sessionPlaceholder = '{CHECKOUT_SESSION_ID}';

/**
 * The payment to collect. `amount` in whole cents, `currency` in ISO 4217. `successUrl` may contain {@link
 * sessionPlaceholder}. A repeated `idempotencyKey` returns the same session. `paymentId` is part of every report.
 */
export type CheckoutRequest = {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly description: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly idempotencyKey: string;
};

/** The page to pay on, open until `expiresAt` (ISO 8601 UTC), {@link checkoutLifetime} after it was opened. */
export type CheckoutSession = { readonly sessionId: string; readonly url: string; readonly expiresAt: string };

export type Charge = { readonly chargeId: string; readonly amount: Cents };

/**
 * Refunded money. `refundId` is the idempotency key of the request, or the provider's id if it was refunded manually
 * there.
 */
export type Refund = { readonly refundId: string; readonly chargeId: string; readonly amount: Cents };

/** A charge that the payer's bank wants to take back, in part or completely. `lost`: the bank has taken it back. */
export type Dispute = {
  readonly disputeId: string;
  readonly chargeId: string;
  readonly amount: Cents;
  readonly status: 'open' | 'won' | 'lost';
};

/** A dispute in the provider's list, and the payment that it is about. */
export type ListedDispute = Pick<Dispute, 'disputeId' | 'status'> & { readonly paymentId: string };

export type CheckoutStatus = 'open' | 'paid' | 'declined' | 'cancelled' | 'expired';

/**
 * The state of a session at the provider: complete if retrieved, a part of it in a webhook. A session normally has one
 * charge; more than one means that it was paid twice. Reports may be repeated and arrive in any order.
 */
export type CheckoutReport = {
  readonly paymentId: string;
  readonly sessionId: string;
  readonly status: CheckoutStatus;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
  /** Left out if there are none. */
  readonly disputes?: readonly Dispute[];
};

export type RefundRequest = {
  readonly sessionId: string;
  readonly chargeId: string;
  readonly amount: Cents;
  readonly idempotencyKey: string;
};

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook that does not come from the provider, is too old, or cannot be read. */
export class WebhookRefused extends Error {}

/** The provider refused the request, and retrying will not help. */
export class GatewayRefused extends Error {}

/**
 * The provider does not respond, or asks for a later attempt. The request may or may not have had an effect; it may be
 * retried.
 */
export class GatewayUnavailable extends Error {}

/** Takes and refunds money at a provider. After any error that is not named here, the request may be retried. */
export abstract class PaymentsGateway {
  /** Identifies the engine in logs, and as the actor of the events that its webhooks cause. */
  abstract readonly name: string;

  /** Refuses `payment-amount-unsupported` for an amount that the provider does not take. */
  abstract openCheckout(request: CheckoutRequest): Promise<CheckoutSession>;

  /** Ends an open session, so that it can no longer be paid. A paid or ended session does not change. */
  abstract closeCheckout(sessionId: string): Promise<void>;

  /** The state of a session; undefined if the provider does not have this session. */
  abstract retrieve(sessionId: string): Promise<CheckoutReport | undefined>;

  /**
   * Refunds a part of a charge or all of it. Idempotent by its key. Undefined if less than the amount is left, because
   * a part was refunded manually; a smaller refund may then be requested under the same key. Throws
   * {@link GatewayRefused} for a charge that the provider does not have.
   */
  abstract refund(request: RefundRequest): Promise<Refund | undefined>;

  /** The disputes of this product's payments that were opened since then, the newest first; at most 1,000. */
  abstract disputesSince(since: Date): Promise<readonly ListedDispute[]>;

  /**
   * The report in a webhook; undefined if it is genuine but not about a checkout or a charge. `rawBody` is the request
   * body byte for byte. Throws {@link WebhookRefused}.
   */
  abstract parseWebhook(rawBody: Buffer, headers: WebhookHeaders): Promise<CheckoutReport | undefined>;
}

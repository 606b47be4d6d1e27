import type { Cents } from '#kernel';

/** How long a checkout can be paid, in milliseconds; the least that card providers offer. */
export const checkoutLasts = 1_800_000;

/** Where providers put the session's id into a success URL. */
export const sessionPlaceholder = '{CHECKOUT_SESSION_ID}';

/**
 * What is to be paid. `amount` in whole cents, `currency` in ISO 4217. `successUrl` may hold {@link sessionPlaceholder}.
 * `idempotencyKey`: asked twice under one key, the same session is answered. `paymentId` comes back in every report.
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

/** A page where it can be paid until `expiresAt` (ISO 8601 UTC), {@link checkoutLasts} after it was opened. */
export type CheckoutSession = { readonly sessionId: string; readonly url: string; readonly expiresAt: string };

export type Charge = { readonly chargeId: string; readonly amount: Cents };

/** Money that went back. `refundId` is the idempotency key it was asked under, or the provider's id if made by hand there. */
export type Refund = { readonly refundId: string; readonly chargeId: string; readonly amount: Cents };

export type CheckoutStatus = 'open' | 'paid' | 'declined' | 'cancelled' | 'expired';

/**
 * What the provider knows of a session: all of it when asked, a part of it in a webhook. A session has one charge as a
 * rule; that it can have more is what makes paying twice visible. Reports may come twice and in any order.
 */
export type CheckoutReport = {
  readonly paymentId: string;
  readonly sessionId: string;
  readonly status: CheckoutStatus;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
};

export type RefundRequest = {
  readonly sessionId: string;
  readonly chargeId: string;
  readonly amount: Cents;
  readonly idempotencyKey: string;
};

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook that is not the provider's, too old, or unreadable. */
export class WebhookRefused extends Error {}

/** The provider says no, and asking again will not help. */
export class GatewayRefused extends Error {}

/** Takes money and gives it back, at a provider. What any engine throws beside the named errors may be tried again. */
export abstract class PaymentsGateway {
  /** Told apart from other engines in logs and as the actor of what it reports. */
  abstract readonly name: string;

  abstract openCheckout(request: CheckoutRequest): Promise<CheckoutSession>;

  /** Nobody can pay on it any more. One that was paid stays paid, one that is over stays so. */
  abstract closeCheckout(sessionId: string): Promise<void>;

  /** Undefined where the provider knows no such session. */
  abstract retrieve(sessionId: string): Promise<CheckoutReport | undefined>;

  /**
   * Gives back a part of a charge or all of it; under one key, once. Undefined if that much is not left, because it was
   * given back by hand; less may then be asked for under the same key. Throws {@link GatewayRefused} for a charge the
   * provider does not know.
   */
  abstract refund(request: RefundRequest): Promise<Refund | undefined>;

  /**
   * What a webhook says; undefined if it is genuine but of no concern here. `rawBody` is what came over the wire, byte for
   * byte. Throws {@link WebhookRefused}.
   */
  abstract parseWebhook(rawBody: Buffer, headers: WebhookHeaders): Promise<CheckoutReport | undefined>;
}

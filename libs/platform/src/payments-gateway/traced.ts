import type { Tracer } from '#platform/tracing';
import { type CheckoutRequest, PaymentsGateway, type RefundRequest, type WebhookHeaders } from './payments-gateway.ts';

/** Records each call to a payments gateway as a span, without its arguments. */
export class TracedGateway extends PaymentsGateway {
  constructor(
    private readonly gateway: PaymentsGateway,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  override get name(): string {
    return this.gateway.name;
  }

  override openCheckout(request: CheckoutRequest) {
    return this.#call('openCheckout', () => this.gateway.openCheckout(request));
  }

  override closeCheckout(sessionId: string) {
    return this.#call('closeCheckout', () => this.gateway.closeCheckout(sessionId));
  }

  override retrieve(sessionId: string) {
    return this.#call('retrieve', () => this.gateway.retrieve(sessionId));
  }

  override refund(request: RefundRequest) {
    return this.#call('refund', () => this.gateway.refund(request));
  }

  override disputesSince(since: Date) {
    return this.#call('disputesSince', () => this.gateway.disputesSince(since));
  }

  override parseWebhook(rawBody: Buffer, headers: WebhookHeaders) {
    return this.#call('parseWebhook', () => this.gateway.parseWebhook(rawBody, headers));
  }

  #call<T>(method: string, call: () => Promise<T>): Promise<T> {
    const attributes = { 'festoon.engine': this.name };
    return this.tracer.run({ name: `payments-gateway.${method}`, kind: 'client', attributes }, call);
  }
}

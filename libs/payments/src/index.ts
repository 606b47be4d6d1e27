import type { PaymentEvents } from './payment.ts';

/**
 * The events that other modules may react to, so their shape is public. `reference` is the name that the requesting
 * module gave the payment, such as `booking-…/deposit`. A failed payment can still settle if the money arrives late.
 */
export type PaymentsPublished = Pick<
  PaymentEvents,
  | 'PaymentSettled'
  | 'PaymentFailed'
  | 'PaymentRefunded'
  | 'PaymentDisputed'
  | 'PaymentDisputeClosed'
  | 'PaymentReinstated'
>;

export { CloseCheckouts, RequestPayment } from './checkout.commands.ts';
export { bankRefundId, isBankRefund } from './payment.ts';
export { PaymentReceipts } from './payment-receipts.queries.ts';
export { RecordGatewayReport, RefundPayment } from './payments.commands.ts';
export { paymentsModule } from './payments.module.ts';
export { PaymentsQueries } from './payments.queries.ts';
export { SessionVerifiers } from './session-verifiers.registry.ts';

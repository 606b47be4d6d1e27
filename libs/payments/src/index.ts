import type { PaymentEvents } from './payment.ts';

/**
 * What other modules may hear. `reference` is theirs: whatever they asked the money for, `booking-…/deposit`. A payment that
 * failed can still settle, when the money arrives late.
 */
export type PaymentsPublished = Pick<PaymentEvents, 'PaymentSettled' | 'PaymentFailed' | 'PaymentRefunded'>;

export { type OpenedCheckout, RequestPayment } from './checkout.commands.ts';
export { RefundPayment } from './payments.commands.ts';
export { PaymentsModule } from './payments.module.ts';

import { defineModule } from '#platform/module';
import { PaymentsGatewayModule } from '#platform/payments-gateway';
import * as checkout from './checkout.commands.ts';
import * as contract from './contract.ts';
import { payment } from './payment.ts';
import { PaymentReceipts } from './payment-receipts.queries.ts';
import { access } from './payments.access.ts';
import * as commands from './payments.commands.ts';
import { PaymentFunctionsController, PaymentsWebhookController } from './payments.controller.ts';
import { payments } from './payments.projection.ts';
import { PaymentsQueries } from './payments.queries.ts';
import { PaymentsReactions } from './payments.reactions.ts';
import { paymentRows } from './payments.rows.ts';
import { SessionVerifiers } from './session-verifiers.registry.ts';
import * as verification from './verification.commands.ts';

export const paymentsModule = defineModule({
  name: 'payments',
  imports: [PaymentsGatewayModule],
  aggregates: [payment],
  projections: [[payments, paymentRows]],
  commands: [checkout, commands, verification],
  queries: PaymentsQueries,
  exports: [SessionVerifiers, PaymentReceipts],
  contract,
  controllers: [PaymentFunctionsController, PaymentsWebhookController],
  reactions: [PaymentsReactions],
  subscribers: [
    {
      aggregate: payment,
      topic: 'payments',
      audience: ({ data }) => ({ people: 'payerId' in data ? [String(data.payerId)] : [] }),
    },
  ],
  access,
  auditTitles: {
    PaymentRequested: 'Payment requested',
    CheckoutOpened: 'Checkout opened',
    PaymentSettled: 'Payment received',
    PaymentFailed: 'Payment failed',
    PaymentSurplusArrived: 'Surplus payment received',
    PaymentRefundRequested: 'Refund requested',
    PaymentRefunded: 'Payment refunded',
    PaymentDisputed: 'Payment disputed by the payer’s bank',
    PaymentDisputeClosed: 'Dispute of a payment decided by the bank',
    PaymentReinstated: 'Disputed payment returned by the bank',
    PaymentRefundDropped: 'Requested refund dropped, because nothing was left to refund',
  },
});

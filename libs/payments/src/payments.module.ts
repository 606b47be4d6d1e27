import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { PaymentsGatewayModule } from '#platform/payments-gateway';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { checkoutHandlers } from './checkout.commands.ts';
import { payment } from './payment.ts';
import { paymentsHandlers } from './payments.commands.ts';
import { PaymentFunctionsController, PaymentsWebhookController } from './payments.controller.ts';
import { payments } from './payments.projection.ts';
import { PaymentsQueries } from './payments.queries.ts';
import { PaymentsReactions } from './payments.reactions.ts';
import { paymentRows } from './payments.rows.ts';
import { verificationHandlers } from './verification.commands.ts';

@Module({
  imports: [MikroOrmModule.forFeature([paymentRows]), PaymentsGatewayModule],
  controllers: [PaymentFunctionsController, PaymentsWebhookController],
  providers: [...checkoutHandlers, ...paymentsHandlers, ...verificationHandlers, PaymentsQueries, PaymentsReactions],
  exports: [PaymentsQueries],
})
export class PaymentsModule {
  constructor(store: EventStore, projector: Projector, reactor: Reactor, reactions: PaymentsReactions) {
    store.register(payment);
    projector.add(payments, paymentRows);
    reactor.add(reactions.refundCharge);
    reactor.add(reactions.reconcileCheckout);
  }
}

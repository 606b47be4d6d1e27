import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { PlainPagesModule, Site } from '#platform/http';
import { PaymentsGateway } from './payments-gateway.ts';
import { SandboxController } from './sandbox.controller.ts';
import { SandboxGateway } from './sandbox.ts';
import { SandboxCheckouts } from './sandbox-checkouts.ts';
import { SandboxWebhooks } from './sandbox-webhooks.ts';
import { StripeGateway } from './stripe.ts';

/** Takes payments at Stripe with PAYMENTS=stripe, and in the sandbox otherwise. */
@Module({
  imports: [PlainPagesModule],
  controllers: [SandboxController],
  providers: [
    Site,
    SandboxWebhooks,
    SandboxCheckouts,
    {
      provide: PaymentsGateway,
      inject: [Config, Site, SandboxCheckouts],
      useFactory: (config: Config, site: Site, checkouts: SandboxCheckouts) =>
        config.stripe ? new StripeGateway(config.stripe) : new SandboxGateway(config, site, checkouts),
    },
  ],
  exports: [PaymentsGateway, Site],
})
export class PaymentsGatewayModule {}

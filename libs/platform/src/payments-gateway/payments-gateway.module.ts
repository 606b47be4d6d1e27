import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { PlainPagesModule, Site } from '#platform/http';
import { Tracer } from '#platform/tracing';
import { PaymentsGateway } from './payments-gateway.ts';
import { SandboxController } from './sandbox.controller.ts';
import { SandboxGateway } from './sandbox.ts';
import { SandboxCheckouts } from './sandbox-checkouts.ts';
import { SandboxWebhooks } from './sandbox-webhooks.ts';
import { StripeGateway } from './stripe.ts';
import { TracedGateway } from './traced.ts';

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
      inject: [Config, Site, SandboxCheckouts, Tracer],
      useFactory: (config: Config, site: Site, checkouts: SandboxCheckouts, tracer: Tracer) => {
        const gateway = config.stripe ? new StripeGateway(config.stripe) : new SandboxGateway(config, site, checkouts);
        return tracer.isOn ? new TracedGateway(gateway, tracer) : gateway;
      },
    },
  ],
  exports: [PaymentsGateway, Site],
})
export class PaymentsGatewayModule {}

import { Module } from '@nestjs/common';
import { PlainPagesModule, Site } from '#platform/http';
import { PaymentsGateway } from './payments-gateway.ts';
import { SandboxController } from './sandbox.controller.ts';
import { SandboxGateway } from './sandbox.ts';
import { SandboxCheckouts } from './sandbox-checkouts.ts';
import { SandboxWebhooks } from './sandbox-webhooks.ts';

/** The payments gateway. The sandbox is its only engine so far. */
@Module({
  imports: [PlainPagesModule],
  controllers: [SandboxController],
  providers: [Site, SandboxWebhooks, SandboxCheckouts, { provide: PaymentsGateway, useClass: SandboxGateway }],
  exports: [PaymentsGateway, Site],
})
export class PaymentsGatewayModule {}

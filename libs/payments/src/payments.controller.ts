import { randomUUID } from 'node:crypto';
import {
  BadRequestException,
  Body,
  Controller,
  Headers,
  HttpCode,
  HttpException,
  Post,
  type RawBodyRequest,
  Req,
  Res,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Origin, Refusal } from '#kernel';
import { Context } from '#platform/context';
import { Public, Returns } from '#platform/http';
import { CappedLog, faultOf } from '#platform/logging';
import { type CheckoutReport, PaymentsGateway, type WebhookHeaders, WebhookRefused } from '#platform/payments-gateway';
import { Costly, Limits, networkOf, Uncounted } from '#platform/rate-limits';
import {
  type PaymentVerificationRequest,
  paymentVerificationRequest,
  type Verification,
  verification,
  type WebhookReceipt,
  webhookReceipt,
} from './contract.ts';
import { RecordGatewayReport } from './payments.commands.ts';
import { VerifyPayment } from './verification.commands.ts';

@Controller('functions/v1')
export class PaymentFunctionsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('verify-payment')
  @Costly({ name: 'api.verify-payment', times: 30, seconds: 60 })
  @HttpCode(200)
  @Returns(verification)
  verify(
    @Body({ schema: paymentVerificationRequest }) { sessionId }: PaymentVerificationRequest,
  ): Promise<Verification> {
    return this.commands.execute(new VerifyPayment(sessionId));
  }
}

/** Limits refused webhooks for each network that sends them. Valid webhooks of the provider are not limited. */
const refusedWebhookLimit = { name: 'api.webhook-refused', times: 60, seconds: 60 };
const linesPerMinute = 20;
type Reply = { header(name: string, value: string): unknown };

/** Receives the provider's webhooks. They are authenticated by their signature, not by a session. */
@Public()
@Controller('api/v1/payments')
export class PaymentsWebhookController {
  readonly #log = new CappedLog('Payments', linesPerMinute);

  constructor(
    private readonly commands: CommandBus,
    private readonly context: Context,
    private readonly gateway: PaymentsGateway,
    private readonly limits: Limits,
  ) {}

  @Post('webhook')
  @Uncounted()
  @HttpCode(200)
  @Returns(webhookReceipt)
  async receive(
    @Req() { rawBody, ip }: RawBodyRequest<{ readonly ip?: string }>,
    @Headers() headers: WebhookHeaders,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<WebhookReceipt> {
    // Requests without a body, and with a body that is not JSON, have no raw body.
    const report = await this.#parse(rawBody ?? Buffer.alloc(0), headers, networkOf(ip), reply);
    if (report) await this.context.run(this.#origin(), () => this.#record(report));
    return { received: true };
  }

  async #parse(
    rawBody: Buffer,
    headers: WebhookHeaders,
    network: string,
    reply: Reply,
  ): Promise<CheckoutReport | undefined> {
    try {
      return await this.gateway.parseWebhook(rawBody, headers);
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      this.#log.warn(`A webhook was refused: ${faultOf(error)}`);
      const { allowed, seconds } = await this.limits.take(refusedWebhookLimit, network);
      if (!allowed) {
        reply.header('Retry-After', String(seconds));
        throw new HttpException({ code: 'too-many-requests', message: 'Too many invalid webhooks' }, 429);
      }
      throw new BadRequestException({ code: 'webhook-refused', message: error.message });
    }
  }

  /**
   * An unknown payment is logged and accepted: other applications may use the same provider account, and the provider
   * would send a refused webhook again.
   */
  async #record(report: CheckoutReport): Promise<void> {
    try {
      await this.commands.execute(new RecordGatewayReport(report));
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'payment-not-found')) throw error;
      this.#log.warn(`A webhook names checkout ${report.sessionId}, which was not opened here`);
    }
  }

  #origin(): Origin {
    const request = randomUUID();
    const by = { id: this.gateway.name, kind: 'webhook', role: 'gateway' } as const;
    return { by, source: 'webhook', request, correlation: request, causation: request };
  }
}

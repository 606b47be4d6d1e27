import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import { EventStore } from '#platform/event-store';
import { PaymentsGateway } from '#platform/payments-gateway';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import type { Verification } from './contract.ts';
import { isPaid, type Payment, payment as paymentAggregate } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';
import { SessionVerifiers } from './session-verifiers.registry.ts';

const verifications = {
  unknown: { success: false, message: 'Payment not found' },
  unpaid: { success: false, message: 'Payment not completed' },
  paid: { success: true, message: 'Payment completed successfully!' },
  refunded: {
    success: false,
    message: 'Your payment arrived, but it is being refunded. Your bank may take a few days to show it.',
  },
} as const satisfies Record<string, Verification>;

/** How long the response waits for the payment's reactions and projections, in milliseconds. */
const maximumWait = 2_000;

/**
 * Retrieves one of the caller's checkout sessions from the provider and records its report. Other modules verify the
 * session ids of their own means of payment.
 */
export class VerifyPayment extends Command<Verification> {
  constructor(readonly sessionId: string) {
    super();
  }
}

@CommandHandler(VerifyPayment)
export class VerifyPaymentHandler implements ICommandHandler<VerifyPayment> {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly gateway: PaymentsGateway,
    private readonly reactor: Reactor,
    private readonly projector: Projector,
    private readonly sessionVerifiers: SessionVerifiers,
  ) {}

  async execute({ sessionId }: VerifyPayment): Promise<Verification> {
    const verifyOther = this.sessionVerifiers.verifierOf(sessionId);
    if (verifyOther) return verifyOther(sessionId);
    const report = await this.gateway.retrieve(sessionId);
    if (!report) return verifications.unknown;
    let payment: Payment;
    try {
      payment = await this.commands.execute(new RecordGatewayReport(report));
    } catch (error) {
      // The response is the same for another user's session and an unknown one, so that it does not show which sessions
      // exist.
      if (error instanceof Refusal && /-not-(found|yours)$/.test(error.code)) return verifications.unknown;
      throw error;
    }
    if (payment.status !== 'settled') return verifications.unpaid;
    await this.#waitForResults(report.paymentId);
    const { state } = await this.store.load(paymentAggregate, report.paymentId as `payment-${string}`);
    return isPaid(state) ? verifications.paid : verifications.refunded;
  }

  /**
   * Waits until the payment was used or is being refunded, and read tables show it. If that takes too long, the payment
   * is reported as completed, because the money has arrived. A socket message follows when it is used or refunded, and
   * the payer sees a refund in the history of the booking, or gets a notification about the lead.
   */
  async #waitForResults(paymentId: string): Promise<void> {
    const deadline = Date.now() + maximumWait;
    await this.reactor.waitForResultsOfNewest(paymentId, 'PaymentSettled', maximumWait);
    await this.projector.waitUntilProjected(await this.store.head(), Math.max(0, deadline - Date.now()));
  }
}

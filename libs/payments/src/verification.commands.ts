import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import { EventStore } from '#platform/event-store';
import { PaymentsGateway } from '#platform/payments-gateway';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import type { Verification } from './contract.ts';
import type { Payment } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';

const answers = {
  unknown: { success: false, message: 'Payment not found' },
  unpaid: { success: false, message: 'Payment not completed' },
  paid: { success: true, message: 'Payment completed successfully!' },
} as const satisfies Record<string, Verification>;

/** How long an answer waits for what follows from the payment, in milliseconds. */
const patience = 2_000;

/** Asks the provider about a session of the caller's, and records what it says. */
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
  ) {}

  async execute({ sessionId }: VerifyPayment): Promise<Verification> {
    const report = await this.gateway.retrieve(sessionId);
    if (!report) return answers.unknown;
    let payment: Payment;
    try {
      payment = await this.commands.execute(new RecordGatewayReport(report));
    } catch (error) {
      // Another's session and one that was never opened here look alike.
      if (error instanceof Refusal && /-not-(found|yours)$/.test(error.code)) return answers.unknown;
      throw error;
    }
    if (payment.status !== 'settled') return answers.unpaid;
    await this.#followedUp(report.paymentId);
    return answers.paid;
  }

  /** Waits until reads show what the payment was for; if that takes longer, the socket reports it. */
  async #followedUp(paymentId: string): Promise<void> {
    const until = Date.now() + patience;
    await this.reactor.settledNewest(paymentId, 'PaymentSettled', patience);
    await this.projector.waitUntilProjected(await this.store.head(), Math.max(0, until - Date.now()));
  }
}

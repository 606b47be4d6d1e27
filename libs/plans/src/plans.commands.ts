import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { type Cents, Refusal } from '#kernel';
import { RequestPayment } from '#payments';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { nextNumber, plan, spendingFor } from './plan.ts';
import { proPrice } from './plan-terms.contract.ts';

/** Opens a checkout for the caller's next month on the Pro plan, and returns its URL. Refuses `plan-…`. */
export class RequestPlanMonth extends Command<{ url: string }> {}

@CommandHandler(RequestPlanMonth)
export class RequestPlanMonthHandler implements ICommandHandler<RequestPlanMonth> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
  ) {}

  async execute(): Promise<{ url: string }> {
    const { id } = this.context.origin.by;
    const emailVerified = await this.people.emailVerified(id);
    const { state } = await this.store.handle(plan, `plan-${id}`, 'requestMonth', { emailVerified });
    const reference = `plan-${id}/${nextNumber(state)}`;
    const { url } = await this.commands.execute(
      new RequestPayment(reference, proPrice, 'Pro plan, one month', '/settings'),
    );
    return { url };
  }
}

/** Starts the month that was paid, or marks the payment for refund. Idempotent. Sent only by reactions. */
export class RecordPlanPayment extends Command<void> {
  constructor(
    readonly userId: string,
    readonly number: number,
    readonly paymentId: string,
    readonly amount: Cents,
  ) {
    super();
  }
}

@CommandHandler(RecordPlanPayment)
export class RecordPlanPaymentHandler implements ICommandHandler<RecordPlanPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ userId, number, paymentId, amount }: RecordPlanPayment): Promise<void> {
    const accountClosed = (await this.people.erasedAmong([userId])).length > 0;
    const facts = { userId, number, paymentId, amount, accountClosed };
    await this.store.handle(plan, `plan-${userId}`, 'recordPayment', facts);
  }
}

/** Ends the month whose payment was refunded or taken back. Idempotent. Sent only by reactions. */
export class RevokePlanMonth extends Command<void> {
  constructor(
    readonly userId: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokePlanMonth)
export class RevokePlanMonthHandler implements ICommandHandler<RevokePlanMonth> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, paymentId }: RevokePlanMonth): Promise<void> {
    await this.store.handle(plan, `plan-${userId}`, 'revokeMonth', { userId, paymentId });
  }
}

/** Gives back a month whose payment a bank has returned, unless its period is over. Idempotent. Sent only by reactions. */
export class RestorePlanMonth extends Command<void> {
  constructor(
    readonly userId: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

@CommandHandler(RestorePlanMonth)
export class RestorePlanMonthHandler implements ICommandHandler<RestorePlanMonth> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, paymentId }: RestorePlanMonth): Promise<void> {
    await this.store.handle(plan, `plan-${userId}`, 'restoreMonth', { userId, paymentId });
  }
}

/**
 * Spends one of the caller's credits on a lead. Returns the id of the spent credit, the same one if it was already
 * spent on this lead, or null if the caller has none left.
 */
export class SpendCredit extends Command<string | null> {
  constructor(readonly leadId: string) {
    super();
  }
}

@CommandHandler(SpendCredit)
export class SpendCreditHandler implements ICommandHandler<SpendCredit> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ leadId }: SpendCredit): Promise<string | null> {
    const spendingId = `credit-${this.context.newId()}`;
    try {
      const stream = `plan-${this.context.origin.by.id}` as const;
      const { state } = await this.store.handle(plan, stream, 'spend', { spendingId, leadId });
      return spendingFor(state, leadId) ?? null;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'plan-no-credits') return null;
      throw error;
    }
  }
}

/** Returns a credit whose lead is refunded. Idempotent. Sent only by reactions. */
export class ReturnCredit extends Command<void> {
  constructor(
    readonly userId: string,
    readonly spendingId: string,
  ) {
    super();
  }
}

@CommandHandler(ReturnCredit)
export class ReturnCreditHandler implements ICommandHandler<ReturnCredit> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, spendingId }: ReturnCredit): Promise<void> {
    await this.store.handle(plan, `plan-${userId}`, 'returnCredit', { userId, spendingId });
  }
}

/**
 * Gives a person on the Pro plan a credit for a lead whose client did not read their message. Once for each lead.
 * Used only by reactions.
 */
export class GrantUnreadCredit extends Command<void> {
  constructor(
    readonly userId: string,
    readonly leadId: string,
  ) {
    super();
  }
}

@CommandHandler(GrantUnreadCredit)
export class GrantUnreadCreditHandler implements ICommandHandler<GrantUnreadCredit> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, leadId }: GrantUnreadCredit): Promise<void> {
    await this.store.handle(plan, `plan-${userId}`, 'grantCredit', { userId, leadId });
  }
}

import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PaymentsPublished, PaymentsQueries, RefundPayment } from '#payments';
import type { Reaction } from '#platform/reactions';
import type { PlanEvents, PlanRefundReason } from './plan.ts';
import { RecordPlanPayment, RestorePlanMonth, RevokePlanMonth } from './plans.commands.ts';

const refundReasons: Readonly<Record<PlanRefundReason, string>> = {
  'already-paid': 'The month was already paid',
  'account-closed': 'The account was closed',
};

@Injectable()
export class PlansReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: PaymentsQueries,
  ) {}

  readonly recordPayment: Reaction<PaymentsPublished> = {
    name: 'plans.record-payment',
    to: 'PaymentSettled',
    queue: 'payments',
    react: async ({ data: { reference, paymentId, amount } }) => {
      const month = monthIn(reference);
      if (month) await this.commands.execute(new RecordPlanPayment(month.userId, month.number, paymentId, amount));
    },
  };

  /** Ends a month once its whole payment was refunded, also by a lost dispute. */
  readonly revokeMonth: Reaction<PaymentsPublished> = {
    name: 'plans.revoke-month',
    to: 'PaymentRefunded',
    queue: 'payments',
    react: async ({ data: { reference, paymentId } }) => {
      const month = monthIn(reference);
      if (month && (await this.payments.isFullyRefunded(paymentId)))
        await this.commands.execute(new RevokePlanMonth(month.userId, paymentId));
    },
  };

  readonly restoreMonth: Reaction<PaymentsPublished> = {
    name: 'plans.restore-month',
    to: 'PaymentReinstated',
    queue: 'payments',
    react: async ({ data: { reference, paymentId } }) => {
      const month = monthIn(reference);
      if (month && !(await this.payments.isFullyRefunded(paymentId)))
        await this.commands.execute(new RestorePlanMonth(month.userId, paymentId));
    },
  };

  readonly refundPayment: Reaction<PlanEvents> = {
    name: 'plans.refund-payment',
    to: 'PlanRefundDue',
    queue: 'payments',
    react: ({ data: { paymentId, amount, reason } }) =>
      this.commands.execute(new RefundPayment(paymentId, amount, refundReasons[reason])),
  };
}

/** The person and the number of the month that a payment's reference names: `plan-{uuid}/{number}`. */
const monthIn = (reference: string): { userId: string; number: number } | undefined => {
  const [, userId, number] = /^plan-([^/]+)\/(\d+)$/.exec(reference) ?? [];
  return userId && number ? { userId, number: Number(number) } : undefined;
};

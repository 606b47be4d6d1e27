import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { instantAfter, isReminderLate, writtenAmount, writtenDay } from '#kernel';
import { type Notification, Notify } from '#notifications';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { isLastMonth, type PlanEvents, plan } from './plan.ts';
import { proPrice } from './plan-terms.contract.ts';

/** How long before the end of a plan its holder is reminded, in milliseconds. */
const reminderTime = 3 * 86_400_000;
const ownPlan = { label: 'Open your plan', path: '/settings?tab=plan' };

/** Notifications about plans and credits. A reminder checks again, when it is due, that the plan still ends. */
@Injectable()
export class PlanNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  readonly notifyPaid: Reaction<PlanEvents> = {
    name: 'plans.notify-paid',
    to: 'PlanMonthPaid',
    queue: 'mails',
    react: ({ at, data: { userId, from, until, credits } }) =>
      this.#notify(userId, {
        kind: 'payments.plan-paid',
        title: from > at ? 'Your Pro plan was extended' : 'Your Pro plan has started',
        text:
          from > at
            ? `The next month runs until ${dayOf(until)} and has ${credits} lead credits.`
            : `It runs until ${dayOf(until)}, with ${credits} lead credits. It does not renew automatically.`,
      }),
  };

  readonly remindOfEnd = this.#atEnd('plans.remind-of-end', reminderTime, (until) => ({
    kind: 'payments.plan-ending',
    title: 'Your Pro plan ends in 3 days',
    text: `It ends on ${dayOf(until)}, and unused credits of the month expire then. Renew it for another month for ${writtenAmount(proPrice)}.`,
  }));

  readonly notifyEnd = this.#atEnd('plans.notify-end', 0, () => ({
    kind: 'payments.plan-ended',
    title: 'Your Pro plan has ended',
    text: 'You are back on the Free plan and pay for each lead you unlock. You can renew Pro at any time.',
  }));

  readonly notifyRevoked: Reaction<PlanEvents> = {
    name: 'plans.notify-revoked',
    to: 'PlanMonthRevoked',
    queue: 'mails',
    react: ({ data: { userId } }) =>
      this.#notify(userId, {
        kind: 'payments.plan-revoked',
        title: 'A month of your Pro plan was refunded',
        text: 'The payment was refunded, so this month and its unused credits have ended.',
      }),
  };

  readonly notifyRestored: Reaction<PlanEvents> = {
    name: 'plans.notify-restored',
    to: 'PlanMonthRestored',
    queue: 'mails',
    react: ({ data: { userId, credits } }) =>
      this.#notify(userId, {
        kind: 'payments.plan-restored',
        title: 'A month of your Pro plan is active again',
        text: `The bank returned its payment to us, so you have this month again, with ${credits} lead credits.`,
      }),
  };

  readonly notifyRefund: Reaction<PlanEvents> = {
    name: 'plans.notify-refund',
    to: 'PlanRefundDue',
    queue: 'mails',
    // Closed accounts get no notifications, so the only reason left is a second payment.
    react: ({ data: { userId, amount } }) =>
      this.#notify(userId, {
        kind: 'payments.refund-started',
        title: 'Your refund has started',
        text: `This month of your plan was already paid. Your second payment of ${writtenAmount(amount)} is on its way back to you.`,
      }),
  };

  readonly notifyCreditReturned: Reaction<PlanEvents> = {
    name: 'plans.notify-credit-returned',
    to: 'CreditReturned',
    queue: 'mails',
    react: ({ data: { userId, usableUntil } }) =>
      this.#notify(userId, {
        kind: 'payments.credit-returned',
        title: 'A lead credit was returned',
        text:
          usableUntil === null
            ? 'It cannot be used again, because the month of your plan that it belonged to was refunded.'
            : `You can use it until ${dayOf(usableUntil)}.`,
      }),
  };

  readonly notifyCreditGranted: Reaction<PlanEvents> = {
    name: 'plans.notify-credit-granted',
    to: 'CreditGranted',
    queue: 'mails',
    react: ({ data: { userId, usableUntil } }) =>
      this.#notify(userId, {
        kind: 'payments.credit-granted',
        title: 'You got a lead credit',
        text: `A client whose lead you unlocked did not open your message for 7 days. You can use the credit until ${dayOf(usableUntil)}.`,
      }),
  };

  /**
   * At the end of each month, or this long before it, unless another month follows or the month was refunded. A reminder
   * that is late says the wrong number of days, so it is left out.
   */
  #atEnd(
    name: `plans.${string}`,
    before: number,
    wordsFor: (until: string) => Omit<Notification, 'personId' | 'link'>,
  ): Reaction<PlanEvents> {
    return {
      name,
      to: 'PlanMonthPaid',
      queue: 'mails',
      runAt: ({ data: { until } }) => instantAfter(until, -before),
      react: async ({ stream, data: { userId, paymentId, until } }) => {
        const dueAt = instantAfter(until, -before);
        const now = this.context.now().toISOString();
        if (dueAt < until && isReminderLate(dueAt, now)) return;
        const { state } = await this.store.load(plan, stream);
        if (isLastMonth(state, paymentId, now)) await this.#notify(userId, wordsFor(until));
      },
    };
  }

  async #notify(personId: string, words: Omit<Notification, 'personId' | 'link'>): Promise<void> {
    await this.commands.execute(new Notify({ personId, ...words, link: ownPlan }));
  }
}

const dayOf = (instant: string): string => writtenDay(instant.slice(0, 10));

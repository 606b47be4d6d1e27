import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { writtenAmount, writtenDay } from '#kernel';
import { type Notification, Notify } from '#notifications';
import type { Reaction } from '#platform/reactions';
import type { PayoutAccountEvents } from './payout-account.ts';
import type { PayoutDestinationEvents } from './payout-destination.ts';

const link = { label: 'Open your payouts', path: '/settings?tab=payouts' };

/** The money may be held, because a problem was reported since the payout started. */
const laterText = (destinationWrong: boolean): string =>
  destinationWrong
    ? 'The bank did not accept your bank details. Please enter them again. The money will be part of a later payout; your payouts page shows when.'
    : 'The money will be part of a later payout; your payouts page shows when.';

/** Notifications of professionals about their payouts. */
@Injectable()
export class PayoutNotifications {
  constructor(private readonly commands: CommandBus) {}

  readonly notifyStarted: Reaction<PayoutAccountEvents> = {
    name: 'payouts.notify-started',
    to: 'PayoutStarted',
    queue: 'mails',
    react: ({ data: { userId, amount } }) =>
      this.#notify(userId, {
        kind: 'payments.payout-started',
        title: `${writtenAmount(amount)} is on its way to you`,
        text: 'We’ll transfer it to your bank account within a few business days.',
      }),
  };

  readonly notifyMade: Reaction<PayoutAccountEvents> = {
    name: 'payouts.notify-made',
    to: 'PayoutMade',
    queue: 'mails',
    react: ({ data: { userId, amount, reference } }) =>
      this.#notify(userId, {
        kind: 'payments.payout-made',
        title: `We paid you ${writtenAmount(amount)}`,
        text: `The bank’s reference is ${reference}. It can take a few days to appear in your account.`,
      }),
  };

  readonly notifyFailed: Reaction<PayoutAccountEvents> = {
    name: 'payouts.notify-failed',
    to: 'PayoutFailed',
    queue: 'mails',
    react: ({ data: { userId, amount, destinationWrong } }) =>
      this.#notify(userId, {
        kind: 'payments.payout-failed',
        title: `A payout of ${writtenAmount(amount)} failed`,
        text: laterText(destinationWrong),
      }),
  };

  readonly notifyReturned: Reaction<PayoutAccountEvents> = {
    name: 'payouts.notify-returned',
    to: 'PayoutReturned',
    queue: 'mails',
    react: ({ data: { userId, amount, destinationWrong } }) =>
      this.#notify(userId, {
        kind: 'payments.payout-returned',
        title: `Your payout of ${writtenAmount(amount)} came back to us`,
        text: laterText(destinationWrong),
      }),
  };

  /** Through every channel, because another person may have changed the bank details. */
  readonly notifyDestinationChanged: Reaction<PayoutDestinationEvents> = {
    name: 'payouts.notify-destination-changed',
    to: 'PayoutDestinationChanged',
    queue: 'mails',
    react: ({ data: { userId, heldUntil } }) =>
      this.#notify(
        userId,
        {
          kind: 'payments.payout-destination-changed',
          title: 'Your bank details for payouts were changed',
          text: `For your security, we won’t pay to the new bank details before ${writtenDay(heldUntil.slice(0, 10))}. If you did not make this change, change your password and enter your bank details again.`,
        },
        { always: true },
      ),
  };

  #notify(
    personId: string,
    texts: Pick<Notification, 'kind' | 'title' | 'text'>,
    options?: ConstructorParameters<typeof Notify>[1],
  ): Promise<void> {
    return this.commands.execute(new Notify({ personId, ...texts, link }, options));
  }
}

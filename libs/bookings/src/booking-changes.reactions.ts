import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Actor, writtenAmount } from '#kernel';
import { isBankRefund } from '#payments';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import type { Booking, BookingEvents, CancellationCause } from './booking.ts';
import { notifyParties, type Party, type PartyNotification } from './bookings-notifications.reactions.ts';
import { onDays } from './event-time.ts';

type Texts = Omit<PartyNotification, 'to'>;

/**
 * Notifies each party of changes by the other party or by staff, and of payments and refunds. The texts do not name the
 * other party, because they are stored for their reader and would remain after the other party's erasure.
 */
@Injectable()
export class BookingChangeNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
  ) {}

  readonly notifyClientOfRequest = this.#request('bookings.notify-client-of-request', 'clientId');
  readonly notifyCreatorOfRequest = this.#request('bookings.notify-creator-of-request', 'creatorId');
  readonly notifyClientOfConfirmation = this.#confirmation('bookings.notify-client-of-confirmation', 'clientId');
  readonly notifyCreatorOfConfirmation = this.#confirmation('bookings.notify-creator-of-confirmation', 'creatorId');
  readonly notifyClientOfCancellation = this.#cancellation('bookings.notify-client-of-cancellation', 'clientId');
  readonly notifyCreatorOfCancellation = this.#cancellation('bookings.notify-creator-of-cancellation', 'creatorId');
  readonly notifyClientOfCompletion = this.#completion('bookings.notify-client-of-completion', 'clientId');
  readonly notifyCreatorOfCompletion = this.#completion('bookings.notify-creator-of-completion', 'creatorId');

  readonly notifyClientOfPayment: Reaction<BookingEvents> = {
    name: 'bookings.notify-client-of-payment',
    to: 'BookingPaid',
    queue: 'mails',
    react: ({ stream, data: { part, amount } }) =>
      this.#notify(stream, 'clientId', (state) => ({
        kind: 'payments.received',
        title: 'Your payment has arrived',
        text: `We received ${writtenAmount(amount)}, the ${part} of ${eventOf(state)}.`,
      })),
  };

  readonly notifyCreatorOfPayment: Reaction<BookingEvents> = {
    name: 'bookings.notify-creator-of-payment',
    to: 'BookingPaid',
    queue: 'mails',
    react: ({ stream, data: { part, amount } }) =>
      this.#notify(stream, 'creatorId', (state) => ({
        kind: 'payments.received',
        title: `The ${part} was paid`,
        text: `Your client paid ${writtenAmount(amount)}, the ${part} of ${eventOf(state)}.`,
      })),
  };

  readonly notifyRefundDue: Reaction<BookingEvents> = {
    name: 'bookings.notify-refund-due',
    to: 'BookingRefundDue',
    queue: 'mails',
    react: ({ stream, data: { amount } }) =>
      this.#notify(stream, 'clientId', (state) => ({
        kind: 'payments.refund-started',
        title: 'Your refund has started',
        text: `${writtenAmount(amount)} for ${eventOf(state)} is on its way back to the card you paid with.`,
      })),
  };

  readonly notifyRefund: Reaction<BookingEvents> = {
    name: 'bookings.notify-refund',
    to: 'BookingRefunded',
    queue: 'mails',
    react: ({ stream, data: { amount, refundId } }) =>
      this.#notify(stream, 'clientId', (state) => ({
        kind: 'payments.refunded',
        ...refundTexts(`${writtenAmount(amount)} for ${eventOf(state)}`, refundId),
      })),
  };

  #request(name: `bookings.${string}`, party: Party): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingRequested',
      queue: 'mails',
      react: ({ stream, by }) =>
        this.#notifyUnlessActor(by, stream, party, (state) => ({
          kind: 'bookings.requested',
          title: 'You have a new booking request',
          text: `It is for ${eventOf(state)}. Confirm or decline it.`,
        })),
    };
  }

  #confirmation(name: `bookings.${string}`, party: Party): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingConfirmed',
      queue: 'mails',
      react: ({ stream, by }) =>
        this.#notifyUnlessActor(by, stream, party, (state) => ({
          kind: 'bookings.confirmed',
          title: 'Your booking is confirmed',
          text: `${state.durationDays === 1 ? 'The date is' : 'The days are'} reserved for ${eventOf(state)}. You now see each other’s contact details.`,
        })),
    };
  }

  #cancellation(name: `bookings.${string}`, party: Party): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingCancelled',
      queue: 'mails',
      // A booking that was cancelled because of a deadline has notifications of its own.
      react: async ({ stream, data: { cancelledBy, cause } }) => {
        if (cause === undefined || hasLeft(cause))
          await this.#notifyUnlessActor({ id: cancelledBy }, stream, party, (state) => ({
            kind: 'bookings.cancelled',
            title: 'A booking was cancelled',
            text: `The booking for ${eventOf(state)} was cancelled${hasLeft(cause) ? ', because the other party closed their account' : ''}. Open the booking to see the refund.`,
          }));
      },
    };
  }

  #completion(name: `bookings.${string}`, party: Party): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingCompleted',
      queue: 'mails',
      react: ({ stream }) =>
        this.#notify(stream, party, (state) => ({
          kind: 'bookings.completed',
          title: 'A booking is completed',
          text: `Everything for ${eventOf(state)} is done.`,
        })),
    };
  }

  /** Notifies the party, unless it was that party who acted. */
  #notifyUnlessActor(
    by: Pick<Actor, 'id'>,
    stream: string,
    party: Party,
    textsOf: (state: Booking) => Texts,
  ): Promise<void> {
    return notifyParties(this.commands, this.store, stream, (state) => ({
      to: state[party] === by.id ? [] : [party],
      ...textsOf(state),
    }));
  }

  #notify(stream: string, party: Party, textsOf: (state: Booking) => Texts): Promise<void> {
    return notifyParties(this.commands, this.store, stream, (state) => ({ to: [party], ...textsOf(state) }));
  }
}

const hasLeft = (cause: CancellationCause | undefined): boolean => cause === 'client-left' || cause === 'creator-left';

/** `money` is the amount and what was paid with it. */
const refundTexts = (money: string, refundId: string): Pick<Texts, 'title' | 'text'> =>
  isBankRefund(refundId)
    ? {
        title: 'Your bank took back a payment',
        text: `Your bank took back ${money}. Festoon does not refund it again.`,
      }
    : {
        title: 'Your refund was sent',
        text: `${money} was sent back. Your bank may take a few days to show it.`,
      };

/** `the wedding on July 20, 2026` */
const eventOf = (state: Booking): string => `the ${state.eventType} ${onDays(state)}`;

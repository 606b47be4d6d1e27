import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { dayAt, writtenDay } from '#kernel';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { type Booking, type BookingEvents, booking, type CancellationCause } from './booking.ts';
import { bankReporter, bankReporterName } from './booking-terms.contract.ts';
import type { Reminder } from './deadlines.ts';
import { onDays, writtenDays } from './event-time.ts';

type Texts = Pick<Notification, 'title' | 'text'>;
export type Party = 'clientId' | 'creatorId';
/** Which parties are notified, and what they read. */
export type PartyNotification = Pick<Notification, 'kind' | 'title' | 'text'> & { readonly to: readonly Party[] };

/** Notifies parties of a booking. `describe` gets the booking as it is now. */
export const notifyParties = async (
  commands: CommandBus,
  store: EventStore,
  bookingId: string,
  describe: (state: Booking) => PartyNotification,
): Promise<void> => {
  const { state } = await store.load(booking, bookingId);
  const { to, ...texts } = describe(state);
  const link = { label: 'Open the booking', path: `/bookings/${bookingId}` };
  for (const party of to) await commands.execute(new Notify({ personId: state[party], ...texts, link }));
};

/**
 * Notifies the parties of a booking of its deadlines, disputes, proposals and changes, and staff of disputes. The texts
 * do not name the other party, because they are stored for their reader and would outlast the other party's erasure.
 */
@Injectable()
export class BookingsNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
  ) {}

  readonly notifyReminder: Reaction<BookingEvents> = {
    name: 'bookings.notify-reminder',
    to: 'BookingReminded',
    queue: 'mails',
    react: ({ stream, at, data: { reminder } }) =>
      this.#notify(stream, kindOf(reminder), (state) => ({
        to: [reminder.startsWith('request-') ? answeringParty(state) : 'clientId'],
        ...reminderTexts(reminder, state, at),
      })),
  };

  readonly notifyOverdue: Reaction<BookingEvents> = {
    name: 'bookings.notify-client-of-overdue',
    to: 'BookingBalanceOverdue',
    queue: 'mails',
    react: ({ stream, data: { dueDate } }) =>
      this.#notify(stream, 'payments.balance-overdue', (state) => ({
        to: ['clientId'],
        title: 'The balance of your booking is overdue',
        text: `It was due on ${writtenDay(dueDate)}. If it is not paid 3 days before the event ${onDays(state)}, the professional may cancel the booking and keep the deposit.`,
      })),
  };

  readonly notifyProfessionalOfOverdue: Reaction<BookingEvents> = {
    name: 'bookings.notify-professional-of-overdue',
    to: 'BookingBalanceOverdue',
    queue: 'mails',
    react: ({ stream, data: { dueDate } }) =>
      this.#notify(stream, 'payments.balance-overdue', (state) => ({
        to: ['creatorId'],
        title: 'The balance of a booking is overdue',
        text: `It was due on ${writtenDay(dueDate)}. From 3 days before the event ${onDays(state)}, you may cancel the booking and keep the deposit.`,
      })),
  };

  readonly notifyClientOfCancellation = this.#automaticCancellation('bookings.notify-client-of-deadline', 'clientId');
  readonly notifyCreatorOfCancellation = this.#automaticCancellation(
    'bookings.notify-professional-of-deadline',
    'creatorId',
  );

  readonly notifyDispute: Reaction<BookingEvents> = {
    name: 'bookings.notify-dispute',
    to: 'BookingDisputed',
    queue: 'mails',
    react: ({ stream, data: { raisedBy, status } }) =>
      this.#notify(stream, 'bookings.disputed', (state) => ({
        to: isBank(raisedBy) ? ['clientId', 'creatorId'] : [otherParty(state, raisedBy)],
        title: 'A problem with your booking was reported',
        text: [
          `${isBank(raisedBy) ? bankReporterName : 'The other party'} reported a problem with the booking of ${writtenDays(state)}.`,
          ...(status === 'confirmed' ? ['The booking is not completed until it is resolved.'] : []),
        ].join(' '),
      })),
  };

  /** The text does not name the parties, because it would outlast their erasure. */
  readonly notifyStaffOfDispute: Reaction<BookingEvents> = {
    name: 'bookings.notify-staff-of-dispute',
    to: 'BookingDisputed',
    queue: 'mails',
    react: async ({ stream, data: { raisedBy, status } }) => {
      const { state } = await this.store.load(booking, stream);
      const reporter = isBank(raisedBy) ? bankReporterName : 'A party';
      const waits = status === 'confirmed' ? ' The booking is not completed until it is resolved.' : '';
      for (const personId of await this.people.supportIds())
        await this.commands.execute(
          new Notify({
            personId,
            kind: 'staff.dispute-reported',
            title: 'A problem with a booking was reported',
            text: `${reporter} reported a problem with the ${state.eventType} ${onDays(state)}.${waits}`,
            link: { label: 'Open the reports', path: '/staff/reports' },
          }),
        );
    },
  };

  readonly notifyProposal: Reaction<BookingEvents> = {
    name: 'bookings.notify-proposal',
    to: 'BookingChangeProposed',
    queue: 'mails',
    react: ({ stream, data: { proposedBy } }) =>
      this.#notify(stream, 'bookings.change-proposed', (state) => ({
        to: [otherParty(state, proposedBy)],
        title: 'A change of your booking is proposed',
        text: `The other party proposes to change the booking of ${writtenDays(state)}. Nothing changes until you accept.`,
      })),
  };

  readonly notifyChange: Reaction<BookingEvents> = {
    name: 'bookings.notify-change',
    to: 'BookingChanged',
    queue: 'mails',
    react: ({ stream, by, data }) =>
      this.#notify(stream, 'bookings.changed', () => ({
        // The party that accepted needs no notification.
        to: [otherParty(data, by.id)],
        title: 'Your proposal was accepted',
        text: `Your booking for ${writtenDays(data)} was changed as you proposed.`,
      })),
  };

  readonly notifyProposalDeclined: Reaction<BookingEvents> = {
    name: 'bookings.notify-proposal-declined',
    to: 'BookingProposalDeclined',
    queue: 'mails',
    react: ({ stream, by, data: { proposedBy } }) =>
      this.#notify(stream, 'bookings.change-declined', (state) => ({
        to: [otherParty(state, by.id)],
        title: by.id === proposedBy ? 'A proposed change was withdrawn' : 'Your proposal was declined',
        text: `Your booking for ${writtenDays(state)} stays as it is.`,
      })),
  };

  readonly notifyDisputeResolved: Reaction<BookingEvents> = {
    name: 'bookings.notify-dispute-resolved',
    to: 'BookingDisputeResolved',
    queue: 'mails',
    react: ({ stream, by, data: { raisedBy } }) =>
      this.#notify(stream, 'bookings.dispute-resolved', (state) => {
        const isWithdrawn = by.id === raisedBy;
        return {
          to: isWithdrawn ? [otherParty(state, raisedBy)] : ['clientId', 'creatorId'],
          title: 'A problem with your booking was resolved',
          text: `${isWithdrawn ? 'The other party' : 'Festoon staff'} marked the problem with the booking of ${writtenDays(state)} as resolved.`,
        };
      }),
  };

  readonly notifyReopened: Reaction<BookingEvents> = {
    name: 'bookings.notify-reopened',
    to: 'BookingReopened',
    queue: 'mails',
    react: ({ stream }) =>
      this.#notify(stream, 'bookings.reopened', (state) => ({
        to: ['clientId', 'creatorId'],
        title: 'Your booking was reopened',
        text: `Festoon staff reopened the completed booking of ${writtenDays(state)}. Its history says why.`,
      })),
  };

  #automaticCancellation(name: `bookings.${string}`, party: Party): Reaction<BookingEvents> {
    return {
      name,
      to: 'BookingCancelled',
      queue: 'mails',
      react: async ({ stream, data: { cause } }) => {
        const texts = cause && cancellationTexts[cause];
        if (!texts) return;
        await this.#notify(stream, `bookings.${cause}`, (state) => ({
          to: [party],
          ...texts(state),
        }));
      },
    };
  }

  #notify(
    stream: string,
    kind: Notification['kind'],
    textsOf: (state: Booking) => Texts & { to: readonly Party[] },
  ): Promise<void> {
    return notifyParties(this.commands, this.store, stream, (state) => ({ kind, ...textsOf(state) }));
  }
}

const kindOf = (reminder: Reminder): Notification['kind'] => {
  if (reminder.startsWith('request-')) return 'bookings.request-due';
  return reminder.startsWith('deposit-') ? 'payments.deposit-due' : 'payments.balance-due';
};

const isBank = (raisedBy: string): boolean => raisedBy === bankReporter;

/** The party of a booking that is not this person. */
const otherParty = ({ clientId }: { readonly clientId: string }, personId: string): Party =>
  personId === clientId ? 'creatorId' : 'clientId';

const answeringParty = (state: Booking): Party => otherParty(state, state.createdBy);

type Dates = Pick<Booking, 'eventDate' | 'durationDays' | 'timeZone' | 'expiresAt' | 'depositDueAt' | 'balanceDueDate'>;

/** The title and text of a reminder that is sent at `at`. */
export const reminderTexts = (
  reminder: Reminder,
  { eventDate, durationDays, timeZone, expiresAt, depositDueAt, balanceDueDate }: Dates,
  at: string,
): Texts => {
  const event = `the event ${onDays({ eventDate, durationDays })}`;
  if (reminder.startsWith('request-'))
    return {
      title: 'A booking request is waiting for your answer',
      text: `The request for ${event} expires on ${writtenInstant(expiresAt, timeZone)}. Confirm or decline it before then.`,
    };
  if (reminder.startsWith('deposit-'))
    return {
      title: 'The deposit of your booking is due',
      text:
        depositDueAt === null
          ? `Please pay it before ${event}.`
          : `Pay it by ${writtenInstant(depositDueAt, timeZone)}. The booking for ${event} is cancelled otherwise.`,
    };
  if (balanceDueDate !== null && balanceDueDate < dayAt(at, timeZone))
    return {
      title: 'The balance of your booking is overdue',
      text: `It was due on ${writtenDay(balanceDueDate)}. Please pay it before ${event}.`,
    };
  return {
    title: 'The balance of your booking is due',
    text: `Please pay it by ${writtenDay(balanceDueDate ?? eventDate)}, before ${event}.`,
  };
};

type Days = Pick<Booking, 'eventDate' | 'durationDays'>;

/** What a party reads whose booking was cancelled because a deadline passed. */
export const cancellationTexts: Readonly<Partial<Record<CancellationCause, (event: Days) => Texts>>> = {
  expired: (event) => ({
    title: 'A booking request expired',
    text: `The booking of ${writtenDays(event)} was cancelled: the request was not confirmed in time. Everything that was paid is refunded to the client.`,
  }),
  'deposit-unpaid': (event) => ({
    title: 'A booking was cancelled',
    text: `The booking of ${writtenDays(event)} was cancelled: the deposit was not paid in time. ${event.durationDays === 1 ? 'The date is' : 'The days are'} free again.`,
  }),
};

/** An instant as it is written in texts, at the place of the event: July 20, 2026, 14:05 EDT. */
const writtenInstant = (instant: string, timeZone: string): string => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  const time = new Date(instant).toLocaleTimeString('en-US', { ...clock, timeZone });
  return `${writtenDay(dayAt(instant, timeZone))}, ${time}`;
};

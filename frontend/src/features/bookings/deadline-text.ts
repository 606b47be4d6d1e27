import type { Booking } from '#bookings/contract';
import { longDate } from '../../platform/dates.ts';
import { confirmingParty } from './booking-labels.ts';
import { deadlineAt, eventDays } from './event-time.ts';

/** What a booking is waiting for, or what prevents it. */
export type BookingNotice = { readonly text: string; readonly urgent: boolean };

/** What the user should know about deadlines and problems, the most urgent first. */
export const noticesOf = (booking: Booking, userId: string): readonly BookingNotice[] => [
  ...disputeNotices(booking, userId),
  ...(booking.status === 'pending' ? requestNotices(booking, userId) : paymentNotices(booking, userId)),
];

const isClient = ({ client }: Booking, userId: string): boolean => client.id === userId;

const disputeNotices = ({ disputedBy, status, client, creator }: Booking, userId: string): readonly BookingNotice[] =>
  disputedBy.map((id) => {
    const name = id === client.id ? client.displayName : creator.displayName;
    const reporter = id === userId ? 'You' : name;
    const text =
      status === 'confirmed'
        ? `${reporter} reported a problem. The booking is not completed until it is resolved.`
        : `${reporter} reported a problem that is not resolved yet.`;
    return { text, urgent: true };
  });

const requestNotices = (booking: Booking, userId: string): readonly BookingNotice[] => {
  const { expiresAt, dayTaken, depositPaid } = booking;
  const refund = depositPaid && isClient(booking, userId) ? ' What you have paid is then refunded.' : '';
  if (dayTaken) {
    const expiry = expiresAt === null ? '' : ` It expires on ${deadlineAt(expiresAt, booking)}.${refund}`;
    return [{ text: `${takenText(booking, userId)}.${expiry}`, urgent: true }];
  }
  if (expiresAt === null) return [];
  const { id, displayName } = confirmingParty(booking);
  const answer = id === userId ? 'you confirm it' : `${displayName} confirms it`;
  const text = `This request expires on ${deadlineAt(expiresAt, booking)} unless ${answer}.${refund}`;
  return [{ text, urgent: false }];
};

const takenText = (booking: Booking, userId: string): string => {
  const { creator, durationDays } = booking;
  return isClient(booking, userId)
    ? `${creator.displayName} is no longer available on ${durationDays > 1 ? 'at least one of these days' : 'this date'}, so this request cannot be confirmed and nothing is due`
    : `You are booked or not available on ${durationDays > 1 ? 'one of these days' : 'this date'}, so this request cannot be confirmed`;
};

const paymentNotices = (booking: Booking, userId: string): readonly BookingNotice[] => {
  const { depositDueAt, balanceDueDate, overdue, creator, durationDays } = booking;
  const client = isClient(booking, userId);
  if (depositDueAt !== null)
    return [
      {
        text: client
          ? `Pay the deposit by ${deadlineAt(depositDueAt, booking)}. The booking is cancelled otherwise.`
          : `The deposit is due by ${deadlineAt(depositDueAt, booking)}. The booking is cancelled otherwise, and your ${durationDays > 1 ? 'days are' : 'date is'} free again.`,
        urgent: client,
      },
    ];
  if (balanceDueDate === null) return [];
  if (overdue === null)
    return [
      {
        text: client
          ? `Pay the balance by ${longDate(balanceDueDate)}.`
          : `The balance is due by ${longDate(balanceDueDate)}.`,
        urgent: false,
      },
    ];
  const who = client ? `${creator.displayName} may` : 'you may';
  return [
    {
      text: `The balance was due on ${longDate(balanceDueDate)}. From 3 days before the event ${durationDays > 1 ? 'from' : 'on'} ${eventDays(booking)}, ${who} cancel the booking and keep the deposit.`,
      urgent: true,
    },
  ];
};

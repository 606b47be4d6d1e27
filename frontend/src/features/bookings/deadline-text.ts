import type { Booking } from '#bookings/contract';
import { dateAndTime, longDate } from '../../platform/dates.ts';
import { confirmingParty } from './booking-labels.ts';

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
  const { expiresAt, dayTaken, creator, depositPaid } = booking;
  const paidBack = depositPaid && isClient(booking, userId) ? ' What you have paid then goes back to you.' : '';
  const expiry = expiresAt === null ? '' : ` It expires on ${dateAndTime(expiresAt)}.${paidBack}`;
  if (dayTaken)
    return [
      {
        text: isClient(booking, userId)
          ? `${creator.displayName} is no longer available on this date, so this request cannot be confirmed and nothing is due.${expiry}`
          : `You are booked or not available on this date, so this request cannot be confirmed.${expiry}`,
        urgent: true,
      },
    ];
  if (expiresAt === null) return [];
  const { id, displayName } = confirmingParty(booking);
  const answer = id === userId ? 'you confirm it' : `${displayName} confirms it`;
  return [{ text: `This request expires on ${dateAndTime(expiresAt)} unless ${answer}.${paidBack}`, urgent: false }];
};

const paymentNotices = (booking: Booking, userId: string): readonly BookingNotice[] => {
  const { depositDueAt, balanceDueDate, overdue, eventDate, creator } = booking;
  const client = isClient(booking, userId);
  if (depositDueAt !== null)
    return [
      {
        text: client
          ? `Pay the deposit by ${dateAndTime(depositDueAt)}. The booking is cancelled otherwise.`
          : `The deposit is due by ${dateAndTime(depositDueAt)}. The booking is cancelled otherwise, and your date is free again.`,
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
      text: `The balance was due on ${longDate(balanceDueDate)}. From 3 days before the event on ${longDate(eventDate)}, ${who} cancel the booking and keep the deposit.`,
      urgent: true,
    },
  ];
};

import { type Booking, bankReporter, bankReporterName } from '#bookings/contract';
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

const disputeNotices = (booking: Booking, userId: string): readonly BookingNotice[] =>
  booking.disputedBy.map((id) => {
    const reporter = reporterName(id, booking, userId);
    const text =
      booking.status === 'confirmed'
        ? `${reporter} reported a problem. The booking is not completed until it is resolved.`
        : `${reporter} reported a problem that is not resolved yet.`;
    return { text, urgent: true };
  });

const reporterName = (id: string, booking: Booking, userId: string): string => {
  const { client, creator } = booking;
  if (id === bankReporter) return isClient(booking, userId) ? 'Your bank' : bankReporterName;
  if (id === userId) return 'You';
  return id === client.id ? client.displayName : creator.displayName;
};

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
  const { depositDueAt, balanceDueDate } = booking;
  if (depositDueAt !== null) return [depositNotice(booking, depositDueAt, userId)];
  return balanceDueDate === null ? [] : [balanceNotice(booking, balanceDueDate, userId)];
};

const depositNotice = (booking: Booking, dueAt: string, userId: string): BookingNotice => {
  const due = deadlineAt(dueAt, booking);
  if (booking.overdue === 'deposit')
    return {
      text: `The deposit was due by ${due} and was not paid, so the booking is being cancelled.`,
      urgent: true,
    };
  if (isClient(booking, userId))
    return { text: `Pay the deposit by ${due}. The booking is cancelled otherwise.`, urgent: true };
  return {
    text: `The deposit is due by ${due}. The booking is cancelled otherwise, and your ${booking.durationDays > 1 ? 'days are' : 'date is'} free again.`,
    urgent: false,
  };
};

const balanceNotice = (booking: Booking, dueDate: string, userId: string): BookingNotice => {
  const { overdue, depositPaid, creator, durationDays } = booking;
  const client = isClient(booking, userId);
  const due = longDate(dueDate);
  // A deposit has no deadline if the booking was confirmed on the day of the event, or if the deposit was refunded.
  if (!depositPaid)
    return {
      text: client
        ? `Pay the deposit first, then the balance by ${due}.`
        : `The deposit is due first, then the balance by ${due}.`,
      urgent: false,
    };
  if (overdue === null)
    return { text: client ? `Pay the balance by ${due}.` : `The balance is due by ${due}.`, urgent: false };
  const who = client ? `${creator.displayName} may` : 'you may';
  return {
    text: `The balance was due on ${due}. From 3 days before the event ${durationDays > 1 ? 'from' : 'on'} ${eventDays(booking)}, ${who} cancel the booking and keep the deposit.`,
    urgent: true,
  };
};

import { type Booking, balanceDays, sharesOf } from '#bookings/contract';
import { dayAfter } from '../../platform/calendar.ts';
import { longDate } from '../../platform/dates.ts';

type Paid = Pick<Booking, 'status' | 'depositPaid' | 'balancePaid' | 'balanceDueDate' | 'eventDate'>;

/** What is left to pay, and by when. `today` is a day: YYYY-MM-DD. */
export const paymentSummary = (booking: Paid, today: string): string => {
  if (booking.status === 'cancelled') return 'There is nothing left to pay.';
  if (booking.balancePaid) return 'Fully paid';
  const dueDate = balanceDueDate(booking);
  const isLater = dueDate !== null && dueDate > today;
  if (booking.depositPaid)
    return `The deposit is paid. The balance is ${isLater ? `due by ${longDate(dueDate)}` : 'still due'}.`;
  return `The deposit is due first, then the balance${isLater ? ` by ${longDate(dueDate)}` : ''}.`;
};

/** The server sets the date when a booking is confirmed. For a request it is 14 days before the event. */
const balanceDueDate = ({ status, balanceDueDate: date, eventDate }: Paid): string | null =>
  status === 'pending' ? dayAfter(eventDate, -balanceDays) : date;

/**
 * Whether the deposit is the usual share of the total. It is not if it was paid before another package was agreed on,
 * because only the balance changes then. Amounts in cents.
 */
export const isUsualDeposit = (deposit: number, total: number): boolean => sharesOf(total).deposit === deposit;

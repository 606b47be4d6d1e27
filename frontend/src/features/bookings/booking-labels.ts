import type { Booking, BookingStatus } from '#bookings/contract';
import { shortDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { lastDayBefore } from './event-time.ts';

type Label = { text: string; color: 'warning' | 'success' | 'error' };

export const statusLabels: Readonly<Record<BookingStatus, Label>> = {
  pending: { text: 'Pending', color: 'warning' },
  confirmed: { text: 'Confirmed', color: 'success' },
  completed: { text: 'Completed', color: 'success' },
  cancelled: { text: 'Cancelled', color: 'error' },
};

/** The payment status; undefined for a cancelled booking, which has nothing due. */
export const paymentLabel = ({ status, depositPaid, balancePaid }: Booking): Label | undefined => {
  if (status === 'cancelled') return undefined;
  if (!depositPaid) return { text: 'Deposit pending', color: 'warning' };
  return balancePaid ? { text: 'Fully paid', color: 'success' } : { text: 'Balance due', color: 'warning' };
};

/** The event's name, or its type and the professional. */
export const bookingTitle = ({ eventName, eventType, creator }: Booking): string =>
  eventName ?? `${titleCase(eventType)} with ${creator.displayName}`;

type Person = Booking['client'];

/** The other party of the booking, from the user's point of view. */
export const otherParty = ({ client, creator }: Booking, userId: string): Person =>
  client.id === userId ? creator : client;

/** The party that confirms: the one that did not create the booking. */
export const confirmingParty = ({ client, creator, createdBy }: Booking): Person =>
  createdBy === client.id ? creator : client;

/** A short label for lists that says what is due next and when; null if nothing is due. */
export const dueText = ({ expiresAt, depositDueAt, balanceDueDate, timeZone }: Booking): string | null => {
  if (expiresAt !== null) return `Expires ${lastDayBefore(expiresAt, { timeZone })}`;
  if (depositDueAt !== null) return `Deposit due ${lastDayBefore(depositDueAt, { timeZone })}`;
  return balanceDueDate === null ? null : `Balance due ${shortDate(balanceDueDate)}`;
};

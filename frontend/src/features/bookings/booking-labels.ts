import type { Booking, BookingStatus } from '#bookings/contract';
import { titleCase } from '../../platform/text.ts';

type Label = { text: string; tone: 'amber' | 'pine' | 'rose' | 'muted' };

export const statusLabels: Readonly<Record<BookingStatus, Label>> = {
  pending: { text: 'Pending', tone: 'amber' },
  confirmed: { text: 'Confirmed', tone: 'pine' },
  completed: { text: 'Completed', tone: 'pine' },
  cancelled: { text: 'Cancelled', tone: 'rose' },
};

/** How far a booking is paid; nothing is due for a cancelled one. */
export const paymentLabel = ({ status, depositPaid, balancePaid }: Booking): Label | undefined => {
  if (status === 'cancelled') return undefined;
  if (!depositPaid) return { text: 'Deposit pending', tone: 'amber' };
  return balancePaid ? { text: 'Fully paid', tone: 'pine' } : { text: 'Balance due', tone: 'amber' };
};

/** The event's own name, or what it is and with whom. */
export const bookingTitle = ({ eventName, eventType, creator }: Booking): string =>
  eventName ?? `${titleCase(eventType)} with ${creator.displayName}`;

type Person = Booking['client'];

/** The one across the table from the reader. */
export const otherParty = ({ client, creator }: Booking, reader: string): Person =>
  client.id === reader ? creator : client;

/** Who is asked to confirm: the party that did not create the booking. */
export const confirmingParty = ({ client, creator, createdBy }: Booking): Person =>
  createdBy === client.id ? creator : client;

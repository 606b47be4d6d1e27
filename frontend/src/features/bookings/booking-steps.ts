import type { Booking, BookingHistoryEntry } from '#bookings/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { confirmingParty } from './booking-labels.ts';

/** One bulb of a booking: its name, whether it glows, and what stands below. */
export type BookingStep = { name: string; done: boolean; note?: string | undefined };

type Entry = BookingHistoryEntry['entry'];

const waiting = (booking: Booking, reader: string): string | undefined => {
  if (booking.status !== 'pending') return undefined;
  const { id, displayName } = confirmingParty(booking);
  return id === reader ? 'waits for you' : `waits for ${displayName}`;
};

/** The six steps of a booking, as far as they are known. The history tells when each was taken. */
export const stepsOf = (booking: Booking, history: readonly BookingHistoryEntry[], reader: string): BookingStep[] => {
  const { depositPaid, balancePaid, depositAmount, balanceAmount, status } = booking;
  const open = status !== 'cancelled';
  const when = (entry: Entry): string | undefined => {
    const found = history.find((one) => one.entry === entry);
    return found && shortDate(found.createdAt);
  };
  const step = (name: string, done: boolean, entry: Entry, ahead?: string): BookingStep => ({
    name,
    done,
    note: done ? when(entry) : open ? ahead : undefined,
  });
  const confirmed = status === 'confirmed' || status === 'completed';
  return [
    { name: 'Requested', done: true, note: shortDate(booking.createdAt) },
    step('Deposit paid', depositPaid, 'deposit-paid', money(depositAmount)),
    step('Confirmed', confirmed, 'confirmed', waiting(booking, reader)),
    step(balancePaid ? 'Balance paid' : 'Balance', balancePaid, 'balance-paid', money(balanceAmount)),
    { name: 'Gallery delivered', done: false },
    step('Completed', status === 'completed', 'completed'),
  ];
};

import type { Booking, BookingHistoryEntry } from '#bookings/contract';
import { deliversGallery } from '#catalog/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { confirmingParty } from './booking-labels.ts';

/** One step of a booking: its name, whether it is done, and a note such as its date. */
export type BookingStep = { name: string; done: boolean; note?: string | undefined };

type Entry = BookingHistoryEntry['entry'];

const waitingNote = (booking: Booking, userId: string): string | undefined => {
  if (booking.status !== 'pending') return undefined;
  const { id, displayName } = confirmingParty(booking);
  return id === userId ? 'Waiting for you' : `Waiting for ${displayName}`;
};

const galleryStep = (delivered: GalleryDelivery): BookingStep => ({
  name: delivered ? 'Gallery delivered' : 'Gallery',
  done: delivered !== null,
  note: delivered ? shortDate(delivered) : undefined,
});

/** When the booking's gallery was delivered, as an ISO date; null if it was not. */
export type GalleryDelivery = string | null;

/**
 * The steps of a booking; only photographers and videographers owe a gallery, and not after a cancellation. Completed
 * steps are dated from the history.
 */
export const stepsOf = (
  booking: Booking,
  history: readonly BookingHistoryEntry[],
  userId: string,
  delivered: GalleryDelivery,
): BookingStep[] => {
  const { depositPaid, balancePaid, depositAmount, balanceAmount, status } = booking;
  const open = status !== 'cancelled';
  const dateOf = (entry: Entry): string | undefined => {
    const found = history.find((one) => one.entry === entry);
    return found && shortDate(found.createdAt);
  };
  const step = (name: string, done: boolean, entry: Entry, noteBefore?: string): BookingStep => ({
    name,
    done,
    note: done ? dateOf(entry) : open ? noteBefore : undefined,
  });
  const isConfirmed = status === 'confirmed' || status === 'completed';
  return [
    { name: 'Requested', done: true, note: shortDate(booking.createdAt) },
    step(depositPaid ? 'Deposit paid' : 'Deposit', depositPaid, 'deposit-paid', money(depositAmount)),
    step('Confirmed', isConfirmed, 'confirmed', waitingNote(booking, userId)),
    step(balancePaid ? 'Balance paid' : 'Balance', balancePaid, 'balance-paid', money(balanceAmount)),
    ...((open && deliversGallery(booking.serviceType)) || delivered ? [galleryStep(delivered)] : []),
    step('Completed', status === 'completed', 'completed'),
  ];
};

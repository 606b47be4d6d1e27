import type { Cents } from '#kernel';
import { type Booking, isDisputed } from './booking.ts';
import { policyEnd } from './cancellation.ts';
import { kept, receivedAmount } from './payment-ledger.ts';

/**
 * The state of a booking's money. `requested`: not confirmed yet. `refundable`: a cancellation by the client would
 * still return the deposit. `awaiting-completion`: the deposit is earned. `disputed`: a problem is reported, or a
 * payment is disputed. `reopened`: staff reopened the booking. `earned`: everything that was kept.
 */
type EarningsState = 'requested' | 'refundable' | 'awaiting-completion' | 'disputed' | 'reopened' | 'earned';

/**
 * A payment for a booking: what arrived, what of it was returned to the client or will be, and what can be paid to the
 * professional.
 */
type EarnedPayment = {
  readonly paymentId: string;
  readonly received: Cents;
  readonly returned: Cents;
  readonly earned: Cents;
};

/**
 * What a professional has earned with a booking at an instant. `changesAt`: when the deposit becomes earned without
 * another event.
 */
export type BookingEarnings = {
  readonly state: EarningsState;
  readonly payments: readonly EarnedPayment[];
  readonly changesAt: string | null;
};

/**
 * What can be paid to the professional at this instant: nothing that a cancellation by the client could still return,
 * and of a confirmed booking only the deposit. `bankDecides`: whether a bank wants a payment of the booking back.
 */
export const earningsOf = (booking: Booking, at: string, bankDecides: boolean): BookingEarnings => {
  const state = stateOf(booking, at, bankDecides);
  const deposit = booking.paid.deposit?.paymentId;
  const payments = Object.keys(booking.ledger).map((paymentId) => {
    const received = receivedAmount(booking.ledger, paymentId);
    const remaining = kept(booking.ledger, paymentId);
    const isEarned = state === 'earned' || (state === 'awaiting-completion' && paymentId === deposit);
    return { paymentId, received, returned: received - remaining, earned: isEarned ? remaining : 0 };
  });
  return { state, payments, changesAt: state === 'refundable' ? policyEnd(booking) : null };
};

const stateOf = (booking: Booking, at: string, bankDecides: boolean): EarningsState => {
  if (isDisputed(booking) || bankDecides) return 'disputed';
  if (booking.status === 'none' || booking.status === 'pending') return 'requested';
  if (booking.status !== 'confirmed') return 'earned';
  if (booking.reopened) return 'reopened';
  return at < policyEnd(booking) ? 'refundable' : 'awaiting-completion';
};

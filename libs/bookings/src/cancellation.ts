import { type Cents, dayAfter, dayAt, dayEnd, daysBetween, instantAfter, millisecondsBetween } from '#kernel';
import { type EventTime, eventStart } from './event-time.ts';
import { kept, type PaymentLedger, receivedAmount, returned } from './payment-ledger.ts';

/**
 * Why this share is refunded: the booking was pending; the professional cancelled; the professional cancelled because
 * the balance was overdue; staff cancelled; a deadline passed; the client cancelled soon after the confirmation; or the
 * client cancelled under the policy that was agreed.
 */
export type CancellationRule =
  | 'pending'
  | 'professional'
  | 'balance-unpaid'
  | 'staff'
  | 'deadline'
  | 'grace-period'
  | 'policy';
/**
 * What is refunded to a client who cancels a confirmed booking: everything if the event is at least `fullRefundDays`
 * away, half if it is at least `halfRefundDays` away, and nothing after that. `policy` is the name under which the
 * professional offers this.
 */
export type RefundTerms = {
  readonly policy: string;
  readonly fullRefundDays: number;
  readonly halfRefundDays: number;
};
/**
 * What staff refund when they cancel: everything, what would be refunded if the client cancelled, or nothing.
 */
export type RefundDecision = 'full' | 'policy' | 'none';
/** What a cancellation refunds. `percent` is the share of each payment. */
export type CancellationRefund = {
  readonly rule: CancellationRule;
  readonly percent: number;
  readonly refunds: readonly { readonly paymentId: string; readonly amount: Cents }[];
};

const hour = 3_600_000;
/** How long after the confirmation a client can cancel with a full refund, in milliseconds. */
const gracePeriod = 24 * hour;
/** The event must be at least this far away for the grace period to apply, in milliseconds. */
const gracePeriodDistance = 48 * hour;

/**
 * The end of the period in which a booking that is confirmed at `at` can be cancelled with a full refund; null if the
 * event is too close.
 */
export const graceEnd = (event: EventTime, at: string): string | null =>
  millisecondsBetween(at, eventStart(event)) >= gracePeriodDistance ? instantAfter(at, gracePeriod) : null;

type Cancelled = EventTime & {
  readonly status: string;
  readonly refundTerms: RefundTerms;
  readonly graceUntil: string | null;
  readonly clientId: string;
  readonly creatorId: string;
  readonly paid: Readonly<Partial<Record<string, { readonly paymentId: string }>>>;
  readonly ledger: PaymentLedger;
};

/**
 * When a booking is cancelled, whether its professional may cancel because the balance is overdue, and what staff
 * refund: everything unless they decide otherwise.
 */
type Circumstances = { readonly at: string; readonly balanceUnpaid: boolean; readonly decision?: RefundDecision };

/** What a cancellation by this person refunds. */
export const cancellationRefund = (
  booking: Cancelled,
  byId: string,
  circumstances: Circumstances,
): CancellationRefund => {
  const { rule, percent } = shareOf(booking, byId, circumstances);
  const refunds = Object.values(booking.paid).flatMap((payment) => {
    if (!payment) return [];
    const { paymentId } = payment;
    const share = Math.round((receivedAmount(booking.ledger, paymentId) * percent) / 100);
    const amount = Math.min(kept(booking.ledger, paymentId), share - returned(booking.ledger, paymentId));
    return amount > 0 ? [{ paymentId, amount }] : [];
  });
  return { rule, percent, refunds };
};

export const refundTotal = ({ refunds }: CancellationRefund): Cents =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

type Share = Pick<CancellationRefund, 'rule' | 'percent'>;

const shareOf = (booking: Cancelled, byId: string, { at, balanceUnpaid, decision = 'full' }: Circumstances): Share => {
  if (booking.status === 'pending') return { rule: 'pending', percent: 100 };
  if (byId === booking.creatorId)
    return balanceUnpaid ? { rule: 'balance-unpaid', percent: 0 } : { rule: 'professional', percent: 100 };
  if (byId === booking.clientId) return clientShare(booking, at);
  if (decision === 'policy') return { rule: 'staff', percent: clientShare(booking, at).percent };
  return { rule: 'staff', percent: decision === 'none' ? 0 : 100 };
};

const clientShare = (booking: Cancelled, at: string): Share => {
  if (booking.graceUntil !== null && at < booking.graceUntil) return { rule: 'grace-period', percent: 100 };
  // Whole days, as they are counted at the place of the event.
  const daysLeft = daysBetween(dayAt(at, booking.timeZone), booking.eventDate);
  return { rule: 'policy', percent: refundPercent(booking.refundTerms, daysLeft) };
};

/**
 * When the client's cancellation of a confirmed booking no longer returns anything: after the grace period, and from
 * the first day on for which the policy refunds nothing.
 */
export const policyEnd = ({ graceUntil, refundTerms, eventDate, timeZone }: Cancelled): string => {
  const { fullRefundDays, halfRefundDays } = refundTerms;
  const lastDayWithRefund = dayAfter(eventDate, -Math.min(fullRefundDays, halfRefundDays));
  const end = dayEnd(lastDayWithRefund, timeZone);
  return graceUntil !== null && graceUntil > end ? graceUntil : end;
};

const refundPercent = ({ fullRefundDays, halfRefundDays }: RefundTerms, daysLeft: number): number => {
  if (daysLeft >= fullRefundDays) return 100;
  return daysLeft >= halfRefundDays ? 50 : 0;
};

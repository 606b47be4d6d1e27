import { z } from 'zod';
import { bookingId } from '#bookings/contract';
import { bankDetails, bankSchemes } from './bank-details.contract.ts';

export {
  type BankDetails,
  type BankScheme,
  bankDetailsOf,
  bankFieldNames,
  bankSchemes,
  type EnteredBankDetails,
} from './bank-details.contract.ts';

export const payoutId = z.templateLiteral(['payout-', z.uuid()]);
/** `returned`: it was made, and the bank returned it. */
export const payoutStatuses = ['started', 'made', 'failed', 'returned'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/**
 * The state of a booking's money. `requested`: not confirmed yet. `refundable`: a cancellation by the client would
 * still return the deposit. `awaiting-completion`: the deposit is earned. `disputed`: a problem is reported, or a
 * payment is disputed. `reopened`: staff reopened the booking. `earned`: all money that was not refunded is earned.
 */
export const earningsStates = [
  'requested',
  'refundable',
  'awaiting-completion',
  'disputed',
  'reopened',
  'earned',
] as const;

/**
 * Amounts in cents. `held` is not earned yet, `available` is in the next payout and can be negative, `inTransfer` is in
 * a payout that is on its way, `paidOut` was transferred.
 */
export const payoutBalances = z.object({
  held: z.int(),
  available: z.int(),
  inTransfer: z.int(),
  paidOut: z.int(),
});
export type PayoutBalances = z.infer<typeof payoutBalances>;

/** `GET /api/v1/payouts/bookings/{id}`: the money of one booking. `changesAt` is when the deposit becomes available. */
export const bookingEarnings = payoutBalances.extend({
  bookingId,
  state: z.enum(earningsStates),
  changesAt: z.iso.datetime().nullable(),
});
export type BookingEarnings = z.infer<typeof bookingEarnings>;

/** The money of one booking in the list. The event's name is null if it has none, or after the client's erasure. */
export const earningsEntry = bookingEarnings.extend({
  eventName: z.string().nullable(),
  eventType: z.string(),
  eventDate: z.string(),
});
export type EarningsEntry = z.infer<typeof earningsEntry>;

/**
 * `reference` is what the bank calls the transfer, `reason` why it failed or came back. `handedOverAt` is when finance
 * were last given the bank details to transfer it.
 */
export const payout = z.object({
  id: payoutId,
  number: z.int(),
  amount: z.int(),
  status: z.enum(payoutStatuses),
  startedAt: z.iso.datetime(),
  handedOverAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  bookings: z.array(z.object({ bookingId: z.string(), amount: z.int() })),
});
export type Payout = z.infer<typeof payout>;

/**
 * Why a payout should not be transferred. A booking in it: a problem is reported, staff reopened it, its money is not
 * earned any more, or its client was refunded since the payout started. Or the professional is suspended.
 */
export const payoutProblem = z.object({
  problem: z.enum(['disputed', 'reopened', 'not-earned', 'refunded', 'suspended']),
  bookingId: z.string().nullable(),
});
export type PayoutProblem = z.infer<typeof payoutProblem>;

/** A professional to whom more was paid out than they have earned. `available` is negative. */
export const negativeBalance = z.object({
  professional: z.object({ id: z.string(), shortName: z.string() }),
  available: z.int(),
});
export type NegativeBalance = z.infer<typeof negativeBalance>;

/** The bank details as pages show them. */
export const shownDestination = z.object({
  scheme: z.enum(bankSchemes),
  lastFour: z.string(),
  heldUntil: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type ShownDestination = z.infer<typeof shownDestination>;

export const payoutObstacles = [
  'suspended',
  'no-destination',
  'wrong-destination',
  'destination-held',
  'below-minimum',
] as const;

/**
 * `GET /api/v1/payouts`: the caller's balances, the bookings that have payments, the payouts, the newest first, and
 * when the next one starts; null with the `obstacle` that prevents it. Long lists end at 200 entries.
 */
export const payoutOverview = z.object({
  balances: payoutBalances,
  nextPayoutAt: z.iso.datetime().nullable(),
  obstacle: z.enum(payoutObstacles).nullable(),
  destination: shownDestination.nullable(),
  entries: z.array(earningsEntry),
  payouts: z.array(payout),
});
export type PayoutOverview = z.infer<typeof payoutOverview>;

/**
 * `PUT /api/v1/payouts/destination`: where payouts go from now on, with the password or a mailed reauthentication code.
 * A caller without a password who has just signed in needs neither.
 */
export const payoutDestinationChange = z.object({
  bank: bankDetails,
  password: z.string().max(1_000).default(''),
  nonce: z.string().max(100).default(''),
});
export type PayoutDestinationChange = z.output<typeof payoutDestinationChange>;

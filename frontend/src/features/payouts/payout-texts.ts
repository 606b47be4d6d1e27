import type { BankScheme, BookingEarnings, PayoutOverview, PayoutStatus } from '#payouts/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';

export const statusNames: Readonly<Record<PayoutStatus, string>> = {
  started: 'On its way',
  made: 'Paid',
  failed: 'Failed',
  returned: 'Came back',
};

export const schemeNames: Readonly<Record<BankScheme, string>> = {
  us: 'United States',
  ca: 'Canada',
  gb: 'United Kingdom',
  jm: 'Jamaica',
  iban: 'Another country, with an IBAN',
};

/** The state of a booking’s money, in one sentence. */
export const earningsText = (earnings: BookingEarnings): string => {
  const { state, changesAt, held, available, inTransfer, paidOut } = earnings;
  if (available < 0)
    return `${money(-available)} was refunded to the client after it was paid out. We’ll deduct it from your next payouts.`;
  if (held > 0) return heldText(state, changesAt);
  if (available > 0) return 'In the next payout.';
  if (inTransfer !== 0) return 'On its way to you.';
  if (paidOut !== 0) return 'Paid.';
  return 'Nothing will be paid out: the client has not paid yet, or was refunded in full.';
};

const heldText = (state: BookingEarnings['state'], changesAt: string | null): string => {
  if (state === 'refundable' && changesAt !== null)
    return `The deposit is held until ${shortDate(changesAt)}, because the client can cancel with a refund until then. The rest is available once the booking is completed.`;
  return heldTexts[state];
};

const heldTexts: Readonly<Record<BookingEarnings['state'], string>> = {
  requested: 'Held until the request is answered. If it isn’t confirmed, the client is refunded.',
  refundable: 'Held because the client can still cancel with a refund.',
  'awaiting-completion': 'The rest is available once the booking is completed.',
  disputed: 'Held because a problem was reported. It becomes available once the problem is resolved.',
  reopened: 'Held because our team reopened the booking.',
  earned: 'Becoming available.',
};

/** When the next payout starts, or what prevents it. */
export const nextPayoutText = ({ nextPayoutAt, obstacle, destination }: PayoutOverview): string => {
  if (obstacle === 'destination-held' && destination)
    return `Your bank details are new, so nothing is paid to them before ${shortDate(destination.heldUntil)}.${
      nextPayoutAt ? ` The next payout starts on ${shortDate(nextPayoutAt)}.` : ''
    }`;
  if (obstacle !== null && obstacle !== 'destination-held') return obstacleTexts[obstacle];
  return nextPayoutAt ? `The next payout starts on ${shortDate(nextPayoutAt)}.` : '';
};

const obstacleTexts = {
  suspended: 'Your account is suspended, so nothing is paid out. Please contact Festoon.',
  'no-destination': 'Enter your bank details so we can pay you.',
  'wrong-destination': 'The bank did not accept your bank details. Please enter them again so we can pay you.',
  'below-minimum': 'The next payout starts once at least $1.00 is available.',
} as const;

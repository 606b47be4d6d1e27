import type { StaffPayout } from '#backoffice/contract';
import type { PayoutProblem } from '#payouts/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { shortId } from './timeline-entries.ts';

/** The bank details to which a payout goes. */
export const destinationText = ({ scheme, lastFour, status }: StaffPayout): string => {
  if (scheme !== null) return `${scheme.toUpperCase()} …${lastFour ?? ''}`;
  return status === 'started'
    ? 'Bank details replaced: do not transfer. If it was transferred already, mark it as paid.'
    : 'Bank details replaced';
};

/** When finance were last given the bank details, and who. */
export const handoverText = ({ handedOverAt, handedOverBy }: StaffPayout): string =>
  handedOverAt === null
    ? ''
    : `Bank details given to ${handedOverBy ? `${handedOverBy.role} ${shortId(handedOverBy.id)}` : 'finance'} on ${dateAndTime(handedOverAt)}`;

/** Why a payout should not be transferred, and what to do. */
export const problemText = ({ problem, bookingId }: PayoutProblem): string =>
  bookingId === null
    ? problemTexts[problem]
    : `Booking ${shortId(bookingId.replace('booking-', ''))}: ${problemTexts[problem]}`;

const problemTexts: Readonly<Record<PayoutProblem['problem'], string>> = {
  disputed: 'a problem was reported. Do not transfer this before it is resolved.',
  reopened: 'it was reopened. Do not transfer this before it is completed.',
  'not-earned': 'its money is no longer earned. Do not transfer this; mark it as failed.',
  refunded: 'its client was refunded since. Do not transfer this; mark it as failed, and a later payout has the rest.',
  suspended: 'The professional is suspended. Do not transfer this before the suspension ends.',
};

import type { Booking, CancellationPreview } from '#bookings/contract';
import { cancellationPolicies } from '#catalog/contract';
import { money } from '../../platform/money.ts';

type Parties = Pick<Booking, 'client' | 'creator'>;

const reasonFor = ({ rule, refundTerms, percent }: CancellationPreview): string => {
  if (rule === 'grace-period') return 'Within 24 hours of the confirmation, everything is refunded';
  if (rule === 'balance-unpaid') return 'Because the balance is overdue, the deposit is not refunded';
  if (rule !== 'policy') return 'Everything that was paid is refunded';
  const { name } = cancellationPolicies[refundTerms.policy];
  if (percent === 100) return `Under the ${name} policy, everything is refunded`;
  return percent === 0
    ? `Under the ${name} policy, nothing is refunded this close to the event`
    : `Under the ${name} policy, ${percent}% of what was paid is refunded`;
};

/** What happens to the money if the booking is cancelled now. */
export const cancellationText = (
  preview: CancellationPreview,
  { client, creator }: Parties,
  userId: string,
): string => {
  const { refundAmount, keptAmount } = preview;
  if (refundAmount === 0 && keptAmount === 0) return 'Nothing has been paid yet.';
  const receiver = client.id === userId ? 'you' : client.displayName;
  const keeper = creator.id === userId ? 'you' : creator.displayName;
  const amounts = [
    ...(refundAmount > 0 ? [`${money(refundAmount)} is returned to ${receiver}`] : []),
    ...(keptAmount > 0 ? [`${money(keptAmount)} stays with ${keeper}`] : []),
  ];
  return `${reasonFor(preview)}: ${amounts.join(', and ')}.`;
};

/** Why a cancelled booking was refunded, and to which percentage; null if there is nothing to explain. */
export const refundText = ({
  cancellationRule,
  refundPercent,
  refundTerms,
}: Pick<Booking, 'cancellationRule' | 'refundPercent' | 'refundTerms'>): string | null => {
  if (cancellationRule === 'grace-period') return 'Cancelled within 24 hours of the confirmation: refunded in full.';
  if (cancellationRule === 'balance-unpaid') return 'Cancelled because the balance was overdue: no refund.';
  if (cancellationRule === 'deadline') return 'Cancelled because the deposit was not paid in time.';
  if (cancellationRule === 'staff')
    return `Cancelled by Festoon staff: ${refundPercent === 0 ? 'no refund' : `${refundPercent}% refunded`}.`;
  if (cancellationRule !== 'policy') return null;
  const { name } = cancellationPolicies[refundTerms.policy];
  return refundPercent === 0
    ? `Cancelled under the ${name} policy: no refund.`
    : `Cancelled under the ${name} policy: ${refundPercent}% refunded.`;
};

/** What happened to the amount that was refunded. */
export const refundedText = ({ refundedByBank }: Pick<Booking, 'refundedByBank'>): string =>
  refundedByBank
    ? 'was returned. The client’s bank took back all or a part of it.'
    : 'was refunded to the original card.';

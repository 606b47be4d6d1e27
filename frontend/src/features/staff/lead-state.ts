import type { TimelineEntry } from '#backoffice/contract';
import type { StaffLeadAction } from '#leads/contract';
import { fieldOf } from './timeline-entries.ts';

/** Who made the purchase that this event records, unless it was cancelled. The server checks it again. */
export const buyerToRefund = (entry: TimelineEntry, entries: readonly TimelineEntry[]): string | undefined => {
  const paymentId = fieldOf(entry, 'paymentId');
  const isCancelled = entries.some(
    (other) => other.type === 'LeadPurchaseCancelled' && fieldOf(other, 'paymentId') === paymentId,
  );
  return entry.type === 'LeadPurchased' && !isCancelled ? fieldOf(entry, 'buyerId') : undefined;
};

/** What staff can do with a lead after these events, which are sorted by time. The server checks it again. */
export const possibleActions = (entries: readonly Pick<TimelineEntry, 'type'>[]): readonly StaffLeadAction[] => {
  const deciding = ['LeadWithdrawn', 'LeadBooked', 'LeadReopened', 'LeadHeld', 'LeadReleased', 'LeadRemoved'];
  const last = entries.findLast(({ type }) => deciding.includes(type))?.type;
  if (last === 'LeadRemoved') return [];
  if (last === 'LeadWithdrawn' || last === 'LeadBooked') return ['remove'];
  return last === 'LeadHeld' ? ['release', 'remove'] : ['hold', 'remove'];
};

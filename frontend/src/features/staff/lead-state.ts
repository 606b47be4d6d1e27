import type { TimelineEntry } from '#backoffice/contract';
import type { StaffLeadAction } from '#leads/contract';

/** Who made the purchase that this event records, unless it was cancelled. The server checks it again. */
export const buyerToRefund = (
  { type, details }: TimelineEntry,
  entries: readonly TimelineEntry[],
): string | undefined => {
  const valueIn = (all: TimelineEntry['details'], field: string) => all.find(({ name }) => name === field)?.value;
  const paymentId = valueIn(details, 'paymentId');
  const isCancelled = entries.some(
    (entry) => entry.type === 'LeadPurchaseCancelled' && valueIn(entry.details, 'paymentId') === paymentId,
  );
  return type === 'LeadPurchased' && !isCancelled ? valueIn(details, 'buyerId') : undefined;
};

/** What staff can do with a lead after these events, which are sorted by time. The server checks it again. */
export const possibleActions = (entries: readonly Pick<TimelineEntry, 'type'>[]): readonly StaffLeadAction[] => {
  const deciding = ['LeadWithdrawn', 'LeadBooked', 'LeadReopened', 'LeadHeld', 'LeadReleased', 'LeadRemoved'];
  const last = entries.findLast(({ type }) => deciding.includes(type))?.type;
  if (last === 'LeadRemoved') return [];
  if (last === 'LeadWithdrawn' || last === 'LeadBooked') return ['remove'];
  return last === 'LeadHeld' ? ['release', 'remove'] : ['hold', 'remove'];
};

import type { TimelineEntry } from '#backoffice/contract';
import type { StaffLead, StaffLeadAction } from '#leads/contract';
import { fieldOf } from './timeline-entries.ts';

/** Who made the purchase that this event records, unless it was cancelled. The server checks it again. */
export const buyerToRefund = (entry: TimelineEntry, entries: readonly TimelineEntry[]): string | undefined => {
  const paymentId = fieldOf(entry, 'paymentId');
  const isCancelled = entries.some(
    (other) => other.type === 'LeadPurchaseCancelled' && fieldOf(other, 'paymentId') === paymentId,
  );
  return entry.type === 'LeadPurchased' && !isCancelled ? fieldOf(entry, 'buyerId') : undefined;
};

/** What staff can do with a lead in this status. The server checks it again. */
export const actionsFor: Readonly<Record<StaffLead['status'], readonly StaffLeadAction[]>> = {
  active: ['hold', 'remove'],
  closed: ['hold', 'remove'],
  // Stored as active: only its date has passed.
  expired: ['hold', 'remove'],
  held: ['release', 'remove'],
  booked: ['remove'],
  withdrawn: ['remove'],
  removed: [],
};

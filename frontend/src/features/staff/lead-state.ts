import type { TimelineEntry } from '#backoffice/contract';
import type { StaffLeadAction } from '#leads/contract';

/** What staff can do with a lead after these events, which are sorted by time. The server checks it again. */
export const possibleActions = (entries: readonly Pick<TimelineEntry, 'type'>[]): readonly StaffLeadAction[] => {
  const deciding = ['LeadWithdrawn', 'LeadBooked', 'LeadReopened', 'LeadHeld', 'LeadReleased', 'LeadRemoved'];
  const last = entries.findLast(({ type }) => deciding.includes(type))?.type;
  if (last === 'LeadRemoved') return [];
  if (last === 'LeadWithdrawn' || last === 'LeadBooked') return ['remove'];
  return last === 'LeadHeld' ? ['release', 'remove'] : ['hold', 'remove'];
};

import type { AuditEntry, TimelineEntry } from '#backoffice/contract';

const ofModules =
  (...modules: readonly string[]) =>
  ({ module }: TimelineEntry): boolean =>
    modules.includes(module);

/** What a timeline can be limited to. */
export const filters = {
  everything: { label: 'Everything', includes: () => true },
  booking: { label: 'Booking', includes: ofModules('bookings') },
  money: { label: 'Money', includes: ofModules('payments') },
  notifications: { label: 'Notifications', includes: ofModules('notifications') },
  staff: { label: 'Staff', includes: ({ actor }: TimelineEntry) => actor.kind === 'staff' },
} as const;
export type TimelineFilter = keyof typeof filters;

/** The filters that show at least one of these events. */
export const usefulFilters = (entries: readonly TimelineEntry[]): readonly TimelineFilter[] =>
  (Object.keys(filters) as TimelineFilter[]).filter((name) => entries.some(filters[name].includes));

/** The events that this one directly led to. */
export const resultsOf = ({ id }: TimelineEntry, entries: readonly TimelineEntry[]): readonly TimelineEntry[] =>
  entries.filter(({ causation }) => causation === id);

/** The value of a field of an event, if it has one that is not masked. */
export const fieldOf = ({ details }: TimelineEntry, field: string): string | undefined =>
  details.find(({ name, masked }) => name === field && !masked)?.value;

const automatic: Readonly<Record<string, string>> = {
  system: 'by Festoon',
  worker: 'automatically, because of another event',
  webhook: 'reported by the payment provider',
};

/** Who did it, in which role. People are shown by the beginning of their id. */
export const actorText = ({ actor: { id, kind, role }, onBehalfOf }: AuditEntry): string => {
  const who = automatic[kind] ?? `by ${kind === 'staff' ? `staff (${role})` : role} ${shortId(id)}`;
  return onBehalfOf ? `${who}, on behalf of ${shortId(onBehalfOf)}` : who;
};

/** The beginning of an id, by which people are shown. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id);

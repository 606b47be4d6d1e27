import {
  type AuditEntry,
  revealableModules,
  type StaffBooking,
  type TimelineEntry,
  type TimelinePage,
} from '#backoffice/contract';
import { shortDate } from '../../platform/dates.ts';
import { withShortIds } from '../../platform/field-texts.ts';
import { countedText, titleCase } from '../../platform/text.ts';

/** A timeline as far as it is loaded. */
export type LoadedTimeline = Omit<TimelinePage, 'nextCursor'>;

/** The events of these pages, each once, the oldest first. It is complete if all pages are. */
export const timelineOf = (pages: readonly LoadedTimeline[]): LoadedTimeline => {
  const entries = new Map(pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry]));
  return {
    items: [...entries.values()].sort((a, b) => a.position - b.position),
    complete: pages.every(({ complete }) => complete),
    verified: pages[0]?.verified ?? null,
  };
};

const ofModules =
  (...modules: readonly string[]) =>
  ({ module }: TimelineEntry): boolean =>
    modules.includes(module);

/** Events that are frequent and rarely matter: those of the conversation and the notifications. */
const isSecondary = ofModules('messages', 'notifications');

/** What a timeline can be limited to. The first useful one is chosen at first. */
export const filters = {
  main: { label: 'Main Events', includes: (entry: TimelineEntry) => !isSecondary(entry) },
  everything: { label: 'Everything', includes: () => true },
  booking: { label: 'Booking', includes: ofModules('bookings') },
  money: { label: 'Money', includes: ofModules('payments', 'payouts') },
  gallery: { label: 'Gallery', includes: ofModules('galleries') },
  lead: { label: 'Lead', includes: ofModules('leads') },
  messages: { label: 'Messages', includes: ofModules('messages') },
  notifications: { label: 'Notifications', includes: ofModules('notifications') },
  staff: { label: 'Staff', includes: ({ actor }: TimelineEntry) => actor.kind === 'staff' },
} as const;
export type TimelineFilter = keyof typeof filters;

/** The filters that show at least one of these events. The main events are only a choice if there are others. */
export const usefulFilters = (entries: readonly TimelineEntry[]): readonly TimelineFilter[] =>
  (Object.keys(filters) as TimelineFilter[]).filter(
    (name) => entries.some(filters[name].includes) && (name !== 'main' || entries.some(isSecondary)),
  );

/** What an event led to, each kind once: `Refund due · 2 × Person notified`. */
export const resultsText = (results: readonly TimelineEntry[]): string =>
  countedText([...Map.groupBy(results, ({ title }) => title)].map(([title, same]) => ({ title, count: same.length })));

/** The value of a field of an event, if it has one that is not masked. */
export const fieldOf = ({ details }: TimelineEntry, field: string): string | undefined =>
  details.find(({ name, masked }) => name === field && !masked)?.value;

/** Whether an event has personal fields that staff can reveal. */
export const isRevealable = ({ module, details }: TimelineEntry): boolean =>
  revealableModules.some((name) => name === module) && details.some(({ masked }) => masked);

const automatic: Readonly<Record<string, string>> = {
  system: 'by Festoon',
  worker: 'automatically',
  webhook: 'reported by the payment provider',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const personText = ({ id, kind, role }: AuditEntry['actor']): string => {
  if (role === 'anonymous') return 'a visitor who was not signed in';
  return `${kind === 'staff' ? `staff (${role})` : role} ${shortId(id)}`;
};

/** Who did it, in which role. People are shown by the beginning of their id. */
export const actorText = ({ actor, onBehalfOf }: AuditEntry): string => {
  const who = automatic[actor.kind] ?? `by ${personText(actor)}`;
  return onBehalfOf ? `${who}, on behalf of ${shortId(onBehalfOf)}` : who;
};

/** People are distinguished by their id, parts of the system only by their kind. */
const keyOf = ({ id, kind }: AuditEntry['actor']): string => (kind === 'user' || kind === 'staff' ? id : kind);

const systemNames: Readonly<Record<string, string>> = {
  system: 'Festoon',
  worker: 'Automatic',
  webhook: 'Payment provider',
};

/** The actors of a timeline’s events, in the order of their first event. */
export const actorsOf = (entries: readonly TimelineEntry[]): readonly { value: string; label: string }[] => {
  const labels = new Map<string, string>();
  for (const { actor } of entries)
    if (!labels.has(keyOf(actor))) labels.set(keyOf(actor), systemNames[actor.kind] ?? capitalized(personText(actor)));
  return [...labels].map(([value, label]) => ({ value, label }));
};

/** Whether an event is by this actor; all are if none was chosen. */
export const isBy = (chosen: string | undefined, { actor }: TimelineEntry): boolean =>
  chosen === undefined || keyOf(actor) === chosen;

/** Where the log has an event, with ids shortened: `Position 2,707 · version 2 of booking-5b8b6a55… · api`. */
export const evidenceText = ({ position, version, stream, source, request }: AuditEntry): string => {
  const place = `Position ${position.toLocaleString('en-US')} · version ${version} of ${stream}`;
  return withShortIds(`${place} · ${source} · request ${request}`);
};

/** `Wedding, Jun 20, 2027` */
export const eventText = ({ eventType, eventDate, lastDate }: StaffBooking): string => {
  const days = lastDate === eventDate ? shortDate(eventDate) : `${shortDate(eventDate)} – ${shortDate(lastDate)}`;
  return `${titleCase(eventType)}, ${days}`;
};

/** The beginning of an id, by which people are shown. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id);

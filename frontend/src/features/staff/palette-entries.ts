import { bookingRoles, eventId, operationRoles, peopleRoles } from '#backoffice/contract';
import { bookingId } from '#bookings/contract';
import { type StaffRole, userId } from '#identity/contract';
import { leadId } from '#leads/contract';
import { isFor, staffPages } from './staff-pages.ts';

/** What the command palette can open. `state` has text that must not appear in the URL, because it is personal data. */
export type PaletteEntry = {
  readonly label: string;
  readonly to: string;
  readonly state?: { readonly text: string };
};

/**
 * What this text can open for these roles: the subject with this id, the pages whose name contains it, and a search.
 */
export const paletteEntriesFor = (text: string, viewerRoles: readonly StaffRole[]): readonly PaletteEntry[] => {
  const entered = text.trim();
  return [
    ...subjectsOf(entered, viewerRoles),
    ...pagesNamed(entered, viewerRoles),
    ...searchesFor(entered, viewerRoles),
  ];
};

const pagesNamed = (text: string, viewerRoles: readonly StaffRole[]): readonly PaletteEntry[] =>
  staffPages
    .filter(({ label, roles }) => isFor(roles, viewerRoles) && label.toLowerCase().includes(text.toLowerCase()))
    .map(({ label, path }) => ({ label, to: path }));

const subjectsOf = (text: string, viewerRoles: readonly StaffRole[]): readonly PaletteEntry[] => {
  const is = (schema: { safeParse: (value: string) => { success: boolean } }) => schema.safeParse(text).success;
  const [bookings, people, log] = [bookingRoles, peopleRoles, operationRoles].map((roles) => isFor(roles, viewerRoles));
  const position = /^#?(\d{1,15})$/.exec(text)?.[1];
  return [
    ...(bookings && is(bookingId) ? [{ label: 'Open this booking', to: `/staff/bookings/${text}` }] : []),
    ...(bookings && is(leadId) ? [{ label: 'Open this lead', to: `/staff/leads/${text}` }] : []),
    ...(people && is(userId) ? [{ label: 'Open this person', to: `/staff/people/${text}` }] : []),
    ...(bookings && is(userId) ? [{ label: 'Bookings with this ID', to: `/staff/bookings?id=${text}` }] : []),
    ...(log && is(eventId) ? [{ label: 'Event with this ID', to: `/staff/log?id=${text}` }] : []),
    ...(log && position ? [{ label: `Event at position ${position}`, to: `/staff/log?position=${position}` }] : []),
  ];
};

const searchesFor = (text: string, viewerRoles: readonly StaffRole[]): readonly PaletteEntry[] =>
  text.length >= 2 && isFor(peopleRoles, viewerRoles)
    ? [{ label: `Search people for “${text}”`, to: '/staff/people', state: { text } }]
    : [];

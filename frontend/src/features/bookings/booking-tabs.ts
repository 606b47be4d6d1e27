import type { BookingCounts } from '#bookings/contract';

export const tabs = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
] as const satisfies readonly (readonly [keyof BookingCounts, string])[];
export type BookingTab = (typeof tabs)[number][0];

/** The tab that the `status` parameter of the URL selects; `all` if it names no tab. */
export const tabOf = (text: string | null): BookingTab => tabs.find(([tab]) => tab === text)?.[0] ?? 'all';

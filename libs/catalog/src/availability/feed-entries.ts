import { dayAfter } from '#kernel';

type ReservedDay = { readonly bookingId: string; readonly date: string };

/** Consecutive days that a booking reserves, from the first to the last. */
export type FeedEntry = {
  readonly id: string;
  readonly bookingId: string;
  readonly from: string;
  readonly to: string;
};

/**
 * The entries of a feed, at most `limit`, the first day first. A booking whose days are not consecutive, for example
 * while it is moved to other days, has several entries; the id of the first one is that of the booking.
 */
export const feedEntries = (days: readonly ReservedDay[], limit: number): readonly FeedEntry[] => {
  const ordered = days.toSorted((one, other) => one.date.localeCompare(other.date));
  const latest = new Map<string, { id: string; bookingId: string; from: string; to: string }>();
  const entries: FeedEntry[] = [];
  for (const { bookingId, date } of ordered) {
    const open = latest.get(bookingId);
    if (open && date <= dayAfter(open.to)) {
      open.to = date;
      continue;
    }
    const entry = { id: open ? `${bookingId}-${date}` : bookingId, bookingId, from: date, to: date };
    latest.set(bookingId, entry);
    entries.push(entry);
  }
  return entries.slice(0, limit);
};

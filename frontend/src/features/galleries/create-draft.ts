import type { Draft } from '../../platform/drafts.ts';

/** Each booking has a draft of its own, and so has the form that is opened without a booking (null). */
export const galleryDraftKey = (userId: string | undefined, bookingId: string | null): string =>
  `gallery.${userId}.${bookingId}`;

/** A draft without its booking if that has a gallery by now, because the form no longer offers it. */
export const offeredDraft = (draft: Draft, bookings: readonly { readonly id: string }[]): Draft => {
  const { bookingId, ...texts } = draft;
  return bookings.some(({ id }) => id === bookingId) ? draft : texts;
};

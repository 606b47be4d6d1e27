import { expect, test } from '@jest/globals';
import { galleryDraftKey, offeredDraft } from './create-draft.ts';

test('each booking has a draft of its own, and so has the form without a booking', () => {
  const keys = ['booking-1', 'booking-2', null].map((bookingId) => galleryDraftKey('ann', bookingId));
  expect(new Set([...keys, galleryDraftKey('bo', null)]).size).toBe(4);
});

test('a draft is restored without a booking that has a gallery by now', () => {
  const bookings = [{ id: 'booking-1' }];
  const texts = { name: 'Ada & Ben', description: 'In the garden' };
  expect(offeredDraft({ bookingId: 'booking-1', ...texts }, bookings)).toEqual({ bookingId: 'booking-1', ...texts });
  expect(offeredDraft({ bookingId: 'booking-2', ...texts }, bookings)).toEqual(texts);
});

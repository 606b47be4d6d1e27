import type { LiveUpdates } from '../../platform/live-updates.ts';

const all = ['galleries'] as const;
const detail = (id: string) => [...all, 'detail', id] as const;

export const galleryKeys = {
  all,
  list: [...all, 'list'] as const,
  /** The bookings that a gallery can be created for. */
  bookings: [...all, 'bookings'] as const,
  settings: [...all, 'settings'] as const,
  delivery: (creatorId: string) => [...all, 'delivery', creatorId] as const,
  bookingDelivery: (bookingId: string) => [...all, 'booking-delivery', bookingId] as const,
  ofBooking: (bookingId: string) => [...all, 'of-booking', bookingId] as const,
  detail,
  items: (id: string) => [...detail(id), 'items'] as const,
  shares: (id: string) => [...detail(id), 'shares'] as const,
  /** Not under the key of galleries: the URL stays the same while the video plays. */
  video: (itemId: string) => ['gallery-video', itemId] as const,
  /** Not under the key of galleries: an open receipt stays as it was read. */
  receipt: (id: string) => ['gallery-receipt', id] as const,
};

// A confirmed booking can get a gallery, and a paid one unlocks the original files.
export const liveUpdates: LiveUpdates = { topics: { galleries: [all], bookings: [all], payments: [all] } };

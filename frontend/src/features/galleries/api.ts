import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { BookingDelivery, GalleriesPage, Gallery, GalleryBookings } from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';
import { coverRenewal, galleryWithCover, keepCover } from './signed-previews.ts';

/** The galleries that the user created or received, newest first, in pages. */
export const galleryListQuery = infiniteQueryOptions({
  queryKey: galleryKeys.list,
  queryFn: async ({ client, pageParam, signal }) => {
    const page = await api.get<GalleriesPage>(galleryEndpoints.all, { cursor: pageParam }, signal);
    const shown = client
      .getQueryData<InfiniteData<GalleriesPage>>(galleryKeys.list)
      ?.pages.flatMap(({ items }) => items);
    const known = new Map(shown?.map((gallery) => [gallery.id, gallery]));
    return { ...page, items: page.items.map((gallery) => keepCover(known.get(gallery.id), gallery, Date.now())) };
  },
  refetchInterval: ({ state: { data } }) => coverRenewal(data?.pages.flatMap(({ items }) => items) ?? [], Date.now()),
  ...paging,
});

/** The gallery of a booking; null if the user sees none. */
export const bookingGalleryQuery = (bookingId: string) =>
  galleryWithCover(galleryKeys.ofBooking(bookingId), async (signal) => {
    const { items } = await api.get<GalleriesPage>(galleryEndpoints.ofBooking(bookingId), undefined, signal);
    return items[0] ?? null;
  });

/** By when the gallery of a booking was promised, and whether the user may create it. */
export const useBookingDelivery = (bookingId: string) =>
  useQuery({
    queryKey: galleryKeys.bookingDelivery(bookingId),
    queryFn: ({ signal }) => api.get<BookingDelivery>(galleryEndpoints.deliveryOf(bookingId), undefined, signal),
  });

/** The user's confirmed bookings that have no gallery, the latest event first. */
export const galleryBookingsQuery = queryOptions({
  queryKey: galleryKeys.bookings,
  queryFn: async ({ signal }) => (await api.get<GalleryBookings>(galleryEndpoints.bookings, undefined, signal)).items,
});

export const galleryQuery = (id: string) =>
  galleryWithCover(galleryKeys.detail(id), (signal) =>
    api.get<Gallery>(galleryEndpoints.detail(id), undefined, signal),
  );

export const useGalleries = () => useInfiniteQuery(galleryListQuery);

export const useBookingGallery = (bookingId: string) => useQuery(bookingGalleryQuery(bookingId));

/** Does not fetch while `enabled` is false. */
export const useGalleryBookings = (enabled: boolean) => useQuery({ ...galleryBookingsQuery, enabled });

export const useGallery = (id: string) => useQuery(galleryQuery(id));

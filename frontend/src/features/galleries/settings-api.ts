import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { DeliveryPromise, GallerySettings, GallerySettingsChange } from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { galleryKeys } from './keys.ts';

const path = '/gallery-settings';

/** The user's rules for their galleries. */
export const useGallerySettings = () =>
  useQuery({
    queryKey: galleryKeys.settings,
    queryFn: ({ signal }) => api.get<GallerySettings>(path, undefined, signal),
  });

export const useSaveGallerySettings = () =>
  useMutation({
    mutationFn: (change: GallerySettingsChange) => api.put(path, change),
    meta: { success: 'Gallery settings saved', failure: 'Failed to save gallery settings', topics: ['galleries'] },
  });

/** In how many days after the event a professional promises to deliver a gallery. */
export const deliveryPromiseQuery = (creatorId: string) =>
  queryOptions({
    queryKey: galleryKeys.delivery(creatorId),
    queryFn: ({ signal }) =>
      api.get<DeliveryPromise>(`/creators/${encodeURIComponent(creatorId)}/delivery`, undefined, signal),
  });

export const useDeliveryPromise = (creatorId: string) => useQuery(deliveryPromiseQuery(creatorId));

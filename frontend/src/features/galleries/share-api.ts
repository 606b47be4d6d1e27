import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { CreatedGalleryShare, GalleryShares } from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { useRepeatablePost } from '../../platform/repeatable-post.ts';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';

const sharesQuery = (galleryId: string) =>
  queryOptions({
    queryKey: galleryKeys.shares(galleryId),
    queryFn: async ({ signal }) =>
      (await api.get<GalleryShares>(galleryEndpoints.shares(galleryId), undefined, signal)).items,
  });

/** The links to a gallery, newest first, with who opened them. For its creator. */
export const useGalleryShares = (galleryId: string) => useQuery(sharesQuery(galleryId));

export const useCreateShare = (galleryId: string) =>
  useMutation({
    mutationFn: useRepeatablePost<CreatedGalleryShare, Record<string, unknown>>(galleryEndpoints.shares(galleryId)),
    meta: { success: 'Link created', failure: 'Failed to create the link', topics: ['galleries'] },
  });

export const useRevokeShare = (galleryId: string) =>
  useMutation({
    mutationFn: (shareId: string) => api.delete(`${galleryEndpoints.shares(galleryId)}/${encodeURIComponent(shareId)}`),
    meta: { success: 'Link revoked', failure: 'Failed to revoke the link', topics: ['galleries'] },
  });

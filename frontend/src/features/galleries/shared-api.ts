import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  GalleryArchive,
  GalleryItemUrl,
  SharedGallery,
  SharedGalleryRequirements,
  SharedGallerySession,
  SharedGallerySessionRequest,
} from '#galleries/contract';
import { api, isMissing, request } from '../../platform/http.ts';
import { saveFrom } from '../../platform/save-file.ts';
import { galleryEndpoints } from './endpoints.ts';
import { forgetVisit, storedVisit, storeVisit } from './shared-visit.ts';
import { galleryWithCover } from './signed-previews.ts';
import { itemsQuery, type RequestItemUrl } from './viewer-api.ts';

// Not under the key of galleries, because a gallery seen through a link gets no live updates.
const all = (token: string) => ['shared-gallery', token] as const;
const keys = {
  requirements: (token: string) => [...all(token), 'requirements'] as const,
  visit: (token: string) => [...all(token), 'visit'] as const,
  /** Without a visit, the keys of all visits. */
  gallery: (token: string, ...visit: readonly string[]) => [...all(token), 'gallery', ...visit] as const,
  items: (token: string, ...visit: readonly string[]) => [...all(token), 'items', ...visit] as const,
};

const requirementsQuery = (token: string) =>
  queryOptions({
    queryKey: keys.requirements(token),
    queryFn: ({ signal }) => api.get<SharedGalleryRequirements>(galleryEndpoints.shared(token), undefined, signal),
  });

/** What a visitor has to enter for this link; an error that `isMissing` if the link does not work. */
export const useRequirements = (token: string) => useQuery(requirementsQuery(token));

const beginVisit = async (token: string, secrets: SharedGallerySessionRequest): Promise<SharedGallerySession> => {
  const path = `${galleryEndpoints.shared(token)}/session`;
  const visit = await api.post<SharedGallerySession>(path, secrets ?? {});
  storeVisit(token, visit);
  return visit;
};

/** The visit of this tab. It begins automatically if the link needs neither a password nor a PIN. */
export const useVisit = (token: string, requirements: SharedGalleryRequirements | undefined) =>
  useQuery({
    queryKey: keys.visit(token),
    queryFn: () => beginVisit(token, {}),
    enabled: requirements !== undefined && !requirements.needsPassword && !requirements.needsPin,
    initialData: () => storedVisit(token),
    // Every visit is recorded, so it is begun only once.
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Begins a visit with a password, a PIN, or both. The form shows the failures. */
export const useBeginVisit = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (secrets: NonNullable<SharedGallerySessionRequest>) => beginVisit(token, secrets),
    onSuccess: (visit) => {
      client.setQueryData(keys.visit(token), visit);
    },
    onError: (error) => {
      if (isMissing(error)) void client.resetQueries({ queryKey: keys.requirements(token) });
    },
  });
};

/** A gallery that is seen through a link, during one visit. */
export type Shared = { readonly token: string; readonly visit: SharedGallerySession };

const send = <T>({ token, visit }: Shared, method: string, path: string, call: Parameters<typeof request>[2] = {}) =>
  request<T>(method, `/api/v1${galleryEndpoints.shared(token)}${path}`, {
    ...call,
    headers: { 'x-gallery-visit': visit.accessToken },
  });

export const useSharedGallery = (shared: Shared) =>
  useQuery(
    galleryWithCover(keys.gallery(shared.token, shared.visit.accessToken), (signal) =>
      send<SharedGallery>(shared, 'GET', '/gallery', { signal }),
    ),
  );

export const useSharedItems = (shared: Shared) =>
  useQuery(
    itemsQuery(keys.items(shared.token, shared.visit.accessToken), (cursor, signal) =>
      send(shared, 'GET', '/items', { query: { cursor }, signal }),
    ),
  );

/** For the viewer's `ItemUrlContext`. */
export const sharedItemUrls =
  (shared: Shared): RequestItemUrl =>
  async ({ id }, body) =>
    (await send<GalleryItemUrl>(shared, 'POST', `/items/${encodeURIComponent(id)}/url`, { body })).url;

/** Saves all files as one archive: the originals, or the photos in web size where the originals are locked. */
export const useSaveSharedArchive = (shared: Shared) =>
  useMutation({
    mutationFn: (variant: 'original' | 'large') =>
      send<GalleryArchive>(shared, 'POST', '/archive', { body: { variant } }),
    onSuccess: ({ url }) => saveFrom(url),
    meta: { failure: 'The download could not be started' },
  });

const endVisit = (client: QueryClient, token: string): void => {
  forgetVisit();
  for (const key of [keys.visit, keys.gallery, keys.items]) client.removeQueries({ queryKey: key(token) });
  void client.resetQueries({ queryKey: keys.requirements(token) });
};

/** Ends the visit when the server no longer accepts it, because it has expired or the link was revoked. */
export const useEndOfVisit = (token: string, errors: readonly unknown[]): void => {
  const client = useQueryClient();
  const isOver = errors.some(isMissing);
  useEffect(() => {
    if (isOver) endVisit(client, token);
  }, [client, token, isOver]);
};

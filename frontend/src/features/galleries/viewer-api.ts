import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type {
  GalleryItem,
  GalleryItemChange,
  GalleryItemsPage,
  GalleryItemUrl,
  GalleryItemUrlRequest,
  GalleryReopening,
} from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';
import type { OrderChange } from './viewer-order.ts';
import { type GalleryItems, keepPreviews, renewalDelay } from './viewer-previews.ts';

const allItems = async (id: string, signal: AbortSignal): Promise<GalleryItems> => {
  const items: GalleryItem[] = [];
  let cursor: string | undefined;
  let previewsExpireAt: string | undefined;
  do {
    const page: GalleryItemsPage = await api.get(galleryEndpoints.items(id), { cursor }, signal);
    items.push(...page.items);
    previewsExpireAt ??= page.previewsExpireAt;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return { items, previewsExpireAt };
};

/** All items of a gallery, in their order, with the URLs of their previews, which are replaced before they expire. */
export const galleryItemsQuery = (id: string) =>
  queryOptions({
    queryKey: galleryKeys.items(id),
    queryFn: async ({ client, queryKey, signal }) =>
      keepPreviews(client.getQueryData<GalleryItems>(queryKey), await allItems(id, signal), Date.now()),
    refetchInterval: ({ state }) => state.data !== undefined && renewalDelay(state.data, Date.now()),
  });

export const useGalleryItems = (id: string) => useQuery(galleryItemsQuery(id));

const itemPath = ({ galleryId, id }: { galleryId: string; id: string }): string =>
  `${galleryEndpoints.items(galleryId)}/${encodeURIComponent(id)}`;

const requestUrl = async (item: GalleryItem, request: Partial<GalleryItemUrlRequest>): Promise<string> =>
  (await api.post<GalleryItemUrl>(`${itemPath(item)}/url`, request)).url;

/** The URL to download the original file from, within 60 seconds. */
export const downloadUrl = (item: GalleryItem): Promise<string> => requestUrl(item, { download: true });

/** The URL of a video, requested when it is opened. It stays the same while it plays. */
export const useVideoUrl = (item: GalleryItem, enabled: boolean) =>
  useQuery({
    queryKey: ['gallery-video', item.id],
    queryFn: () => requestUrl(item, {}),
    enabled,
    staleTime: 'static',
    gcTime: 0,
  });

const lifeChange = (id: string, action: string, success: string, failure: string) => ({
  mutationFn: (body: GalleryReopening | undefined) => api.post(`${galleryEndpoints.detail(id)}/${action}`, body),
  meta: { success, failure, topics: ['galleries'] },
});

export const useMarkReady = (id: string) =>
  useMutation(lifeChange(id, 'ready', 'Your client can see the gallery now', 'Failed to mark the gallery as ready'));

export const useDeliverGallery = (id: string) =>
  useMutation(lifeChange(id, 'deliver', 'Gallery delivered', 'Failed to deliver the gallery'));

export const useReopenGallery = (id: string) =>
  useMutation(lifeChange(id, 'reopen', 'Gallery reopened', 'Failed to reopen the gallery'));

export const useAcceptGallery = (id: string) =>
  useMutation(lifeChange(id, 'accept', 'Gallery accepted', 'Failed to accept the gallery'));

/** Shows changed items at once, before the server has them. */
const showChanged = async (
  client: QueryClient,
  galleryId: string,
  changed: (items: readonly GalleryItem[]) => readonly GalleryItem[],
): Promise<void> => {
  const queryKey = galleryKeys.items(galleryId);
  await client.cancelQueries({ queryKey });
  client.setQueryData<GalleryItems>(queryKey, (data) => data && { ...data, items: changed(data.items) });
};

type Favorite = { readonly item: GalleryItem; readonly isFavorite: boolean };

export const useFavoriteItem = () =>
  useMutation({
    mutationFn: ({ item, isFavorite }: Favorite) =>
      isFavorite ? api.put(`${itemPath(item)}/favorite`, {}) : api.delete(`${itemPath(item)}/favorite`),
    onMutate: ({ item: { id, galleryId }, isFavorite }: Favorite, { client }) =>
      showChanged(client, galleryId, (items) => items.map((one) => (one.id === id ? { ...one, isFavorite } : one))),
    meta: { failure: 'Failed to change your favorites', topics: ['galleries'] },
  });

type ItemChange = { readonly item: GalleryItem; readonly change: GalleryItemChange };

export const useChangeItem = () =>
  useMutation({
    mutationFn: ({ item, change }: ItemChange) => api.patch(itemPath(item), change),
    meta: { failure: 'Failed to save the changes', topics: ['galleries'] },
  });

type Move = { readonly galleryId: string; readonly changes: readonly OrderChange[] };

const inOrder = (items: readonly GalleryItem[], changes: Move['changes']): readonly GalleryItem[] => {
  const numbers = new Map(changes.map(({ id, sortOrder }) => [id, sortOrder]));
  return items
    .map((item) => ({ ...item, sortOrder: numbers.get(item.id) ?? item.sortOrder }))
    .sort((a, b) => a.sortOrder - b.sortOrder || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
};

/** Stores the new order numbers of items, one after another. */
export const useMoveItems = () =>
  useMutation({
    mutationFn: async ({ galleryId, changes }: Move) => {
      for (const { id, sortOrder } of changes) await api.patch(itemPath({ galleryId, id }), { sortOrder });
    },
    onMutate: ({ galleryId, changes }: Move, { client }) =>
      showChanged(client, galleryId, (items) => inOrder(items, changes)),
    meta: { failure: 'Failed to move the file', topics: ['galleries'] },
  });

export const useRemoveItem = () =>
  useMutation({
    mutationFn: (item: GalleryItem) => api.delete(itemPath(item)),
    meta: { success: 'File deleted', failure: 'Failed to delete the file', topics: ['galleries'] },
  });

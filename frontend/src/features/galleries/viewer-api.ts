import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import {
  type GalleryAcceptance,
  type GalleryArchive,
  type GalleryArchiveRequest,
  type GalleryItem,
  type GalleryItemChange,
  type GalleryItemsPage,
  type GalleryItemUrl,
  type GalleryItemUrlRequest,
  type GalleryReopening,
  itemsOf,
  maxItemsMoved,
} from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { saveFrom } from '../../platform/save-file.ts';
import { showChange, shownChanges, withPendingChanges } from '../../platform/shown-changes.ts';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';
import { renewalDelay } from './signed-previews.ts';
import { saveOrLog } from './viewer-download.ts';
import type { OrderChange } from './viewer-order.ts';
import { type GalleryItems, keepPreviews } from './viewer-previews.ts';
import { partsOf } from './viewer-selected.ts';

/** Reads all pages of a gallery's items. */
const allItems = async (read: (cursor: string | undefined) => Promise<GalleryItemsPage>): Promise<GalleryItems> => {
  const items: GalleryItem[] = [];
  let cursor: string | undefined;
  let previewsExpireAt: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...itemsOf(page));
    previewsExpireAt ??= page.previewsExpireAt;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return { items, previewsExpireAt };
};

type ReadItems = (cursor: string | undefined, signal: AbortSignal) => Promise<GalleryItemsPage>;

/** All items of a gallery, in their order, with the URLs of their previews, which are replaced before they expire. */
export const itemsQuery = (queryKey: readonly string[], read: ReadItems) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const items = withPendingChanges(client, queryKey, await allItems((cursor) => read(cursor, signal)));
      return keepPreviews(client.getQueryData<GalleryItems>(queryKey), items, Date.now());
    },
    refetchInterval: ({ state }) => state.data !== undefined && renewalDelay(state.data, Date.now()),
  });

const galleryItemsQuery = (id: string) =>
  itemsQuery(galleryKeys.items(id), (cursor, signal) => api.get(galleryEndpoints.items(id), { cursor }, signal));

export const useGalleryItems = (id: string) => useQuery(galleryItemsQuery(id));

const itemPath = ({ galleryId, id }: { galleryId: string; id: string }): string =>
  `${galleryEndpoints.items(galleryId)}/${encodeURIComponent(id)}`;

/** Requests the URL of an item's file. */
export type RequestItemUrl = (item: GalleryItem, request: Partial<GalleryItemUrlRequest>) => Promise<string>;

const requestUrl: RequestItemUrl = async (item, request) =>
  (await api.post<GalleryItemUrl>(`${itemPath(item)}/url`, request)).url;

/** How the viewer gets the files: with the user's account, unless a page provides another way. */
export const ItemUrlContext = createContext(requestUrl);

/** Requests a URL and saves the original file. The URL is valid for 60 seconds. */
export const useSaveItem = (): ((item: GalleryItem) => Promise<void>) => {
  const request = useContext(ItemUrlContext);
  return useCallback(async (item) => saveFrom(await request(item, { download: true })), [request]);
};

/** Downloads one file. A failure is only logged. */
export const useDownloadItem = (): ((item: GalleryItem) => void) => {
  const save = useSaveItem();
  return useCallback((item) => void saveOrLog(() => save(item)), [save]);
};

/** Opens an archive of a delivered gallery and saves it: the originals, or the photos in web size. */
export const useDownloadArchive = (id: string) =>
  useMutation({
    mutationFn: async (variant: GalleryArchiveRequest['variant']) =>
      saveFrom((await api.post<GalleryArchive>(`${galleryEndpoints.detail(id)}/archive`, { variant })).url),
    meta: { failure: 'Failed to prepare the download' },
  });

/** The URL of a video, requested when it is opened. It stays the same while it plays. */
export const useVideoUrl = (item: GalleryItem, enabled: boolean) => {
  const request = useContext(ItemUrlContext);
  return useQuery({
    queryKey: galleryKeys.video(item.id),
    queryFn: () => request(item, {}),
    enabled,
    staleTime: 'static',
    gcTime: 0,
  });
};

const lifeChange = (id: string, action: string, success: string, failure: string) => ({
  mutationFn: (body: GalleryReopening | GalleryAcceptance | undefined) =>
    api.post(`${galleryEndpoints.detail(id)}/${action}`, body),
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

const itemChanges = shownChanges('gallery-items');

type ChangeItems = (items: readonly GalleryItem[]) => readonly GalleryItem[];

/** Shows a change of a gallery's items before the server has it. */
const showItems = (client: QueryClient, galleryId: string, change: ChangeItems) =>
  showChange<GalleryItems>(client, {
    queryKey: galleryKeys.items(galleryId),
    apply: (data) => ({ ...data, items: change(data.items) }),
  });

type Favorite = { readonly item: GalleryItem; readonly isFavorite: boolean };

export const useFavoriteItem = () =>
  useMutation({
    ...itemChanges,
    mutationFn: ({ item, isFavorite }: Favorite) =>
      isFavorite ? api.put(`${itemPath(item)}/favorite`, {}) : api.delete(`${itemPath(item)}/favorite`),
    onMutate: ({ item: { id, galleryId }, isFavorite }: Favorite, { client }) =>
      showItems(client, galleryId, (items) => items.map((one) => (one.id === id ? { ...one, isFavorite } : one))),
    meta: { failure: 'Failed to change your favorites', topics: ['galleries'] },
  });

type ItemChange = { readonly item: GalleryItem; readonly change: GalleryItemChange };

export const useChangeItem = () =>
  useMutation({
    mutationFn: ({ item, change }: ItemChange) => api.patch(itemPath(item), change),
    meta: { failure: 'Failed to save the changes', topics: ['galleries'] },
  });

type SectionMove = {
  readonly galleryId: string;
  readonly itemIds: readonly GalleryItem['id'][];
  readonly section: string | null;
};

/** Moves items to a section, in as many requests as needed. */
export const useMoveToSection = () =>
  useMutation({
    ...itemChanges,
    mutationFn: async ({ galleryId, itemIds, section }: SectionMove) => {
      for (const part of partsOf(itemIds, maxItemsMoved))
        await api.patch(galleryEndpoints.items(galleryId), { itemIds: part, section });
    },
    onMutate: ({ galleryId, itemIds, section }: SectionMove, { client }) => {
      const moved = new Set(itemIds);
      return showItems(client, galleryId, (items) =>
        items.map((one) => (moved.has(one.id) ? { ...one, section } : one)),
      );
    },
    meta: { failure: 'Failed to move the photos and videos', topics: ['galleries'] },
  });

type Move = { readonly galleryId: string; readonly changes: readonly OrderChange[] };

const inOrder = (items: readonly GalleryItem[], changes: Move['changes']): readonly GalleryItem[] => {
  const numbers = new Map(changes.map(({ id, sortOrder }) => [id, sortOrder]));
  return items
    .map((item) => ({ ...item, sortOrder: numbers.get(item.id) ?? item.sortOrder }))
    .sort((a, b) => a.sortOrder - b.sortOrder || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
};

/** Stores the new order numbers of items in one request: before the first move, all items have the same number. */
export const moveOptions = {
  ...itemChanges,
  mutationFn: ({ galleryId, changes }: Move) =>
    api.patch(`${galleryEndpoints.detail(galleryId)}/order`, {
      items: changes.map(({ id, sortOrder }) => ({ itemId: id, sortOrder })),
    }),
  onMutate: ({ galleryId, changes }: Move, { client }: { client: QueryClient }) =>
    showItems(client, galleryId, (items) => inOrder(items, changes)),
  meta: { failure: 'Failed to move the file', topics: ['galleries'] },
};

export const useMoveItems = () => useMutation(moveOptions);

export const useRemoveItem = () =>
  useMutation({
    mutationFn: (item: GalleryItem) => api.delete(itemPath(item)),
    meta: { success: 'File deleted', failure: 'Failed to delete the file', topics: ['galleries'] },
  });

import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { GalleryItem } from '#galleries/contract';
import { galleryKeys } from './keys.ts';
import type { GalleryItems } from './viewer-previews.ts';

/** A change of a gallery's items that is shown before the server has it. */
type ShownChange = {
  readonly queryKey: readonly string[];
  readonly apply: (items: readonly GalleryItem[]) => readonly GalleryItem[];
};

/** What the mutations have in common whose changes are shown at once. Their context is the change. */
export const shownChanges = {
  mutationKey: galleryKeys.itemChanges,
  // One after another: two changes of one item must not reach the server in the other order.
  scope: { id: 'gallery-items' },
};

/** Shows a change at once, before the server has it. */
export const showChange = async (client: QueryClient, change: ShownChange): Promise<ShownChange> => {
  await client.cancelQueries({ queryKey: change.queryKey });
  client.setQueryData<GalleryItems>(change.queryKey, (data) => data && { ...data, items: change.apply(data.items) });
  return change;
};

/** The items as the server has them, with the changes that it does not have yet. */
export const withPendingChanges = (
  client: QueryClient,
  queryKey: readonly string[],
  read: GalleryItems,
): GalleryItems => {
  const changes = client
    .getMutationCache()
    .findAll({ mutationKey: shownChanges.mutationKey, status: 'pending' })
    .map(({ state }) => state.context as ShownChange | undefined)
    .filter((change) => change !== undefined && hashKey(change.queryKey) === hashKey(queryKey));
  const items = changes.reduce((shown, change) => change?.apply(shown) ?? shown, read.items);
  return { ...read, items };
};

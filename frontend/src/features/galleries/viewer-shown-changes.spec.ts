import { beforeEach, expect, test } from '@jest/globals';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import type { GalleryItem } from '#galleries/contract';
import { galleryKeys } from './keys.ts';
import type { GalleryItems } from './viewer-previews.ts';
import { showChange, shownChanges, withPendingChanges } from './viewer-shown-changes.ts';

const queryKey = galleryKeys.items('gallery-1');
const client = new QueryClient();
const itemsOf = (isFavorite: boolean): GalleryItems => ({
  items: [{ id: 'gallery-item-1', isFavorite } as unknown as GalleryItem],
  previewsExpireAt: '2999-01-01T00:00:00.000Z',
});
const shown = () => client.getQueryData<GalleryItems>(queryKey)?.items[0]?.isFavorite;

/** A favorite that the server has only once `finish` is called. */
const favorite = (sent: boolean[]) => {
  let finish = (): void => undefined;
  const observer = new MutationObserver<unknown, Error, boolean>(client, {
    ...shownChanges,
    mutationFn: (isFavorite) => {
      sent.push(isFavorite);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    onMutate: (isFavorite, context) =>
      showChange(context.client, { queryKey, apply: (items) => items.map((item) => ({ ...item, isFavorite })) }),
  });
  return { mutate: (isFavorite: boolean) => observer.mutate(isFavorite), finish: () => finish() };
};

beforeEach(() => client.clear());

test('a change is shown at once, and stays when the items are read before the server has it', async () => {
  client.setQueryData(queryKey, itemsOf(false));
  const { mutate, finish } = favorite([]);
  const done = mutate(true);
  await new Promise(setImmediate);
  expect(shown()).toBe(true);
  expect(withPendingChanges(client, queryKey, itemsOf(false))).toEqual(itemsOf(true));
  expect(withPendingChanges(client, galleryKeys.items('gallery-2'), itemsOf(false))).toEqual(itemsOf(false));
  finish();
  await done;
  expect(withPendingChanges(client, queryKey, itemsOf(false))).toEqual(itemsOf(false));
});

test('changes reach the server one after another, and the last one is shown', async () => {
  client.setQueryData(queryKey, itemsOf(true));
  const sent: boolean[] = [];
  const [first, second] = [favorite(sent), favorite(sent)];
  const done = [first.mutate(false), second.mutate(true)];
  await new Promise(setImmediate);
  expect(sent).toEqual([false]);
  expect(withPendingChanges(client, queryKey, itemsOf(true))).toEqual(itemsOf(true));
  first.finish();
  await done[0];
  await new Promise(setImmediate);
  expect(sent).toEqual([false, true]);
  second.finish();
  await done[1];
});

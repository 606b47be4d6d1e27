import { beforeEach, expect, test } from '@jest/globals';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { showChange, shownChanges, withPendingChanges } from './shown-changes.ts';

type Item = { readonly isFavorite: boolean };

const queryKey = ['items', '1'];
const client = new QueryClient();
const shown = () => client.getQueryData<Item>(queryKey)?.isFavorite;

/** A favorite that the server has only once `finish` is called. */
const favorite = (sent: boolean[]) => {
  let finish = (): void => undefined;
  const observer = new MutationObserver<unknown, Error, boolean>(client, {
    ...shownChanges('items'),
    mutationFn: (isFavorite) => {
      sent.push(isFavorite);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    onMutate: (isFavorite, context) => showChange<Item>(context.client, { queryKey, apply: () => ({ isFavorite }) }),
  });
  return { mutate: (isFavorite: boolean) => observer.mutate(isFavorite), finish: () => finish() };
};

const withPending = (read: Item, key = queryKey): Item => withPendingChanges(client, key, read);

beforeEach(() => client.clear());

test('a change is shown at once, and stays when the data is read before the server has it', async () => {
  client.setQueryData(queryKey, { isFavorite: false });
  const { mutate, finish } = favorite([]);
  const done = mutate(true);
  await new Promise(setImmediate);
  expect(shown()).toBe(true);
  expect(withPending({ isFavorite: false })).toEqual({ isFavorite: true });
  expect(withPending({ isFavorite: false }, ['items', '2'])).toEqual({ isFavorite: false });
  finish();
  await done;
  expect(withPending({ isFavorite: false })).toEqual({ isFavorite: false });
});

test('changes reach the server one after another, and the last one is shown', async () => {
  client.setQueryData(queryKey, { isFavorite: true });
  const sent: boolean[] = [];
  const [first, second] = [favorite(sent), favorite(sent)];
  const done = [first.mutate(false), second.mutate(true)];
  await new Promise(setImmediate);
  expect(sent).toEqual([false]);
  expect(withPending({ isFavorite: true })).toEqual({ isFavorite: true });
  first.finish();
  await done[0];
  await new Promise(setImmediate);
  expect(sent).toEqual([false, true]);
  second.finish();
  await done[1];
});

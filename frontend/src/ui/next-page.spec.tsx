import { afterAll, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { HttpError } from '../platform/http.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { NextPage } from './next-page.tsx';

const client = createQueryClient();
afterAll(() => client.clear());

test('a next page that cannot be loaded says why and can be tried again, and the button comes back', async () => {
  const responses = [
    () => ({ next: 2 }),
    () => {
      throw new HttpError(403, 'list-not-allowed', 'You can no longer see this list.');
    },
    () => ({ next: 3 }),
    () => ({ next: undefined }),
  ];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 1,
    queryFn: async () => responses.shift()?.() ?? { next: undefined },
    getNextPageParam: ({ next }: { next: number | undefined }) => next,
  });
  const stop = observer.subscribe(() => undefined);
  const shown = () => renderToStaticMarkup(<NextPage query={observer.getCurrentResult()}>Show more</NextPage>);
  await observer.refetch();
  expect(shown()).toBe('Show more');
  await observer.fetchNextPage();
  expect(shown()).toMatch(/role="alert".*You can no longer see this list\..*<button.*Try again/);
  await observer.fetchNextPage();
  expect(shown()).toBe('Show more');
  await observer.fetchNextPage();
  expect(shown()).toBe('');
  stop();
});

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { HttpError } from './http.ts';
import { combineUpdates } from './live-updates.ts';
import { createQueryClient } from './query-client.ts';

const client = createQueryClient();
const shownMessages: string[] = [];
const note =
  (kind: string) =>
  (...texts: (string | undefined)[]) =>
    void shownMessages.push([kind, ...texts].filter(Boolean).join(' | '));
client.showNoticesWith({ success: note('success'), error: note('error') });
afterEach(() => {
  shownMessages.length = 0;
  client.clear();
});

const mutate = (meta: NonNullable<MutationObserver['options']['meta']>, error?: unknown) =>
  new MutationObserver(client, {
    mutationFn: () => (error === undefined ? Promise.resolve() : Promise.reject(error)),
    meta,
  })
    .mutate()
    .catch(() => undefined);

const refusal = new HttpError(409, 'booking-cancelled', 'This booking is cancelled');
const errorWithoutMessage = new HttpError(500, 'unexpected', '');

test('a mutation shows the messages of its meta', async () => {
  await mutate({ success: 'Saved', failure: 'Failed to save' });
  await mutate({ success: ['Redirecting', 'In the new tab'] });
  await mutate({ failure: 'Failed to save' }, errorWithoutMessage);
  await mutate({ failure: 'Failed to save' }, refusal);
  await mutate({ failure: (error) => ['Purchase failed', String(error)] }, refusal);
  expect(shownMessages).toEqual([
    'success | Saved',
    'success | Redirecting | In the new tab',
    'error | Failed to save',
    'error | This booking is cancelled',
    'error | Purchase failed | HttpError: This booking is cancelled',
  ]);
});

test('a mutation without messages is silent', async () => {
  await mutate({});
  await mutate({}, refusal);
  expect(shownMessages).toEqual([]);
});

test('a failed query shows a message only if its meta has one', async () => {
  const runFailingQuery = (failure?: string) =>
    client
      .fetchQuery({
        queryKey: ['q', failure],
        queryFn: () => Promise.reject(refusal),
        meta: failure ? { failure } : {},
      })
      .catch(() => undefined);
  await runFailingQuery();
  await runFailingQuery('Could not verify payment');
  expect(shownMessages).toEqual(['error | This booking is cancelled']);
});

test('after a success, a mutation refetches the queries of its topics before it settles', async () => {
  const { topics } = combineUpdates([
    { topics: { bookings: [['bookings']] } },
    { topics: { bookings: [['dashboard']], leads: [['dashboard']] } },
  ]);
  client.declareTopics(topics);
  const queryFunction = jest.fn(() => Promise.resolve('bookings'));
  const observer = new QueryObserver(client, { queryKey: ['bookings', 'list'], queryFn: queryFunction });
  const stop = observer.subscribe(() => undefined);
  await client.fetchQuery({ queryKey: ['dashboard'], queryFn: () => Promise.resolve('dashboard') });
  await client.fetchQuery({ queryKey: ['profile'], queryFn: () => Promise.resolve('profile') });
  expect(queryFunction).toHaveBeenCalledTimes(1);
  let finish: (data: string) => void = () => undefined;
  queryFunction.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  let hasEnded = false;
  const mutation = mutate({ topics: ['bookings'] }).then(() => (hasEnded = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([queryFunction.mock.calls.length, hasEnded]).toEqual([2, false]);
  finish('bookings');
  await mutation;
  queryFunction.mockImplementationOnce(() => new Promise(() => undefined));
  await mutate({ topics: ['bookings'] }, refusal);
  expect(queryFunction).toHaveBeenCalledTimes(3);
  const isStale = (key: string) => client.getQueryState([key])?.isInvalidated;
  expect([isStale('dashboard'), isStale('profile')]).toEqual([true, false]);
  stop();
});

test('a refused request is not retried; a failed connection is retried twice', () => {
  const { retry } = client.getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('retry is not a function');
  expect([
    retry(0, refusal),
    retry(0, errorWithoutMessage),
    retry(1, errorWithoutMessage),
    retry(2, errorWithoutMessage),
  ]).toEqual([false, true, true, false]);
});

test('a change during the first read of a query is read too', async () => {
  client.declareTopics({ leads: [['leads']] });
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['leads'],
    queryFn: () => responses[reads++]?.promise ?? Promise.reject(new Error('A third read')),
  });
  const stop = observer.subscribe(() => undefined);
  const invalidated = client.invalidateTopics(['leads']);
  responses[0]?.resolve('before the change');
  responses[1]?.resolve('with the change');
  await invalidated;
  expect([reads, observer.getCurrentResult().data]).toEqual([2, 'with the change']);
  stop();
});

describe('a refresh of topics', () => {
  /** A query on the page, whose reads the test answers one after the other. */
  const showQuery = (...queryKey: string[]) => {
    const responses: PromiseWithResolvers<unknown>[] = [];
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        const response = Promise.withResolvers<unknown>();
        responses.push(response);
        return response.promise;
      },
    });
    return { responses, observer, stop: observer.subscribe(() => undefined) };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  beforeEach(() => client.declareTopics({ galleries: [['galleries']], payments: [['galleries']] }));

  test('does not cancel a read in progress, and reads once more after it', async () => {
    const { responses, observer, stop } = showQuery('galleries');
    responses[0]?.resolve('first');
    await settled();
    const refreshes = [client.refreshTopics(['galleries', 'payments'])];
    await settled();
    expect(responses.length).toBe(2);
    refreshes.push(client.refreshTopics(['galleries']), client.refreshTopics(['payments']));
    await settled();
    expect(responses.length).toBe(2);
    responses[1]?.resolve('before the change');
    await settled();
    expect([responses.length, observer.getCurrentResult().data]).toEqual([3, 'before the change']);
    responses[2]?.resolve('with the change');
    expect((await Promise.all(refreshes)).map(({ length }) => length)).toEqual([1, 1, 1]);
    expect([responses.length, observer.getCurrentResult().data]).toEqual([3, 'with the change']);
    stop();
  });

  test('resolves to the queries on the page that show the topics', async () => {
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['galleries', 'items'],
      queryFn: async ({ pageParam }) => pageParam,
      initialPageParam: 1,
      getNextPageParam: (page: number) => page + 1,
    });
    const stop = observer.subscribe(() => undefined);
    await settled();
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    const { responses, stop: stopDetail } = showQuery('galleries', 'detail');
    responses[0]?.resolve('detail');
    await settled();
    const refresh = client.refreshTopics(['galleries']);
    responses[1]?.resolve('detail');
    expect((await refresh).map(({ queryKey }) => queryKey.join())).toEqual(['galleries,items', 'galleries,detail']);
    stop();
    stopDetail();
  });
});

describe('a query that was refused because of too many requests', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());
  const tooMany = (retryAfter?: number) =>
    new HttpError(429, 'too-many-requests', 'Too many requests.', [], retryAfter);
  const show = (queryFn: () => Promise<string>) => {
    client.declareTopics({ galleries: [['galleries']] });
    const observer = new QueryObserver(client, { queryKey: ['galleries'], queryFn });
    return { observer, stop: observer.subscribe(() => undefined) };
  };

  test.each([
    [41, 41_000],
    [undefined, 30_000],
  ])('is read again after its Retry-After (%s), and not by live updates before', async (retryAfter, wait) => {
    const read = jest.fn(() => Promise.resolve('new')).mockRejectedValueOnce(tooMany(retryAfter));
    const { observer, stop } = show(read);
    await jest.advanceTimersByTimeAsync(wait - 1);
    await client.refreshTopics(['galleries']);
    expect([read.mock.calls.length, observer.getCurrentResult().status]).toEqual([1, 'error']);
    await jest.advanceTimersByTimeAsync(1);
    expect([read.mock.calls.length, observer.getCurrentResult().data]).toEqual([2, 'new']);
    await client.refreshTopics(['galleries']);
    expect(read).toHaveBeenCalledTimes(3);
    stop();
  });

  test('is not read again if the page no longer shows it, or if it was read meanwhile', async () => {
    const read = jest.fn(() => Promise.resolve('new')).mockRejectedValueOnce(tooMany(10));
    const { observer, stop } = show(read);
    await jest.advanceTimersByTimeAsync(5_000);
    await observer.refetch();
    // It no longer waits, so live updates read it at once.
    await client.refreshTopics(['galleries']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(3);
    read.mockRejectedValueOnce(tooMany(10));
    await observer.refetch();
    stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(4);
  });
});

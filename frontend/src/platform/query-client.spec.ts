import { afterEach, expect, jest, test } from '@jest/globals';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
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

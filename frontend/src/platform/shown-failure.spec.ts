import { afterAll, expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { HttpError } from './http.ts';
import { createQueryClient } from './query-client.ts';
import { failureOf } from './shown-failure.ts';

const client = createQueryClient();
afterAll(() => client.clear());

test('a failure stays on the screen while the query is read again automatically, but not when the user tries again', async () => {
  const refused = new HttpError(403, 'not-allowed', 'You can no longer see this.');
  const observer = new QueryObserver(client, { queryKey: ['failing'], queryFn: () => Promise.reject(refused) });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const failed = failureOf(observer.getCurrentResult(), undefined);
  expect(failed?.error).toBe(refused);

  const again = observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', error: null });
  expect(failureOf(observer.getCurrentResult(), failed)).toBe(failed);
  expect(failed && failureOf(observer.getCurrentResult(), { ...failed, isRetried: true })).toBeUndefined();
  await again;

  observer.setOptions({ queryKey: ['other'], queryFn: () => new Promise(() => undefined) });
  expect(failureOf(observer.getCurrentResult(), failed)).toBeUndefined();
  stop();
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { poll } from './polling.ts';
import { queryClient } from './query-client.ts';

let invalidate: jest.SpiedFunction<typeof queryClient.invalidateAll>;
beforeEach(() => {
  jest.useFakeTimers();
  invalidate = jest.spyOn(queryClient, 'invalidateAll').mockResolvedValue();
});
afterEach(() => {
  invalidate.mockRestore();
  jest.useRealTimers();
});

/** How often the page's data is read again within five minutes. */
const readsWithinFiveMinutes = () => {
  jest.advanceTimersByTime(300_000);
  return invalidate.mock.calls.length;
};

test('the data is read every minute', () => {
  poll(new AbortController().signal);
  expect(readsWithinFiveMinutes()).toBe(5);
});

test.each([
  ['after it was ended', () => poll(new AbortController().signal)()],
  [
    'after the signal was aborted',
    () => {
      const leaving = new AbortController();
      poll(leaving.signal);
      leaving.abort();
    },
  ],
  ['if the signal was aborted before', () => poll(AbortSignal.abort())],
])('nothing is read %s', (_when, end) => {
  end();
  expect(readsWithinFiveMinutes()).toBe(0);
});

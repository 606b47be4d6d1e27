import { expect, jest, test } from '@jest/globals';
import { countedReads } from './counted-reads.suite.ts';
import { poll } from './polling.ts';

const reads = countedReads();

/** How often the page's data is read again within five minutes. */
const readsWithinFiveMinutes = () => {
  jest.advanceTimersByTime(300_000);
  return reads.count;
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

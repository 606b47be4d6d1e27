import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { withinTime } from './within-time.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const late = () => new Error('It took too long');

test('the result and the error of work that ends in time are passed on, and no timer remains', async () => {
  await expect(withinTime(Promise.resolve('done'), 10, late)).resolves.toBe('done');
  await expect(withinTime(Promise.reject(new Error('It failed')), 10, late)).rejects.toThrow('It failed');
  expect(jest.getTimerCount()).toBe(0);
});

test('work that does not end in time is an error, and an error that it has later is ignored', async () => {
  let fail: (error: Error) => void = () => undefined;
  const limited = withinTime(new Promise((_, reject) => (fail = reject)), 10, late);
  const outcome = expect(limited).rejects.toThrow('It took too long');
  jest.advanceTimersByTime(10);
  await outcome;
  fail(new Error('It failed later'));
  await Promise.resolve();
});

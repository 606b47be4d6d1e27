import { expect, test } from '@jest/globals';
import { batchedReads } from './batched-reads.ts';

test('keys that are requested in the same turn of the event loop are read with one call', async () => {
  const calls: (readonly string[])[] = [];
  const read = batchedReads(async (keys) => {
    calls.push(keys);
    return keys.map((key) => key.toUpperCase());
  });
  const afterSteps = async (key: string) => {
    await Promise.resolve();
    await Promise.resolve();
    return read(key);
  };
  expect(await Promise.all([read('a'), afterSteps('b'), read('a')])).toEqual(['A', 'B', 'A']);
  expect(calls).toEqual([['a', 'a', 'b']]);
  expect(await read('a')).toBe('A');
  expect(calls).toHaveLength(2);
});

test('many keys are read with several calls', async () => {
  const sizes: number[] = [];
  const read = batchedReads(async (keys) => {
    sizes.push(keys.length);
    return keys;
  });
  const keys = Array.from({ length: 250 }, (_, number) => String(number));
  expect(await Promise.all(keys.map(read))).toEqual(keys);
  expect(sizes).toEqual([100, 100, 50]);
});

test('an error is that of every key, and the next read works', async () => {
  let fails = true;
  const read = batchedReads(async (keys) => {
    if (fails) throw new Error('No connection');
    return keys;
  });
  const results = await Promise.allSettled([read('a'), read('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await read('a')).toBe('a');
});

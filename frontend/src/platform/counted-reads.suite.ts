import { afterEach, beforeEach, jest } from '@jest/globals';
import { queryClient } from './query-client.ts';

/** Fake timers for the tests of a block, in which the page's data is not read. Counts how often it would be read. */
export const countedReads = (): { readonly count: number } => {
  let invalidate: jest.SpiedFunction<typeof queryClient.invalidateAll>;
  beforeEach(() => {
    jest.useFakeTimers();
    invalidate = jest.spyOn(queryClient, 'invalidateAll').mockResolvedValue();
  });
  afterEach(() => {
    invalidate.mockRestore();
    jest.useRealTimers();
  });
  return {
    get count() {
      return invalidate.mock.calls.length;
    },
  };
};

import DataLoader from 'dataloader';

/** The most keys that are read with one call. */
const maxKeys = 100;

/**
 * A function that reads one value by its key. Keys that are requested in the same turn of the event loop are read with
 * one call of `readAll`, which returns a value for each key, in the same order. Nothing is cached.
 */
export const batchedReads = <Value>(
  readAll: (keys: readonly string[]) => Promise<readonly Value[]>,
): ((key: string) => Promise<Value>) => {
  const loader = new DataLoader(readAll, { cache: false, maxBatchSize: maxKeys, batchScheduleFn: setImmediate });
  return (key) => loader.load(key);
};

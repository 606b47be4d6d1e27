export { batchedReads } from './batched-reads.ts';
export { ConcurrencyLimit } from './concurrency-limit.ts';

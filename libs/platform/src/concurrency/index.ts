export { ConcurrencyLimit } from './concurrency-limit.ts';

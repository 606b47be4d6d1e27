import { queryClient } from './query-client.ts';

// In milliseconds.
const pollInterval = 60_000;

/**
 * Reads the page's data again from time to time, while there is no socket. Ends when the returned function is called or
 * `signal` is aborted.
 */
export const poll = (signal: AbortSignal): (() => void) => {
  if (signal.aborted) return () => undefined;
  const timer = setInterval(() => void queryClient.invalidateAll(), pollInterval);
  const end = () => clearInterval(timer);
  signal.addEventListener('abort', end);
  return end;
};

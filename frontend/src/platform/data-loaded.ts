import { queryClient } from './query-client.ts';

/** How long no query may be fetching before the page counts as loaded, and the longest wait. In milliseconds. */
const quietTime = 100;
const longestWait = 10_000;

// Safari has no idle callbacks.
const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === 'undefined' ? setTimeout : requestIdleCallback;

/** Resolves once the data of the page is loaded and shown. For code that must not delay the page's own requests. */
export const dataLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    let timer: ReturnType<typeof setTimeout>;
    const finish = () => {
      clearTimeout(timer);
      clearTimeout(limit);
      stop();
      resolve();
    };
    const isLoading = () => cache.getAll().length === 0 || queryClient.isFetching() > 0;
    const check = () => {
      clearTimeout(timer);
      if (!isLoading()) timer = setTimeout(() => whenIdle(() => isLoading() || finish()), quietTime);
    };
    const stop = cache.subscribe(check);
    const limit = setTimeout(finish, longestWait);
    check();
  });

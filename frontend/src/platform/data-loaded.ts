import { queryClient } from './query-client.ts';

/** How long no query may be fetching before the page counts as loaded, and the longest wait. In milliseconds. */
const quiet = 50;
const longest = 5_000;

/** Resolves once the data of the page is loaded. For code that must not compete with it for the connection. */
export const dataLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const finish = () => {
      clearTimeout(timer);
      clearTimeout(limit);
      stop();
      resolve();
    };
    const check = () => {
      clearTimeout(timer);
      if (queryClient.isFetching() === 0) timer = setTimeout(finish, quiet);
    };
    const stop = queryClient.getQueryCache().subscribe(check);
    const limit = setTimeout(finish, longest);
    check();
  });

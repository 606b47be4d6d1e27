/**
 * The result of work that takes at most `limit` milliseconds; after that, the promise rejects with the error of
 * `timedOut`. The work itself goes on, and its result or error is ignored.
 */
export const withinTime = async <T>(work: Promise<T>, limit: number, timedOut: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), limit);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

import { useSyncExternalStore } from 'react';

/** Where the auth client keeps the session in this browser. */
export const sessionKey = 'festoon.session';

const follow = (listener: () => void): (() => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

const marked = (): boolean => {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
};

/** Somebody seems to be signed in here. Good enough to choose a link, and the landing page needs no auth client for it. */
export const useHasStoredSession = (): boolean => useSyncExternalStore(follow, marked, () => false);

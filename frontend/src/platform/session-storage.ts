import { useSyncExternalStore } from 'react';

/** Where the auth client keeps the session in this browser. */
export const sessionKey = 'festoon.session';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

export const hasStoredSession = (): boolean => {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
};

/** What the auth client stores, as far as it is read here. */
export type StoredSession = { readonly access_token: string; readonly user: object };

// The auth client replaces a token that expires within 90 seconds; this one must still be the same by then. In seconds.
const margin = 120;

/** The stored session, unless it expires soon. Good enough to request data before the auth client is loaded. */
export const storedSession = (): StoredSession | undefined => {
  try {
    const session = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as StoredSession & { expires_at: number };
    const isValid = typeof session.access_token === 'string' && session.expires_at > Date.now() / 1000 + margin;
    return isValid && session.user ? session : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a session is stored here. Good enough to choose a link; the landing page needs no auth client for it. */
export const useHasStoredSession = (): boolean => useSyncExternalStore(subscribe, hasStoredSession, () => false);

const storedUserId = (): string | null => {
  try {
    const { user } = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as { user?: { id?: string } };
    return user?.id ?? null;
  } catch {
    return null;
  }
};

/** The id of the user whose session is stored here. It decides only what is shown; the server checks who may do what. */
export const useStoredUserId = (): string | null => useSyncExternalStore(subscribe, storedUserId, () => null);

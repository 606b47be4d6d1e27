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

/** The part of what the auth client stores that is read here. */
export type StoredSession = { readonly access_token: string; readonly user: object };

type StoredEntry = {
  readonly access_token?: unknown;
  readonly expires_at?: number;
  readonly user?: { readonly id?: string; readonly user_metadata?: { readonly role?: string } };
};

/** What is stored; empty if nothing can be read. */
const storedEntry = (): StoredEntry => {
  try {
    return (JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as StoredEntry | null) ?? {};
  } catch {
    return {};
  }
};

// In seconds. The auth client replaces a token that expires within 90 seconds, so such a token must not be used here.
const margin = 120;

/** The stored session, unless it expires soon. For requests before the auth client is loaded. */
export const storedSession = (): StoredSession | undefined => {
  const { access_token, expires_at = 0, user } = storedEntry();
  const isValid = typeof access_token === 'string' && expires_at > Date.now() / 1000 + margin;
  return isValid && user ? { access_token, user } : undefined;
};

/**
 * Whether this browser has a stored session, which may have expired. Enough for the header to choose between the links
 * to the dashboard and to the sign-in page, without loading the auth client.
 */
export const useHasStoredSession = (): boolean => useSyncExternalStore(subscribe, hasStoredSession, () => false);

const storedUserId = (): string | null => storedEntry().user?.id ?? null;

/** The id of the user whose session is stored. Decides only what is shown; the server checks who may do what. */
export const useStoredUserId = (): string | null => useSyncExternalStore(subscribe, storedUserId, () => null);

const storedRole = (): string | null => storedEntry().user?.user_metadata?.role ?? null;

/** The role that this user chose at sign-up. Decides only which link is shown. */
export const useStoredRole = (): string | null => useSyncExternalStore(subscribe, storedRole, () => null);

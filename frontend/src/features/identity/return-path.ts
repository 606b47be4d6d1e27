import { useLocation } from 'react-router-dom';
import { linkTokens } from './address-tokens.ts';
import { ownPath } from './own-path.ts';

/** The router state of the sign-in and sign-up pages. */
export type ReturnState = { returnTo: string };

/** The router state of the page that follows signing in. */
export const arrival = { signedIn: true } as const;
export const isArrival = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signedIn' in state;

const storageKey = 'festoon.return-to';

/** Where to go after signing in; undefined for the default page. */
export const useReturnPath = (): string | undefined => {
  const state = useLocation().state as Partial<ReturnState> | null;
  return ownPath(state?.returnTo) ?? (linkTokens && storedPath());
};

const storedPath = (): string | undefined => {
  try {
    return ownPath(sessionStorage.getItem(storageKey));
  } catch {
    return undefined;
  }
};

/**
 * Stores the path to open after sign-in while this tab shows an identity provider's page. The provider redirects back
 * to our sign-in page, and the router's state is lost then.
 */
export const storeReturnPath = (path: string | undefined): void => {
  try {
    if (path) sessionStorage.setItem(storageKey, path);
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be forbidden: the default page follows then.
  }
};

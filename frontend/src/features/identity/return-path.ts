import { useLocation } from 'react-router-dom';
import { linkTokens } from './address-tokens.ts';
import { ownPath } from './own-path.ts';

/** The router state of the sign-in and sign-up pages, and of the onboarding after signing up. */
export type ReturnState = { returnTo: string };

/** The router state of the page that follows signing in. */
export const arrival = { signedIn: true } as const;
export const isArrival = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signedIn' in state;

const storageKey = 'festoon.return-to';

/** The page that the link to this one asks to return to; undefined for the default page. */
export const useLinkedReturnPath = (): string | undefined =>
  ownPath((useLocation().state as Partial<ReturnState> | null)?.returnTo);

/** Where to go after signing in, also through an identity provider; undefined for the default page. */
export const useReturnPath = (): string | undefined => useLinkedReturnPath() ?? (linkTokens && storedPath());

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

import { useLocation } from 'react-router-dom';
import { linkTokens } from './address-tokens.ts';
import { ownPath } from './own-path.ts';

/** The router state of the sign-in and sign-up pages. */
export type ReturnState = { returnTo: string };

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

/** Keeps the path while this tab is at a provider, which returns to the sign-in page without the router's state. */
export const storeReturnPath = (path: string | undefined): void => {
  try {
    if (path) sessionStorage.setItem(storageKey, path);
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be forbidden: the default page follows then.
  }
};

import { sessionKey } from '../../shared/session-mark.ts';
import { claimsOf } from './claims.ts';

// A link with tokens signs in whoever opens it: also somebody else, who would then do things in the account of the one who
// made the link. So tokens are taken at once only where this browser asked for them, or has that account's session.
const askedKey = 'festoon.asked-for-a-link';
/** As long as a mailed link is good, in milliseconds. */
const patience = 3_600_000;

/** This browser asks for a link, or leaves for a provider: what it comes back with is its own. */
export const expectArrival = (): void => {
  try {
    localStorage.setItem(askedKey, String(Date.now()));
  } catch {
    // Where nothing can be kept, the reader is asked.
  }
};

/** What was asked for has come. */
export const endWait = (): void => {
  try {
    localStorage.removeItem(askedKey);
  } catch {
    // Nothing was kept.
  }
};

const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const wasAsked = (): boolean => Math.abs(Date.now() - Number(kept(askedKey))) < patience;

const ownerHere = (): unknown => {
  try {
    return (JSON.parse(kept(sessionKey) ?? '{}') as { user?: { id?: unknown } } | null)?.user?.id;
  } catch {
    return undefined;
  }
};

// As auth-js reads them: of two the last counts, and the query before the fragment.
const tokenIn = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string | undefined =>
  new Map([...new URLSearchParams(hash.slice(1)), ...new URLSearchParams(search)]).get('access_token');

/** The e-mail address of the account that a page's address would sign in to, where nobody here asked for that. */
export const strangerIn = (address: Pick<Location, 'hash' | 'search'>): string | undefined => {
  const token = tokenIn(address);
  if (token === undefined || wasAsked()) return undefined;
  const { sub, email } = claimsOf(token);
  return sub !== undefined && sub === ownerHere() ? undefined : String(email ?? 'another account');
};

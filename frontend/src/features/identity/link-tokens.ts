import { sessionKey } from '../../platform/session-storage.ts';
import { tokenClaims } from './token-claims.ts';

// A link with tokens signs in whoever opens it: also somebody else, who would then do things in the account of the one who
// made the link. So tokens are taken at once only where they are of the account that is signed in here, of the address
// that this browser asked a mail for, or what a provider answers to this tab. Else the reader is asked.

/** Tokens as a mail's link or a provider brings them, in an address's fragment. */
export type LinkTokens = { readonly access_token: string; readonly refresh_token: string; readonly recovers: boolean };

const mailKey = 'festoon.asked-for-a-mail';
const providerKey = 'festoon.left-for-a-provider';
/** In milliseconds: as long as a mailed link is good, and as long as signing in at a provider may take. */
const patience = { mail: 3_600_000, provider: 600_000 } as const;

// Where nothing can be kept, the reader is asked.
const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
// Also of a time to come: a clock may have been set back.
const since = (at: unknown): number => Math.abs(Date.now() - Number(at ?? Number.NaN));

/** Call it when a mail with a link is asked for: what that link brings is taken at once. */
export const rememberMailRequest = (email: string): void => {
  quietly(() => localStorage.setItem(mailKey, JSON.stringify({ email, at: Date.now() })));
};

/** Call it before this tab leaves for a provider: whoever it brings is taken at once, and once. */
export const rememberProviderRedirect = (): void => {
  quietly(() => sessionStorage.setItem(providerKey, String(Date.now())));
};

const wasMailed = (email: unknown): boolean => {
  const asked = quietly(() => JSON.parse(localStorage.getItem(mailKey) ?? '{}') as { email?: unknown; at?: unknown });
  const same = typeof email === 'string' && String(asked?.email).trim().toLowerCase() === email.toLowerCase();
  return same && since(asked?.at) < patience.mail;
};

const takeProviderMark = (): boolean => {
  const left = quietly(() => sessionStorage.getItem(providerKey));
  quietly(() => sessionStorage.removeItem(providerKey));
  return since(left) < patience.provider;
};

const ownerHere = (): unknown =>
  quietly(() => (JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as { user?: { id?: unknown } }).user?.id);

/** What a fragment brings, as auth-js reads it: of two the last counts. Undefined where there is no access token. */
export const linkTokensIn = (hash: string): LinkTokens | undefined => {
  const read = new Map(new URLSearchParams(hash.slice(1)));
  const access_token = read.get('access_token');
  if (access_token === undefined) return undefined;
  return { access_token, refresh_token: read.get('refresh_token') ?? '', recovers: read.get('type') === 'recovery' };
};

/**
 * The address of the account that this would sign in to, or 'another account', where nobody here asked for that. Spends what
 * {@link rememberProviderRedirect} noted.
 */
export const unsolicitedAccountIn = ({ access_token }: LinkTokens): string | undefined => {
  const { sub, email } = tokenClaims(access_token);
  const owner = ownerHere();
  const fromProvider = takeProviderMark();
  const known = owner === undefined ? fromProvider : owner === sub;
  return known || wasMailed(email) ? undefined : String(email ?? 'another account');
};

const tokenNames = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'provider_token'];

/** A query without what auth-js would take from it, before the fragment: nothing here puts tokens there. */
export const withoutTokens = (search: string): string => {
  const query = new URLSearchParams(search);
  if (!tokenNames.some((name) => query.has(name))) return search;
  for (const name of tokenNames) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
};

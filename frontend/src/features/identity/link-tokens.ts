import { sessionKey } from '../../platform/session-storage.ts';
import { tokenClaims } from './token-claims.ts';

// A link with tokens signs in the person who opens it. An attacker could send a link to their own account and then read
// what the victim does there. So tokens are accepted at once only if they belong to the account signed in here, to the
// address this browser requested a mail for, or to the response of a provider this tab was sent to. Otherwise the user
// has to confirm.

/** Tokens in an address's fragment, from a mail link or a provider. `recovers`: the user is to set a new password. */
export type LinkTokens = { readonly access_token: string; readonly refresh_token: string; readonly recovers: boolean };

const mailKey = 'festoon.mail-request';
const providerKey = 'festoon.provider-redirect';
/**
 * How long a request is remembered, in milliseconds: the lifetime of a mailed link, and time to sign in at a provider.
 */
const lifetime = { mail: 3_600_000, provider: 600_000 } as const;

// Storage may be unavailable; the user then has to confirm.
const ignoringErrors = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
// The absolute value, because the clock may have been set back.
const ageOf = (at: unknown): number => Math.abs(Date.now() - Number(at ?? Number.NaN));

/** Call it when requesting a mail with a link: the tokens of that link are accepted without confirmation. */
export const rememberMailRequest = (email: string): void => {
  ignoringErrors(() => localStorage.setItem(mailKey, JSON.stringify({ email, at: Date.now() })));
};

/** Call it before sending this tab to a provider: the next tokens are accepted without confirmation, once. */
export const rememberProviderRedirect = (): void => {
  ignoringErrors(() => sessionStorage.setItem(providerKey, String(Date.now())));
};

const requestedMailFor = (email: unknown): boolean => {
  const mailRequest = ignoringErrors(
    () => JSON.parse(localStorage.getItem(mailKey) ?? '{}') as { email?: unknown; at?: unknown },
  );
  const isSameAddress =
    typeof email === 'string' && String(mailRequest?.email).trim().toLowerCase() === email.toLowerCase();
  return isSameAddress && ageOf(mailRequest?.at) < lifetime.mail;
};

const takeProviderRedirect = (): boolean => {
  const redirectedAt = ignoringErrors(() => sessionStorage.getItem(providerKey));
  ignoringErrors(() => sessionStorage.removeItem(providerKey));
  return ageOf(redirectedAt) < lifetime.provider;
};

const signedInUserId = (): unknown =>
  ignoringErrors(() => (JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as { user?: { id?: unknown } }).user?.id);

/** The tokens in a fragment, read as auth-js does: of duplicates the last one counts. */
export const linkTokensIn = (hash: string): LinkTokens | undefined => {
  const fields = new Map(new URLSearchParams(hash.slice(1)));
  const access_token = fields.get('access_token');
  if (access_token === undefined) return undefined;
  return {
    access_token,
    refresh_token: fields.get('refresh_token') ?? '',
    recovers: fields.get('type') === 'recovery',
  };
};

/**
 * The address of the account that these tokens would sign in to, or 'another account', if this browser did not request
 * them; undefined if it did. Removes what {@link rememberProviderRedirect} stored.
 */
export const unsolicitedAccountIn = ({ access_token }: LinkTokens): string | undefined => {
  const { sub, email } = tokenClaims(access_token);
  const userId = signedInUserId();
  const fromProvider = takeProviderRedirect();
  const wasRequested = userId === undefined ? fromProvider : userId === sub;
  return wasRequested || requestedMailFor(email) ? undefined : String(email ?? 'another account');
};

const tokenNames = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'provider_token'];

/** A query without the tokens that auth-js would read from it: Festoon never puts tokens there. */
export const withoutTokens = (search: string): string => {
  const query = new URLSearchParams(search);
  if (!tokenNames.some((name) => query.has(name))) return search;
  for (const name of tokenNames) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
};

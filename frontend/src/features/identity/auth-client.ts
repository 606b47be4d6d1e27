import { GoTrueClient } from '@supabase/auth-js';
import { dropAllDrafts } from '../../platform/drafts.ts';
import { clientHeaders, trackedFetch } from '../../platform/http.ts';
import { retryAfterSeconds } from '../../platform/retry-after.ts';
import { sessionKey } from '../../platform/session-storage.ts';
import { addressWithoutTokens } from './address-tokens.ts';
import { type AuthErrorLike, authErrorMessage, isAccountGone, isSessionMissing } from './auth-errors.ts';
import { linkTokensIn } from './link-tokens.ts';
import { applyAuthState } from './session-state.ts';

// auth-js has read the tokens by its first request. It would leave the address with them in the browser's history.
const removeTokensFromAddress = (): void => {
  if (linkTokensIn(location.hash)) history.replaceState(history.state, '', addressWithoutTokens());
};

// The last `Retry-After`, in seconds: auth-js passes on the body of a refusal but not its headers.
let retryAfter = 0;
const authFetch: typeof fetch = async (url, init) => {
  removeTokensFromAddress();
  // The session must end also if the tab is closed at once.
  const keepalive = String(url).includes('/logout');
  const response = await trackedFetch(url, { ...init, keepalive });
  if (response.status === 429) retryAfter = retryAfterSeconds(response);
  return response;
};

/**
 * The auth client: stores the session in this browser and refreshes it shortly before it expires. Only pages that
 * change the session import this file; everything else uses `loadAuth`.
 */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  headers: clientHeaders,
  fetch: authFetch,
});
auth.onAuthStateChange(applyAuthState);

export const currentToken = async (): Promise<string | undefined> =>
  (await auth.getSession()).data.session?.access_token;

type Outcome = { error: AuthErrorLike | null };

/** A refusal of the auth server. `code` is one of GoTrue's error codes. */
export class AuthFailure extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

// Several requests may be refused at once.
let discarding: Promise<boolean> | undefined;

// Requesting the user makes the auth client remove a session that no longer exists on the server. It keeps the session
// of an account that no longer exists or is suspended.
const discard = async (): Promise<boolean> => {
  const { error } = await auth.getUser();
  if (error && isAccountGone(error)) {
    dropAllDrafts();
    await auth.signOut({ scope: 'local' });
  }
  return !error;
};

/** Removes the session of this browser if the server no longer accepts it. Returns whether the server accepted it. */
export const discardSession = (): Promise<boolean> => {
  discarding ??= discard().finally(() => {
    discarding = undefined;
  });
  return discarding;
};

/** Throws if the auth client returned an error: with the server's message, or `otherwise` where it has none. */
export const check = ({ error }: Outcome, otherwise: string): void => {
  if (!error) return;
  if (isSessionMissing(error)) void discardSession();
  throw new AuthFailure(authErrorMessage(error, otherwise, retryAfter), error.code);
};

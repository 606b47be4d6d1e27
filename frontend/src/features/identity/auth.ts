import { GoTrueClient } from '@supabase/auth-js';
import { clientHeaders, setAuthentication } from '../../platform/http.ts';
import { retryAfterSeconds } from '../../platform/retry-after.ts';
import { sessionKey } from '../../platform/session-storage.ts';
import { type AuthErrorLike, authErrorMessage, isSessionGone } from './auth-errors.ts';
import { linkTokensIn, unsolicitedAccountIn, withoutTokens } from './link-tokens.ts';

const addressWithoutTokens = (): string => location.pathname + withoutTokens(location.search);

const tokensInAddress = linkTokensIn(location.hash);
const account = tokensInAddress && unsolicitedAccountIn(tokensInAddress);
/** Tokens of a link that this browser did not ask for, and the address of their account. They are withheld from auth-js. */
export const unsolicitedTokens = tokensInAddress && account !== undefined ? { ...tokensInAddress, account } : undefined;
/** The tokens in the address that auth-js is about to read: from a mail this browser args for, or from a provider. */
export const linkTokens = unsolicitedTokens ? undefined : tokensInAddress;
if (unsolicitedTokens || location.search !== withoutTokens(location.search))
  history.replaceState(history.state, '', addressWithoutTokens() + (unsolicitedTokens ? '' : location.hash));

// auth-js has read the tokens by its first request. It would leave the address with them in the browser's history.
const removeTokensFromAddress = (): void => {
  if (linkTokensIn(location.hash)) history.replaceState(history.state, '', addressWithoutTokens());
};

// The last `Retry-After`, in seconds: auth-js passes on the body of a refusal but not its headers.
let retryAfter = 0;
const rememberingRetryAfter: typeof fetch = async (...asked) => {
  removeTokensFromAddress();
  const response = await fetch(...asked);
  if (response.status === 429) retryAfter = retryAfterSeconds(response);
  return response;
};

/** The auth client: stores the session in this browser and refreshes it shortly before it expires. */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  headers: clientHeaders,
  fetch: rememberingRetryAfter,
});

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

// The server no longer knows this session. Requesting the user makes the auth client remove it too.
const discardSession = async (): Promise<void> => {
  await auth.getUser();
};

/** Throws if the auth client returned an error: with the server's message, or `otherwise` where it has none. */
export const check = ({ error }: Outcome, otherwise: string): void => {
  if (!error) return;
  if (isSessionGone(error)) void discardSession();
  throw new AuthFailure(authErrorMessage(error, otherwise, retryAfter), error.code);
};

setAuthentication(currentToken, () => void discardSession());

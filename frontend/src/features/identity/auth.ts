import { GoTrueClient } from '@supabase/auth-js';
import { clientHeaders, setAuthentication } from '../../platform/http.ts';
import { retryAfterSeconds } from '../../platform/retry-after.ts';
import { sessionKey } from '../../platform/session-storage.ts';
import { type AuthErrorLike, authErrorMessage, isSessionGone } from './auth-errors.ts';
import { linkTokensIn, unsolicitedAccountIn, withoutTokens } from './link-tokens.ts';

const here = (): string => location.pathname + withoutTokens(location.search);

const tokensInAddress = linkTokensIn(location.hash);
const whose = tokensInAddress && unsolicitedAccountIn(tokensInAddress);
/** What a link brought that nobody here asked for, and the address of its account. auth-js does not get to read it. */
export const unsolicitedTokens =
  tokensInAddress && whose !== undefined ? { ...tokensInAddress, account: whose } : undefined;
/** What a mail or a provider brought in the address, while auth-js reads it. */
export const linkTokens = unsolicitedTokens ? undefined : tokensInAddress;
if (unsolicitedTokens || location.search !== withoutTokens(location.search))
  history.replaceState(history.state, '', here() + (unsolicitedTokens ? '' : location.hash));

// By its first request auth-js has read them. What it leaves is an address without them after the one that has them.
const removeTokensFromAddress = (): void => {
  if (linkTokensIn(location.hash)) history.replaceState(history.state, '', here());
};

// auth-js passes on what a refusal says, and not how long it asks to wait. In seconds.
let wait = 0;
const rememberingRetryAfter: typeof fetch = async (...asked) => {
  removeTokensFromAddress();
  const response = await fetch(...asked);
  if (response.status === 429) wait = retryAfterSeconds(response);
  return response;
};

/** The session of this browser: kept locally, refreshed by itself near its end. */
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

/** What the server refused about the account; `code` is of GoTrue's list. */
export class AuthFailure extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

// The server no longer knows this session: asking for the account makes the auth client forget it, too.
const forgotten = async (): Promise<void> => {
  await auth.getUser();
};

/** Throws in the server's own words, where it had any. */
export const check = ({ error }: Outcome, otherwise: string): void => {
  if (!error) return;
  if (isSessionGone(error)) void forgotten();
  throw new AuthFailure(authErrorMessage(error, otherwise, wait), error.code);
};

setAuthentication(currentToken, () => void forgotten());

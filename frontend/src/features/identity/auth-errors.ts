import { retryAdvice } from '../../platform/retry-after.ts';

/** What the auth client says went wrong. `status` 0: the server was not reached. */
export type AuthErrorLike = {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
};

/** The session that this browser holds was ended elsewhere, or is gone. */
export const isSessionGone = ({ name }: AuthErrorLike): boolean => name === 'AuthSessionMissingError';

// Of the library's own making: about fetching and parsing, not about the account.
const technical = new Set(['AuthRetryableFetchError', 'AuthUnknownError', 'AuthInvalidTokenResponseError']);

/** The server's own words where it had any, else `otherwise`. `wait`: the seconds of its `Retry-After`, 0 for none. */
export const authErrorMessage = (error: AuthErrorLike, otherwise: string, wait = 0): string => {
  if (isSessionGone(error)) return 'Your session has ended. Please sign in again.';
  if (error.status === 0) return `${otherwise}. Please check your connection.`;
  if (technical.has(error.name) || error.message === '') return otherwise;
  const tooMany = error.code === 'over_request_rate_limit' && wait > 0;
  return tooMany ? `${error.message}. ${retryAdvice(wait)}` : error.message;
};

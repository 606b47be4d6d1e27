import { retryAdvice } from '../../platform/retry-after.ts';

/** An error of the auth client. `status` is 0 when the server could not be reached. */
export type AuthErrorLike = {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
};

/** The session of this browser was ended elsewhere, or has expired. */
export const isSessionMissing = ({ name }: AuthErrorLike): boolean => name === 'AuthSessionMissingError';

/** The account was deleted or suspended, so none of its sessions is valid. */
export const isAccountGone = ({ code }: AuthErrorLike): boolean => code === 'user_not_found' || code === 'user_banned';

// Errors of the library itself: their messages are about requests and parsing, not about the account.
const technical = new Set(['AuthRetryableFetchError', 'AuthUnknownError', 'AuthInvalidTokenResponseError']);

/** The server's message, or `otherwise` where it has none. `wait` is its `Retry-After` in seconds, 0 for none. */
export const authErrorMessage = (error: AuthErrorLike, otherwise: string, wait = 0): string => {
  if (isSessionMissing(error)) return 'Your session has ended. Please sign in again.';
  if (error.status === 0) return `${otherwise}. Please check your connection.`;
  if (technical.has(error.name) || error.message === '') return otherwise;
  const tooMany = error.code === 'over_request_rate_limit' && wait > 0;
  return tooMany ? `${error.message}. ${retryAdvice(wait)}` : error.message;
};

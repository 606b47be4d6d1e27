import { Refusal } from '#kernel';

/** Why a password is too weak, as GoTrue names it. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** A failure as GoTrue's clients know it: HTTP status, code of its published list, text, and headers to send along. */
export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export class WeakPassword extends Refusal {
  constructor(
    message: string,
    readonly reasons: readonly WeakPasswordReason[],
  ) {
    super('password-weak', message);
  }
}

/** A password check waited too long for its turn. Clients retry after a 503. */
export class TooBusy extends AuthError {
  constructor() {
    super(503, 'unexpected_failure', 'Too many people are signing in, please try again in a moment', {
      'Retry-After': '2',
    });
  }
}

export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message);

export const unreadable = (why: string): AuthError =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`);

/** GoTrue tells some failures as OAuth does: `{ error, error_description }` with status 400, for clients of every version. */
export class OAuthError extends Error {
  constructor(
    message: string,
    readonly error = 'invalid request',
  ) {
    super(message);
  }
}

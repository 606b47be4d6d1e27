/**
 * A failure in GoTrue's format: HTTP status, a code from GoTrue's published list, text, headers and additional fields
 * of the body.
 */
export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly details: object = {},
  ) {
    super(message);
  }
}

export const validationError = (message: string): AuthError => new AuthError(400, 'validation_failed', message);

export const unreadableBody = (detail: string): AuthError =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`);

/**
 * Some of GoTrue's errors have OAuth's format `{ error, error_description }` and status 400, for clients of every
 * version.
 */
export class OAuthError extends Error {
  constructor(
    message: string,
    readonly error = 'invalid request',
  ) {
    super(message);
  }
}

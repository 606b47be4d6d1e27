import { GoTrueClient } from '@supabase/auth-js';
import { authenticateBy, fromTheWeb } from '../../shared/http.ts';
import { sessionKey } from '../../shared/session-mark.ts';

/** The session of this browser: kept locally, refreshed by itself near its end. */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  headers: fromTheWeb,
});

export const currentToken = async (): Promise<string | undefined> =>
  (await auth.getSession()).data.session?.access_token;

type Outcome = { error: { message: string; code?: string | undefined } | null };

/** What the server refused about the account; `code` is of GoTrue's list. */
export class AuthFailure extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** Throws in the server's own words, where it had any. */
export const check = ({ error }: Outcome, otherwise: string): void => {
  if (error) throw new AuthFailure(error.message || otherwise, error.code);
};

// The server no longer knows this session: asking for the account makes the auth client forget it, too.
const forgotten = async (): Promise<void> => {
  await auth.getUser();
};

authenticateBy(currentToken, () => void forgotten());

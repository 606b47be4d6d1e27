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

authenticateBy(currentToken);

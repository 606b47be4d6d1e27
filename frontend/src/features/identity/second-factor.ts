import type { Factor, Session } from '@supabase/auth-js';
import { tokenClaims } from './token-claims.ts';

/** The second factors that count: those that were confirmed once. */
export const factorsOf = (factors: readonly Factor[] | undefined): readonly Factor[] =>
  (factors ?? []).filter(({ status }) => status === 'verified');

/** What auth-js calls a next level of `aal2`, known without waiting for it. */
export const needsSecondFactor = (session: Pick<Session, 'access_token' | 'user'> | null): boolean =>
  session !== null && factorsOf(session.user.factors).length > 0 && tokenClaims(session.access_token).aal === 'aal1';

import type { Factor, Session } from '@supabase/auth-js';
import { claimsOf } from './claims.ts';

/** The second factors that count: those that were confirmed once. */
export const factorsOf = (factors: readonly Factor[] | undefined): readonly Factor[] =>
  (factors ?? []).filter(({ status }) => status === 'verified');

/** What auth-js calls a next level of `aal2`, known without waiting for it. */
export const lacksSecondFactor = (session: Pick<Session, 'access_token' | 'user'> | null): boolean =>
  session !== null && factorsOf(session.user.factors).length > 0 && claimsOf(session.access_token).aal === 'aal1';

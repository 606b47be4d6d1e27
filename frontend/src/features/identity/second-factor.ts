import type { Factor, Session } from '@supabase/auth-js';
import { tokenClaims } from './token-claims.ts';

/** The verified second factors. One whose setup was not completed is unverified. */
export const factorsOf = (factors: readonly Factor[] | undefined): readonly Factor[] =>
  (factors ?? []).filter(({ status }) => status === 'verified');

/** Whether a second factor is required: auth-js' `nextLevel` of `aal2`, without its request. */
export const needsSecondFactor = (session: Pick<Session, 'access_token' | 'user'> | null): boolean =>
  session !== null && factorsOf(session.user.factors).length > 0 && tokenClaims(session.access_token).aal === 'aal1';

import type { Caller } from '../sessions/index.ts';
import { AuthError } from './gotrue.errors.ts';

const onChanges = 'AAL2 session is required to update email or password when MFA is enabled.';

/**
 * A user with a second factor must give it before they change how the account is signed in to. Throws an {@link
 * AuthError}.
 */
export const requireSecondFactor = ({ awaitsSecondFactor }: Caller, message = onChanges, status = 401): void => {
  if (awaitsSecondFactor) throw new AuthError(status, 'insufficient_aal', message);
};

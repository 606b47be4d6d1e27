import type { AuthMFAEnrollTOTPResponse, Factor } from '@supabase/auth-js';
import { auth, check } from './auth.ts';

export type NewAuthenticatorApp = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

export const verifyCode = async (factorId: string, code: string): Promise<void> => {
  check(await auth.mfa.challengeAndVerify({ factorId, code }), 'The code could not be checked');
};

/** An authenticator app counts once a first code from it was given. */
export const enrollAuthenticatorApp = async (friendlyName: string): Promise<NewAuthenticatorApp> => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  check({ error }, 'Failed to add the authenticator app');
  return data as NewAuthenticatorApp;
};

export const removeFactor = async ({ id }: Pick<Factor, 'id'>): Promise<void> => {
  check(await auth.mfa.unenroll({ factorId: id }), 'Failed to remove the second factor');
};

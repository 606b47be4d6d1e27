import type { AuthMFAEnrollTOTPResponse, Factor } from '@supabase/auth-js';
import { auth, check } from './auth.ts';

export type NewAuthenticatorApp = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

/** This browser, as the server's passkeys know it. */
const site = () => ({ rpId: location.hostname, rpOrigins: [location.origin] });

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Ends the wait for a passkey that somebody walked away from in the browser's own words. */
const notGiven = 'The passkey was not given. Please try again.';

export const giveCode = async (factorId: string, code: string): Promise<void> => {
  check(await auth.mfa.challengeAndVerify({ factorId, code }), 'The code could not be checked');
};

export const givePasskey = async (factorId: string): Promise<void> => {
  check(plain(await auth.mfa.webauthn.authenticate({ factorId, webauthn: site() })), notGiven);
};

/** An authenticator app counts once a first code from it was given. */
export const beginApp = async (friendlyName: string): Promise<NewAuthenticatorApp> => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  check({ error }, 'Failed to add the authenticator app');
  return data as NewAuthenticatorApp;
};

export const addPasskey = async (friendlyName: string): Promise<void> => {
  check(plain(await auth.mfa.webauthn.register({ friendlyName, webauthn: site() })), notGiven);
};

export const removeFactor = async ({ id }: Pick<Factor, 'id'>): Promise<void> => {
  check(await auth.mfa.unenroll({ factorId: id }), 'Failed to remove the second factor');
};

type Outcome = { error: { message: string; name: string; code?: string | undefined } | null };

/** Browsers and the library speak of ceremonies; the server's words are for people. */
const plain = ({ error }: Outcome): Outcome => {
  const ours = error === null || error.name === 'AuthApiError';
  return ours ? { error } : { error: { ...error, name: error.name, message: '', code: undefined } };
};

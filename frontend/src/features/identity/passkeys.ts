import type { AuthMFAChallengeWebauthnResponse } from '@supabase/auth-js';
import { auth, check } from './auth-client.ts';

type Challenge = NonNullable<AuthMFAChallengeWebauthnResponse['data']>['webauthn'];

const dismissedMessage = 'No passkey was used. Please try again.';
const verificationFailed = 'We couldn’t check the passkey';
const alreadyRegistered = 'You’ve already added this passkey.';

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The relying party of the passkeys: this site. */
const relyingParty = () => ({ rpId: location.hostname, rpOrigins: [location.origin] });

let current: AbortController | undefined;

// A browser requests one passkey at a time, so a new request replaces an abandoned one.
const credentialFor = ({ type, credential_options: { publicKey } }: Challenge): Promise<Credential | null> => {
  current?.abort();
  current = new AbortController();
  const { signal } = current;
  return type === 'create'
    ? navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions, signal })
    : navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions, signal });
};

/** An error with a readable message: the user dismissed the dialog, or the authenticator is registered already. */
const readableError = (error: unknown): Error =>
  new Error(error instanceof DOMException && error.name === 'InvalidStateError' ? alreadyRegistered : dismissedMessage);

/**
 * Requests the passkey from the browser and verifies it. auth-js can do both in one call, but then accepts only
 * security keys and no passkeys stored on the device.
 */
export const verifyPasskey = async (factorId: string): Promise<void> => {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: relyingParty() });
  check({ error }, verificationFailed);
  if (!data) return;
  const { type } = data.webauthn;
  const credential = await credentialFor(data.webauthn).catch((error: unknown) => {
    throw readableError(error);
  });
  if (!credential) throw new Error(dismissedMessage);
  // The library declares its own types for the browser's credentials.
  const webauthn = { type, ...relyingParty(), credential_response: credential as never };
  check(await auth.mfa.verify({ factorId, challengeId: data.id, webauthn }), verificationFailed);
};

/** Registers a passkey. If the user does not complete it, the unverified factor is removed again. */
export const addPasskey = async (friendlyName: string): Promise<void> => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  check({ error }, 'Failed to add the passkey');
  if (!data) return;
  try {
    await verifyPasskey(data.id);
  } catch (error) {
    await auth.mfa.unenroll({ factorId: data.id });
    throw error;
  }
};

import type { AuthMFAChallengeWebauthnResponse } from '@supabase/auth-js';
import { auth, check } from './auth.ts';

type Asked = NonNullable<AuthMFAChallengeWebauthnResponse['data']>['webauthn'];

const notGiven = 'The passkey was not given. Please try again.';
const notChecked = 'The passkey could not be checked';
const alreadyHere = 'This passkey is already one of yours.';

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** This browser, as the server's passkeys know it. */
const site = () => ({ rpId: location.hostname, rpOrigins: [location.origin] });

let waiting: AbortController | undefined;

// A browser waits for one passkey at a time: who asks again has walked away from the wait before.
const credentialFor = ({ type, credential_options: { publicKey } }: Asked): Promise<Credential | null> => {
  waiting?.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  return type === 'create'
    ? navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions, signal })
    : navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions, signal });
};

/** Browsers speak of ceremonies; people walked away, or hold a key that is known. */
const inWords = (error: unknown): Error =>
  new Error(error instanceof DOMException && error.name === 'InvalidStateError' ? alreadyHere : notGiven);

/**
 * Asks the browser for the passkey and tells the server. auth-js can do both in one call, but asks for security keys
 * alone, and so leaves out what most people have: the device in their hands.
 */
export const verifyPasskey = async (factorId: string): Promise<void> => {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: site() });
  check({ error }, notChecked);
  if (!data) return;
  const { type } = data.webauthn;
  const credential = await credentialFor(data.webauthn).catch((failure: unknown) => {
    throw inWords(failure);
  });
  if (!credential) throw new Error(notGiven);
  // The library has types of its own for what browsers give.
  const webauthn = { type, ...site(), credential_response: credential as never };
  check(await auth.mfa.verify({ factorId, challengeId: data.id, webauthn }), notChecked);
};

/** A passkey counts once it was given; one that was begun and not given goes again. */
export const addPasskey = async (friendlyName: string): Promise<void> => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  check({ error }, 'Failed to add the passkey');
  if (!data) return;
  try {
    await verifyPasskey(data.id);
  } catch (failure) {
    await auth.mfa.unenroll({ factorId: data.id });
    throw failure;
  }
};

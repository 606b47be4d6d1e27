import { Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { Site } from '#platform/http';
import { faultOf } from '#platform/logging';
import type { Credential, FactorRow } from './factors.store.ts';

/** The result of the browser's `navigator.credentials.create` or `.get`, as JSON. */
export type PasskeyResponse = { readonly type: 'create' | 'request'; readonly response: unknown };

/** The library is large, and is loaded with the first passkey. */
const webAuthentication = () => import('@simplewebauthn/server');

// Only the shape is checked here; the library verifies the content.
const text = z.string().max(100_000);
const credentialFields = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
const creation = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).nullish(),
  }),
});
const assertion = z.object({
  ...credentialFields,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.nullish() }),
});

/** Passkeys and security keys of this site, by the Web Authentication protocol. */
@Injectable()
export class Passkeys {
  readonly #log = new Logger(Passkeys.name);

  constructor(private readonly site: Site) {}

  /** The options with which a browser creates a passkey; keys that the user has already registered are excluded. */
  async toCreate(user: { id: string; email: string; displayName: string }, known: readonly FactorRow[]) {
    const { generateRegistrationOptions } = await webAuthentication();
    return generateRegistrationOptions({
      rpName: 'Festoon',
      rpID: this.#relyingParty.expectedRPID,
      userID: Uint8Array.from(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.displayName,
      excludeCredentials: known.flatMap(descriptor),
      // The user has already given a password, so a key that cannot ask for a PIN only has to prove presence.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
  }

  /** The options with which a browser requests this passkey. */
  async toAssert(factor: FactorRow) {
    const { generateAuthenticationOptions } = await webAuthentication();
    const { expectedRPID: rpID } = this.#relyingParty;
    return generateAuthenticationOptions({ rpID, allowCredentials: descriptor(factor), userVerification: 'preferred' });
  }

  /** Returns the new key, or undefined if the response is for another challenge or site, or is not signed. */
  async verifyCreation(
    expectedChallenge: string,
    { type, response }: PasskeyResponse,
  ): Promise<Credential | undefined> {
    const parsedResponse = creation.safeParse(response);
    if (type !== 'create' || !parsedResponse.success) return undefined;
    return this.#resultOrUndefined(async () => {
      const { verifyRegistrationResponse } = await webAuthentication();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: parsedResponse.data as RegistrationResponseJSON,
        expectedChallenge,
        ...this.#relyingParty,
        requireUserVerification: false,
      });
      if (!registrationInfo) return undefined;
      const { credential, aaguid } = registrationInfo;
      const { id, publicKey: key, counter } = credential;
      return { id, key, counter, transports: parsedResponse.data.response.transports ?? [], aaguid };
    });
  }

  /** Returns the key's new usage counter, or undefined if this is not this key’s response to this challenge. */
  async verifyAssertion(
    expectedChallenge: string,
    factor: FactorRow,
    { type, response }: PasskeyResponse,
  ): Promise<number | undefined> {
    const parsedResponse = assertion.safeParse(response);
    const { credentialId: id, credentialKey: key, credentialCounter: counter } = factor;
    if (type !== 'request' || !parsedResponse.success || !id || !key || parsedResponse.data.id !== id) return undefined;
    return this.#resultOrUndefined(async () => {
      const { verifyAuthenticationResponse } = await webAuthentication();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: parsedResponse.data as AuthenticationResponseJSON,
        expectedChallenge,
        ...this.#relyingParty,
        credential: { id, publicKey: Uint8Array.from(key), counter },
        requireUserVerification: false,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    });
  }

  /** Keys are bound to the site's host name, responses to its whole origin. */
  get #relyingParty() {
    const { hostname, origin } = new URL(this.site.url);
    return { expectedRPID: hostname, expectedOrigin: origin };
  }

  /** The library throws if any check fails; that counts as a wrong response. */
  async #resultOrUndefined<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      this.#log.debug(`A passkey was refused: ${faultOf(error)}`);
      return undefined;
    }
  }
}

const descriptor = ({ credentialId, transports }: FactorRow) =>
  credentialId ? [{ id: credentialId, transports: [...(transports ?? [])] }] : [];

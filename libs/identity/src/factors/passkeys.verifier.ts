import { Injectable, Logger } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { Site } from '#platform/http';
import { faultOf } from '#platform/logging';
import type { Credential, FactorRow } from './factors.store.ts';

/** What the browser's `navigator.credentials` answered, as JSON: of `create` or of `get`. */
export type PasskeyAnswer = { readonly type: 'create' | 'request'; readonly response: unknown };

// Only the shape: what it says is for the library to check.
const word = z.string().max(100_000);
const head = {
  id: word,
  rawId: word,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
const creation = z.object({
  ...head,
  response: z.object({
    clientDataJSON: word,
    attestationObject: word,
    transports: z.array(z.string().max(40)).max(10).nullish(),
  }),
});
const assertion = z.object({
  ...head,
  response: z.object({ clientDataJSON: word, authenticatorData: word, signature: word, userHandle: word.nullish() }),
});

/** Passkeys and security keys of this site, by the Web Authentication protocol. */
@Injectable()
export class Passkeys {
  readonly #log = new Logger(Passkeys.name);

  constructor(private readonly site: Site) {}

  /** What a browser makes a new one with; keys that its owner has already are left out. */
  toCreate(user: { id: string; email: string; displayName: string }, known: readonly FactorRow[]) {
    return generateRegistrationOptions({
      rpName: 'Festoon',
      rpID: this.#party.expectedRPID,
      userID: Uint8Array.from(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.displayName,
      excludeCredentials: known.flatMap(descriptor),
      // The password comes first, so presence is proof enough where a key cannot ask for a PIN.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
  }

  /** What a browser asks this one for. */
  toAssert(factor: FactorRow) {
    const { expectedRPID: rpID } = this.#party;
    return generateAuthenticationOptions({ rpID, allowCredentials: descriptor(factor), userVerification: 'preferred' });
  }

  /** The new key; undefined where the answer is not to this challenge, not for this site or not signed. */
  async created(expectedChallenge: string, { type, response }: PasskeyAnswer): Promise<Credential | undefined> {
    const said = creation.safeParse(response);
    if (type !== 'create' || !said.success) return undefined;
    return this.#checked(async () => {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: said.data as RegistrationResponseJSON,
        expectedChallenge,
        ...this.#party,
        requireUserVerification: false,
      });
      if (!registrationInfo) return undefined;
      const { credential, aaguid } = registrationInfo;
      const { id, publicKey: key, counter } = credential;
      return { id, key, counter, transports: said.data.response.transports ?? [], aaguid };
    });
  }

  /** How often the key says it was used, after this time; undefined where it is not this key’s answer to this challenge. */
  async asserted(
    expectedChallenge: string,
    factor: FactorRow,
    { type, response }: PasskeyAnswer,
  ): Promise<number | undefined> {
    const said = assertion.safeParse(response);
    const { credentialId: id, credentialKey: key, credentialCounter: counter } = factor;
    if (type !== 'request' || !said.success || !id || !key || said.data.id !== id) return undefined;
    return this.#checked(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: said.data as AuthenticationResponseJSON,
        expectedChallenge,
        ...this.#party,
        credential: { id, publicKey: Uint8Array.from(key), counter },
        requireUserVerification: false,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    });
  }

  /** Keys are bound to the site's name, answers to its whole address. */
  get #party() {
    const { hostname, origin } = new URL(this.site.url);
    return { expectedRPID: hostname, expectedOrigin: origin };
  }

  /** The library throws for whatever is wrong. */
  async #checked<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
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

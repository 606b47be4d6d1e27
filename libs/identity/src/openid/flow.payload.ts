import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { SealedBox } from '#platform/sealing';
import type { Person } from './openid.claims.ts';

/** The tokens that a provider issued, for clients that call the provider's own API. */
export type ProviderTokens = { readonly accessToken: string; readonly refreshToken: string | null };
/**
 * Stored with an authorization code until it is redeemed. `linking` is an identity to link to the account when the code
 * is redeemed, and the session that requested it.
 */
export type FlowPayload = {
  readonly tokens: ProviderTokens;
  readonly linking?: { readonly provider: string; readonly person: Person; readonly sessionId: string };
};

/** Encrypts the payload, so that a copy of the table holds no usable token. */
@Injectable()
export class SealedFlowPayload {
  readonly #box: SealedBox;

  constructor({ secrets }: Config) {
    this.#box = new SealedBox(secrets.signingKeys, 'identity.flow-payload');
  }

  seal(userId: string, payload: FlowPayload): { readonly sealed: string } {
    return { sealed: this.#box.seal(Buffer.from(JSON.stringify(payload)), userId).toString('base64') };
  }

  open(userId: string, { sealed }: Readonly<Record<string, unknown>>): FlowPayload {
    return JSON.parse(this.#box.open(Buffer.from(String(sealed), 'base64'), userId).toString()) as FlowPayload;
  }
}

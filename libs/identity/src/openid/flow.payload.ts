import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { SealedBox } from '../sealing/index.ts';
import type { Person } from './openid.claims.ts';

/** The tokens that a provider gave, for clients that want to ask it more. */
export type ProviderTokens = { readonly accessToken: string; readonly refreshToken: string | null };
/** What waits with a code until it is redeemed; `linking` is an identity to be linked by whoever does, for a session that asked. */
export type FlowPayload = {
  readonly tokens: ProviderTokens;
  readonly linking?: { readonly provider: string; readonly person: Person; readonly sessionId: string };
};

/** Seals it, so that the rows of flows hold nothing that opens anything. */
@Injectable()
export class SealedFlowPayload {
  readonly #box: SealedBox;

  constructor({ secrets }: Config) {
    this.#box = new SealedBox(secrets.signingKeys, 'identity.oauth-luggage');
  }

  pack(userId: string, luggage: FlowPayload): { readonly sealed: string } {
    return { sealed: this.#box.seal(Buffer.from(JSON.stringify(luggage)), userId).toString('base64') };
  }

  unpack(userId: string, { sealed }: Readonly<Record<string, unknown>>): FlowPayload {
    return JSON.parse(this.#box.open(Buffer.from(String(sealed), 'base64'), userId).toString()) as FlowPayload;
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { OpenIdProvider } from '#platform/config';
import { OpenIdProviders, SignInWithIdToken } from '../openid/index.ts';
import { BearerStrategy, type Caller } from '../sessions/index.ts';
import { type AuthRequest, deviceOf } from './auth.guards.ts';
import { parseBody } from './gotrue.bodies.ts';
import { AuthError, OAuthError, validationError } from './gotrue.errors.ts';
import { knownProviders } from './gotrue.views.ts';
import { requireSecondFactor } from './second-factor.check.ts';

const text = z.string().nullish();
const idTokenBody = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  issuer: text,
  client_id: text,
  link_identity: z.boolean().nullish(),
});
type Body = z.infer<typeof idTokenBody>;

const tooWeak = 'AAL2 session is required to change identities when MFA is enabled.';

/** Parses requests that exchange a provider's id_token for a session. */
@Injectable()
export class IdTokenRequests {
  constructor(
    private readonly providers: OpenIdProviders,
    private readonly bearer: BearerStrategy,
  ) {}

  /** Throws an {@link AuthError} or {@link OAuthError}. */
  async parse(body: unknown, request: AuthRequest): Promise<SignInWithIdToken> {
    const parsedBody = parseBody(idTokenBody, body);
    const { id_token: idToken, access_token, nonce, link_identity } = parsedBody;
    if (!idToken) throw new OAuthError('id_token required');
    if (!(parsedBody.provider || (parsedBody.client_id && parsedBody.issuer)))
      throw new OAuthError('provider or client_id and issuer required');
    const linking = link_identity ? await this.#linking(request) : undefined;
    const givenToken = { idToken, accessToken: access_token || undefined, nonce: nonce || undefined };
    return new SignInWithIdToken(this.#provider(parsedBody), givenToken, linking, deviceOf(request));
  }

  async #linking(request: AuthRequest): Promise<Caller> {
    if (!request.headers.authorization)
      throw new OAuthError('Linking requires a valid user access token in Authorization');
    const caller = await this.bearer.caller(request);
    requireSecondFactor(caller, tooWeak, 403);
    return caller;
  }

  #provider({ provider: name, issuer }: Body): OpenIdProvider {
    const provider = this.providers.find(name || issuer);
    if (provider) return provider;
    const requestedProvider = name || issuer || '';
    if (!knownProviders.includes(requestedProvider))
      throw validationError(`Custom OIDC provider ${JSON.stringify(requestedProvider)} not allowed`);
    throw new AuthError(
      400,
      'provider_disabled',
      `Provider (issuer ${JSON.stringify(issuer ?? requestedProvider)}) is not enabled`,
    );
  }
}

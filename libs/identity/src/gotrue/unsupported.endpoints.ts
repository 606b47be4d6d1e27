import { Injectable, NotFoundException } from '@nestjs/common';
import { BearerStrategy } from '../sessions/index.ts';
import type { AuthRequest } from './auth.guards.ts';
import { AuthError } from './gotrue.errors.ts';

type Endpoint = { readonly path: RegExp; readonly error: () => AuthError; readonly needsSession?: true };

const disabled = (code: string, feature: string) => () => new AuthError(404, code, `${feature} disabled`);
const oauthServer = disabled('feature_disabled', 'OAuth server is');

/** The endpoints of GoTrue's protocol that this server does not offer, each with GoTrue's own response. */
const endpoints: readonly Endpoint[] = [
  { path: /^passkeys(\/|$)/, error: disabled('passkey_disabled', 'Passkeys are') },
  { path: /^sso(\/|$)/, error: disabled('saml_provider_disabled', 'SAML 2.0 is') },
  { path: /^scim\/v2(\/|$)/, error: disabled('feature_disabled', 'SCIM server is') },
  { path: /^(oauth(\/|$)|\.well-known\/oauth-authorization-server$)/, error: oauthServer },
  { path: /^user\/oauth\/grants$/, error: oauthServer, needsSession: true },
  // Accounts are administered from the command line, so no access token allows this.
  {
    path: /^(admin(\/|$)|invite$)/,
    error: () => new AuthError(403, 'not_admin', 'User not allowed'),
    needsSession: true,
  },
];

/** Rejects requests for endpoints that this server does not offer. */
@Injectable()
export class UnsupportedEndpoints {
  constructor(private readonly bearer: BearerStrategy) {}

  /** Always throws: GoTrue's own response for a known endpoint, and 404 for any other path. */
  async reject(request: AuthRequest & { readonly url: string }): Promise<never> {
    const path = request.url.replace(/^\/auth\/v1\/|[?#].*$/g, '');
    const endpoint = endpoints.find((each) => each.path.test(path));
    if (!endpoint) throw new NotFoundException();
    if (endpoint.needsSession) await this.bearer.caller(request);
    throw endpoint.error();
  }
}

import { Injectable, NotFoundException } from '@nestjs/common';
import { BearerStrategy } from '../sessions/index.ts';
import type { AuthRequest } from './auth.guards.ts';
import { AuthError } from './gotrue.errors.ts';

type Endpoint = { readonly path: RegExp; readonly why: () => AuthError; readonly needsSession?: true };

const disabled = (code: string, what: string) => () => new AuthError(404, code, `${what} disabled`);
const oauthServer = disabled('feature_disabled', 'OAuth server is');

/** What clients of this protocol may ask for and this server does not offer, each with GoTrue's own answer. */
const endpoints: readonly Endpoint[] = [
  { path: /^passkeys(\/|$)/, why: disabled('passkey_disabled', 'Passkeys are') },
  { path: /^sso(\/|$)/, why: disabled('saml_provider_disabled', 'SAML 2.0 is') },
  { path: /^scim\/v2(\/|$)/, why: disabled('feature_disabled', 'SCIM server is') },
  { path: /^(oauth(\/|$)|\.well-known\/oauth-authorization-server$)/, why: oauthServer },
  { path: /^user\/oauth\/grants$/, why: oauthServer, needsSession: true },
  // Accounts are administered from the command line: no token allows this.
  {
    path: /^(admin(\/|$)|invite$)/,
    why: () => new AuthError(403, 'not_admin', 'User not allowed'),
    needsSession: true,
  },
];

/** Answers requests for endpoints that this server does not offer. */
@Injectable()
export class UnsupportedEndpoints {
  constructor(private readonly bearer: BearerStrategy) {}

  /** Always throws: GoTrue's own answer for a known endpoint, and 404 for any other path. */
  async reject(request: AuthRequest & { readonly url: string }): Promise<never> {
    const path = request.url.replace(/^\/auth\/v1\/|[?#].*$/g, '');
    const endpoint = endpoints.find((each) => each.path.test(path));
    if (!endpoint) throw new NotFoundException();
    if (endpoint.needsSession) await this.bearer.caller(request);
    throw endpoint.why();
  }
}

import { Injectable, NotFoundException } from '@nestjs/common';
import { BearerStrategy } from '../sessions/index.ts';
import type { AuthRequest } from './auth.guards.ts';
import { AuthError } from './gotrue.errors.ts';

type Door = { readonly path: RegExp; readonly why: () => AuthError; readonly forMembers?: true };

const disabled = (code: string, what: string) => () => new AuthError(404, code, `${what} disabled`);
const oauthServer = disabled('feature_disabled', 'OAuth server is');

/** What clients of this protocol may ask for and this server does not offer, each with GoTrue's own answer. */
const doors: readonly Door[] = [
  { path: /^passkeys(\/|$)/, why: disabled('passkey_disabled', 'Passkeys are') },
  { path: /^sso(\/|$)/, why: disabled('saml_provider_disabled', 'SAML 2.0 is') },
  { path: /^scim\/v2(\/|$)/, why: disabled('feature_disabled', 'SCIM server is') },
  { path: /^(oauth(\/|$)|\.well-known\/oauth-authorization-server$)/, why: oauthServer },
  { path: /^user\/oauth\/grants$/, why: oauthServer, forMembers: true },
  // Accounts are looked after on the command line: no token that is given to anybody opens this.
  {
    path: /^(admin(\/|$)|invite$)/,
    why: () => new AuthError(403, 'not_admin', 'User not allowed'),
    forMembers: true,
  },
];

/** Says why something is not to be had. */
@Injectable()
export class UnsupportedEndpoints {
  constructor(private readonly bearer: BearerStrategy) {}

  /** Always throws: an {@link AuthError} for a door there is, and for any other path that nothing is there. */
  async reject(request: AuthRequest & { readonly url: string }): Promise<never> {
    const path = request.url.replace(/^\/auth\/v1\/|[?#].*$/g, '');
    const door = doors.find((each) => each.path.test(path));
    if (!door) throw new NotFoundException();
    if (door.forMembers) await this.bearer.caller(request);
    throw door.why();
  }
}

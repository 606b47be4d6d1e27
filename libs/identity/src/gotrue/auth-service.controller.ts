import { All, Controller, Get, Header, Req, UseFilters } from '@nestjs/common';
import { Config } from '#platform/config';
import { Public } from '#platform/http';
import { AccessTokens, SigningKeys } from '../access-tokens/index.ts';
import type { AuthRequest } from './auth.guards.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { openIdConfigurationView, settingsView } from './gotrue.views.ts';
import { UnsupportedEndpoints } from './unsupported.endpoints.ts';

/** Keys, settings and health of /auth/v1. The last route handles all unsupported paths. */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class AuthServiceController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly tokens: AccessTokens,
    private readonly config: Config,
    private readonly unsupported: UnsupportedEndpoints,
  ) {}

  @Get('.well-known/jwks.json')
  @Header('Cache-Control', 'public, max-age=600')
  jwks() {
    return this.keys.publishedKeys();
  }

  /**
   * Clients find the signing keys through this document. It also lists GoTrue's OAuth server endpoints, which return
   * that it is disabled.
   */
  @Get('.well-known/openid-configuration')
  @Header('Cache-Control', 'public, max-age=600')
  openIdConfiguration() {
    return openIdConfigurationView(this.tokens.issuer);
  }

  @Get('settings')
  settings() {
    return settingsView(this.config);
  }

  @Get('health')
  health() {
    return { version: 'v1.0', name: 'GoTrue', description: 'Festoon’s accounts and sessions, in GoTrue’s protocol' };
  }

  @All('*')
  rejectUnsupported(@Req() request: AuthRequest & { readonly url: string }): Promise<never> {
    return this.unsupported.reject(request);
  }
}

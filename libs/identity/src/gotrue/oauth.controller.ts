import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { Refusal } from '#kernel';
import { type OpenIdProvider } from '#platform/config';
import { Public, Site } from '#platform/http';
import { Limited, WithinLimits } from '../limits/index.ts';
import { challengeIn } from '../one-time-tokens/index.ts';
import { CompleteOAuth, type OAuthStart, OpenIdProviders, StartOAuth, UnlinkIdentity } from '../openid/index.ts';
import type { Caller } from '../sessions/index.ts';
import { Anonymously, type AuthRequest, ByBearer, callerOf, deviceOf } from './auth.guards.ts';
import { parseBody } from './gotrue.bodies.ts';
import { AuthError, validationError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { cookieFor, cookiesIn } from './oauth.cookie.ts';
import { type AuthorizeQuery, authorizeQuery, callbackQuery, extraIn } from './oauth.queries.ts';
import { failedAddress, outcomeAddress } from './oauth.redirects.ts';
import { redirectOf } from './redirect.rules.ts';
import { requireSecondFactor } from './second-factor.check.ts';

type Reply = { header(name: string, value: string): unknown };

const found = (url: string) => ({ url, statusCode: 302 });
const secondFactorRequired = 'AAL2 session is required to change identities when MFA is enabled.';

/** Signing in at identity providers, and linked identities, in GoTrue's protocol. */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class OAuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly providers: OpenIdProviders,
    private readonly site: Site,
  ) {}

  @Get('authorize')
  @Limited('oauth')
  @UseGuards(WithinLimits, Anonymously)
  @Header('Cache-Control', 'no-store')
  @Redirect()
  async authorize(@Req() request: AuthRequest, @Res({ passthrough: true }) reply: Reply) {
    const query = parseBody(authorizeQuery, request.query);
    const provider = this.#provider(query);
    const redirectTo = redirectOf(this.site.url, request);
    try {
      return found(await this.#start(provider, query, redirectTo, request, reply, undefined));
    } catch (error) {
      // The browser shows this response to a person, so it redirects back to their page instead of returning JSON.
      if (error instanceof Refusal && error.code === 'oauth-provider-unreachable')
        return found(failedAddress(redirectTo, error));
      throw error;
    }
  }

  @Get('callback')
  @Limited('oauth')
  @UseGuards(WithinLimits, Anonymously)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  @Redirect()
  async callback(@Query() query: unknown, @Req() request: AuthRequest) {
    // A HEAD request must have no effect, so it does not complete the sign-in.
    if (request.method === 'HEAD') return found(`${this.site.url}/`);
    const cookies = cookiesIn(request);
    const completion = new CompleteOAuth(callbackQuery(query), cookies, deviceOf(request));
    return found(outcomeAddress(this.site.url, await this.commands.execute(completion)));
  }

  /**
   * A form posted by a provider is a cross-site request without our cookies. The redirect makes the browser send them.
   */
  @Post('callback')
  @UseGuards(Anonymously)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  @Redirect()
  redirectPostedCallback(@Body() body: unknown) {
    return { url: `${this.providers.callback}?${callbackQuery(body)}`, statusCode: 303 };
  }

  @Get('user/identities/authorize')
  @Limited('oauth')
  @UseGuards(WithinLimits, ByBearer)
  @Header('Cache-Control', 'no-store')
  async link(
    @Req() request: AuthRequest,
    @Res({ passthrough: true }) reply: Reply & { status(code: number): unknown },
  ) {
    const caller = callerOf(request);
    requireSecondFactor(caller, secondFactorRequired, 403);
    if (this.providers.names.length === 0)
      throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
    const query = parseBody(authorizeQuery, request.query);
    const redirectTo = redirectOf(this.site.url, request);
    const url = await this.#start(this.#provider(query), query, redirectTo, request, reply, caller);
    if (query.skip_http_redirect === 'true') return { url };
    reply.header('Location', url);
    reply.status(302);
    return undefined;
  }

  @Delete('user/identities/:id')
  @Limited('oauth')
  @UseGuards(WithinLimits, ByBearer)
  @Header('Cache-Control', 'no-store')
  async unlink(@Param('id') id: string, @Req() request: AuthRequest): Promise<object> {
    const caller = callerOf(request);
    if (!z.uuid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    requireSecondFactor(caller, secondFactorRequired, 403);
    await this.commands.execute(new UnlinkIdentity(caller, id));
    return {};
  }

  #provider({ provider: name }: AuthorizeQuery): OpenIdProvider {
    const provider = this.providers.find(name);
    if (!provider) throw validationError(`Unsupported provider: Provider ${name ?? ''} could not be found`);
    return provider;
  }

  async #start(
    provider: OpenIdProvider,
    query: AuthorizeQuery,
    redirectTo: string,
    request: AuthRequest,
    reply: Reply,
    linking: Caller | undefined,
  ): Promise<string> {
    // A HEAD request must have no effect, so it does not start a sign-in.
    if (request.method === 'HEAD') return `${this.site.url}/`;
    const { role, terms_version } = query;
    const options = {
      redirectTo,
      challenge: challengeIn(query),
      linking,
      signUp: { role: role ?? 'client', termsVersion: terms_version || null },
      extra: extraIn(request.query as object, provider),
    } as const;
    const { url, cookie }: OAuthStart = await this.commands.execute(new StartOAuth(provider, options));
    if (cookie) reply.header('Set-Cookie', cookieFor(this.site.url, [cookie, ...cookiesIn(request)]));
    return url;
  }
}

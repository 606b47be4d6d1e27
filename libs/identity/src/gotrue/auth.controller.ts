import {
  Body,
  Controller,
  Header,
  HttpCode,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Site } from '#platform/http';
import { AuthLimits, Limited, WithinLimits } from '../limits/index.ts';
import { RedeemCode, SignUp } from '../mails/index.ts';
import { challengeIn } from '../one-time-tokens/index.ts';
import { FinishOAuth } from '../openid/index.ts';
import { type Grant, RefreshSession, SignIn, SignOut, StartSession } from '../sessions/index.ts';
import { Anonymously, type AuthRequest, ByBearer, callerOf, deviceOf } from './auth.guards.ts';
import { logoutScope, parseBody, pkceBody, refreshBody, signInBody, signUpBody } from './gotrue.bodies.ts';
import { AuthError, OAuthError, validationError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { newUserFrom, requireEmailAddress } from './gotrue.sign-ups.ts';
import { sessionView } from './gotrue.views.ts';
import { IdTokenRequests } from './id-token.requests.ts';
import { oauthSessionView } from './oauth.redirects.ts';
import { redirectOf } from './redirect.rules.ts';
import { type Reply, SessionHeaders, setReuseHeaders } from './session.headers.ts';

/**
 * Accounts and sessions in GoTrue's protocol, because the browser uses GoTrue's client library. Responses and errors
 * have GoTrue's format.
 */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
@UseGuards(WithinLimits)
@UseInterceptors(SessionHeaders)
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: AuthLimits,
    private readonly idTokens: IdTokenRequests,
    private readonly site: Site,
  ) {}

  @Post('signup')
  @HttpCode(200)
  @Limited('signup')
  @Header('Cache-Control', 'no-store')
  @UseGuards(Anonymously)
  async signUp(@Body() body: unknown, @Req() request: AuthRequest) {
    const { email, password, metadata, challenge } = readSignUp(body);
    const newUser = { ...newUserFrom(email, metadata), password };
    const mailOptions = { redirectTo: redirectOf(this.site.url, request), challenge };
    const signUp = () => this.commands.execute(new SignUp(newUser, mailOptions));
    const userId = await this.limits.newAccount(request.ip, signUp);
    return sessionView(await this.commands.execute(new StartSession(userId, deviceOf(request))));
  }

  @Post('token')
  @HttpCode(200)
  @Limited('token')
  @Header('Cache-Control', 'no-store')
  @UseGuards(Anonymously)
  async token(
    @Query('grant_type') grant: unknown,
    @Body() body: unknown,
    @Req() request: AuthRequest,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    if (grant === 'password') return sessionView(await this.#signIn(body, request));
    if (grant === 'refresh_token') return sessionView(await this.#refresh(body, reply));
    if (grant === 'pkce') return this.#redeem(body, request);
    if (grant === 'id_token') return sessionView(await this.commands.execute(await this.idTokens.parse(body, request)));
    if (grant === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }

  @Post('logout')
  @HttpCode(204)
  @UseGuards(ByBearer)
  async signOut(@Query('scope') scope: unknown, @Req() request: AuthRequest): Promise<void> {
    const { userId, sessionId } = callerOf(request);
    const requestedScope = logoutScope.safeParse(scope ?? 'global');
    if (!requestedScope.success) throw validationError(`Unsupported logout scope "${String(scope)}"`);
    await this.commands.execute(new SignOut(userId, sessionId, requestedScope.data));
  }

  #signIn(body: unknown, request: AuthRequest): Promise<Grant> {
    const { email, phone, password } = parseBody(signInBody, body);
    if (email && phone) throw validationError('Only an email address or phone number should be provided on login.');
    if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
    if (!email) throw validationError('missing email or phone');
    const signIn = new SignIn(email, password ?? '', deviceOf(request));
    return this.limits.guess(email, request.ip, () => this.commands.execute(signIn));
  }

  async #refresh(body: unknown, reply: Reply): Promise<Grant> {
    const { refresh_token: refreshToken } = parseBody(refreshBody, body);
    if (!refreshToken) throw new OAuthError('refresh_token required');
    const grant = await this.commands.execute(new RefreshSession(refreshToken));
    setReuseHeaders(reply, grant.reuse);
    return grant;
  }

  async #redeem(body: unknown, request: AuthRequest) {
    const { auth_code: code, code_verifier: verifier } = parseBody(pkceBody, body);
    if (!(code && verifier))
      throw validationError('invalid request: both auth code and code verifier should be non-empty');
    const redeemedFlow = await this.commands.execute(new RedeemCode(code, verifier));
    const { userId, method } = redeemedFlow;
    const device = deviceOf(request);
    if (method === 'oauth') return oauthSessionView(await this.commands.execute(new FinishOAuth(redeemedFlow, device)));
    return sessionView(await this.commands.execute(new StartSession(userId, device, method)));
  }
}

const readSignUp = (body: unknown) => {
  const { email, phone, password, data, ...challenge } = parseBody(signUpBody, body);
  if (!email && !phone) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (email && phone) throw validationError('Only an email address or phone number should be provided on signup.');
  if (!password) throw validationError('Signup requires a valid password');
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  requireEmailAddress(email);
  return { email, password, metadata: data ?? {}, challenge: challengeIn(challenge) };
};

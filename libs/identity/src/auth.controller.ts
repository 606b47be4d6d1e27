import { Body, Controller, Get, Header, HttpCode, Post, Put, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public } from '#platform';
import { checked, text } from './account.metadata.ts';
import { Accounts } from './accounts.store.ts';
import { Anonymously, type AuthRequest, ByBearer, callerOf, deviceOf } from './auth.guards.ts';
import { logoutScope, read, recoverBody, refreshBody, signInBody, signUpBody, userBody } from './gotrue.bodies.ts';
import { AuthError, invalid, OAuthError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { sessionView, userView } from './gotrue.views.ts';
import { ChangeAccount } from './identity.commands.ts';
import { email as emailRule, signUp as signUpForm } from './identity.contract.ts';
import { RegisterUser } from './register-user.commands.ts';
import { demandSecondFactor } from './second-factor.demand.ts';
import type { Grant } from './session.grants.ts';
import { RefreshSession, SignIn, SignOut, StartSession } from './sessions.commands.ts';
import type { Caller } from './sessions.queries.ts';

/** Accounts and sessions in GoTrue's protocol: its client library is the browser's. Answers and errors are GoTrue's. */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
  ) {}

  @Post('signup')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UseGuards(Anonymously)
  async signUp(@Body() body: unknown, @Req() request: AuthRequest) {
    const { email, password, metadata } = readSignUp(body);
    const newUser = {
      email,
      password,
      metadata,
      role: checked(signUpForm.shape.role, metadata.role),
      firstName: text(metadata.first_name),
      lastName: text(metadata.last_name),
      phone: text(metadata.phone),
      termsVersion: text(metadata.terms_version).slice(0, 40) || null,
    };
    const userId = await this.commands.execute(new RegisterUser(newUser));
    return sessionView(await this.commands.execute(new StartSession(userId, deviceOf(request))));
  }

  @Post('token')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UseGuards(Anonymously)
  async token(@Query('grant_type') grant: unknown, @Body() body: unknown, @Req() request: AuthRequest) {
    if (grant === 'password') return sessionView(await this.#signIn(body, request));
    if (grant === 'refresh_token') return sessionView(await this.#refresh(body));
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }

  @Get('user')
  @Header('Cache-Control', 'no-store')
  @UseGuards(ByBearer)
  async user(@Req() request: AuthRequest) {
    return this.#account(callerOf(request));
  }

  @Put('user')
  @Header('Cache-Control', 'no-store')
  @UseGuards(ByBearer)
  async changeUser(@Body() body: unknown, @Req() request: AuthRequest) {
    const caller = callerOf(request);
    const { data, password, current_password, ...rest } = read(userBody, body);
    if (rest.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    if (rest.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers cannot be used to sign in');
    const { email } = await this.#account(caller);
    if (password || (rest.email && rest.email.toLowerCase() !== email)) demandSecondFactor(caller);
    if (rest.email && rest.email.toLowerCase() !== email)
      throw new AuthError(422, 'feature_disabled', 'The e-mail address cannot be changed yet');
    const changes = {
      ...(data && { data }),
      ...(typeof password === 'string' && { password }),
      ...(typeof current_password === 'string' && { currentPassword: current_password }),
    };
    await this.commands.execute(new ChangeAccount(caller.userId, caller.sessionId, changes));
    return this.#account(caller);
  }

  @Post('logout')
  @HttpCode(204)
  @UseGuards(ByBearer)
  async signOut(@Query('scope') scope: unknown, @Req() request: AuthRequest): Promise<void> {
    const { userId, sessionId } = callerOf(request);
    const wanted = logoutScope.safeParse(scope ?? 'global');
    if (!wanted.success) throw invalid(`Unsupported logout scope "${String(scope)}"`);
    await this.commands.execute(new SignOut(userId, sessionId, wanted.data));
  }

  /** The same answer whether anybody has this address or not. */
  @Post('recover')
  @HttpCode(200)
  @UseGuards(Anonymously)
  recover(@Body() body: unknown): object {
    const { email } = read(recoverBody, body);
    if (!email) throw invalid('Password recovery requires an email');
    onlyAddress(email);
    return {};
  }

  #signIn(body: unknown, request: AuthRequest): Promise<Grant> {
    const { email, phone, password } = read(signInBody, body);
    if (email && phone) throw invalid('Only an email address or phone number should be provided on login.');
    if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
    if (!email) throw invalid('missing email or phone');
    return this.commands.execute(new SignIn(email, password ?? '', deviceOf(request)));
  }

  #refresh(body: unknown): Promise<Grant> {
    const { refresh_token: refreshToken } = read(refreshBody, body);
    if (!refreshToken) throw new OAuthError('refresh_token required');
    return this.commands.execute(new RefreshSession(refreshToken));
  }

  async #account({ userId }: Caller) {
    const account = await this.accounts.byId(userId);
    if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return userView(account);
  }
}

const readSignUp = (body: unknown) => {
  const { email, phone, password, data } = read(signUpBody, body);
  if (!email && !phone) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.');
  if (!password) throw invalid('Signup requires a valid password');
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  onlyAddress(email);
  return { email, password, metadata: data ?? {} };
};

const onlyAddress = (email: string): void => {
  if (!emailRule.safeParse(email).success) throw invalid('Unable to validate email address: invalid format');
};

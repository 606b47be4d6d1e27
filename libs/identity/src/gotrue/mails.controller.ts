import { setTimeout as sleep } from 'node:timers/promises';
import { Body, Controller, Get, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Site } from '#platform/http';
import { AuthLimits, Limited, LimitReached, WithinLimits } from '../limits/index.ts';
import {
  type MailOptions,
  RequestConfirmation,
  RequestReauthentication,
  RequestRecovery,
  RequestSignInLink,
  ResendEmailChange,
  SignUpByLink,
} from '../mails/index.ts';
import { challengeIn } from '../one-time-tokens/index.ts';
import { Accounts } from '../users/index.ts';
import { Anonymously, type AuthRequest, ByBearer, callerOf } from './auth.guards.ts';
import { otpBody, parseBody, recoverBody, resendBody } from './gotrue.bodies.ts';
import { AuthError, validationError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { profileIn, requireEmailAddress } from './gotrue.sign-ups.ts';
import { redirectOf } from './redirect.rules.ts';
import { requireSecondFactor } from './second-factor.check.ts';

const resendTypes = ['signup', 'email_change', 'sms', 'phone_change'];
/**
 * A response takes at least this many milliseconds, so that its time does not reveal whether the address has an
 * account.
 */
const minResponseTime = 100;

/** Requests for mails: password recovery, confirmation, sign-in links and reauthentication codes. */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
@UseGuards(WithinLimits)
export class MailsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly limits: AuthLimits,
    private readonly site: Site,
  ) {}

  /**
   * The response does not reveal whether the address has an account, nor whether the mail was skipped because of the
   * rate limit.
   */
  @Post('recover')
  @HttpCode(200)
  @Limited('recover')
  @UseGuards(Anonymously)
  async recover(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, ...challenge } = parseBody(recoverBody, body);
    if (!email) throw validationError('Password recovery requires an email');
    requireEmailAddress(email);
    const options = this.#mailOptions(challenge, request);
    return withMinimumTime(async () => {
      if (await this.#maySend('recovery', email)) await this.commands.execute(new RequestRecovery(email, options));
    });
  }

  @Post('resend')
  @HttpCode(200)
  @Limited('resend')
  @UseGuards(Anonymously)
  async resend(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { type, email, challenge } = readResend(body);
    const options = this.#mailOptions(challenge, request);
    const kind = type === 'signup' ? 'confirmation' : 'email-change';
    await this.limits.mail(kind, email);
    const command = type === 'signup' ? new RequestConfirmation(email, options) : new ResendEmailChange(email, options);
    return withMinimumTime(() => this.commands.execute(command));
  }

  @Post('otp')
  @HttpCode(200)
  @Limited('otp')
  @UseGuards(Anonymously)
  async otp(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, phone, channel, create_user, data, ...challenge } = parseBody(otpBody, body);
    if (email && phone) throw validationError('Only an email address or phone number should be provided');
    if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    if (!email) throw validationError('One of email or phone must be set');
    if (channel) throw validationError('Channel should only be specified with Phone OTP');
    requireEmailAddress(email);
    const options = this.#mailOptions(challenge, request);
    // Read before the address is looked up, so that invalid profile data is refused for known and unknown addresses
    // alike.
    const newUser = profileIn(email, data ?? {});
    await this.limits.addressProbe(request.ip);
    const isKnown = (await this.accounts.registeredByEmail(email)) !== undefined;
    if (!isKnown && create_user === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    await this.limits.mail('magic-link', email);
    return withMinimumTime(async () => {
      if (isKnown) await this.commands.execute(new RequestSignInLink(email, options));
      else if (newUser)
        await this.limits.newAccount(request.ip, () => this.commands.execute(new SignUpByLink(newUser, options)));
    });
  }

  /** The name of {@link otp} in older clients. */
  @Post('magiclink')
  @HttpCode(200)
  @Limited('otp')
  @UseGuards(Anonymously)
  magicLink(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, data, code_challenge, code_challenge_method } = parseBody(otpBody, body);
    if (!email) throw new AuthError(422, 'validation_failed', 'Password recovery requires an email');
    return this.otp({ email, data, code_challenge, code_challenge_method }, request);
  }

  @Get('reauthenticate')
  @Limited('reauthenticate')
  @UseGuards(ByBearer)
  async reauthenticate(@Req() request: AuthRequest): Promise<object> {
    const caller = callerOf(request);
    requireSecondFactor(caller, 'AAL2 session is required to reauthenticate when MFA is enabled.');
    // A HEAD request must have no effect, so it sends no mail.
    if (request.method === 'HEAD') return {};
    const { userId } = caller;
    const account = await this.accounts.byId(userId);
    if (account?.emailVerifiedAt) await this.limits.mail('reauthentication', account.email);
    await this.commands.execute(new RequestReauthentication(userId));
    return {};
  }

  #mailOptions(challenge: Parameters<typeof challengeIn>[0], request: AuthRequest): MailOptions {
    return { redirectTo: redirectOf(this.site.url, request), challenge: challengeIn(challenge) };
  }

  async #maySend(kind: 'recovery', email: string): Promise<boolean> {
    try {
      await this.limits.mail(kind, email);
      return true;
    } catch (error) {
      if (error instanceof LimitReached) return false;
      throw error;
    }
  }
}

const readResend = (body: unknown) => {
  const { type, email, phone, ...challenge } = parseBody(resendBody, body);
  if (!type || !resendTypes.includes(type))
    throw validationError(`Missing one of these types: ${resendTypes.join(', ')}`);
  if (!email && type === 'signup') throw validationError('Type provided requires an email address');
  if (!phone && type === 'sms') throw validationError('Type provided requires a phone number');
  if (email && phone) throw validationError('Only an email address or phone number should be provided.');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationError('Missing email address or phone number');
  if (type !== 'signup' && type !== 'email_change') throw validationError('Type provided requires a phone number');
  requireEmailAddress(email);
  return { type, email, challenge } as const;
};

const withMinimumTime = async (work: () => Promise<unknown>): Promise<object> => {
  await Promise.all([work(), sleep(minResponseTime)]);
  return {};
};

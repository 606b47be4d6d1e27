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
import { otpBody, read, recoverBody, resendBody } from './gotrue.bodies.ts';
import { AuthError, invalid } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { profileIn, requireEmailAddress } from './gotrue.sign-ups.ts';
import { redirectOf } from './redirect.rules.ts';
import { requireSecondFactor } from './second-factor.check.ts';

const resendTypes = ['signup', 'email_change', 'sms', 'phone_change'];
/** An answer takes at least so many milliseconds, so that its time does not tell whether anybody has the address. */
const leastTime = 100;

/** What somebody asks to be sent by mail. */
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

  /** The same answer whether anybody has this address or not, and whether a mail is sent or was only just. */
  @Post('recover')
  @HttpCode(200)
  @Limited('recover')
  @UseGuards(Anonymously)
  async recover(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, ...challenge } = read(recoverBody, body);
    if (!email) throw invalid('Password recovery requires an email');
    requireEmailAddress(email);
    const wanted = this.#wanted(challenge, request);
    return inConstantTime(async () => {
      if (await this.#maySend('recovery', email)) await this.commands.execute(new RequestRecovery(email, wanted));
    });
  }

  @Post('resend')
  @HttpCode(200)
  @Limited('resend')
  @UseGuards(Anonymously)
  async resend(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { type, email, challenge } = readResend(body);
    const wanted = this.#wanted(challenge, request);
    const kind = type === 'signup' ? 'confirmation' : 'email-change';
    await this.limits.mail(kind, email);
    const command = type === 'signup' ? new RequestConfirmation(email, wanted) : new ResendEmailChange(email, wanted);
    return inConstantTime(() => this.commands.execute(command));
  }

  @Post('otp')
  @HttpCode(200)
  @Limited('otp')
  @UseGuards(Anonymously)
  async otp(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, phone, channel, create_user, data, ...challenge } = read(otpBody, body);
    if (email && phone) throw invalid('Only an email address or phone number should be provided');
    if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    if (!email) throw invalid('One of email or phone must be set');
    if (channel) throw invalid('Channel should only be specified with Phone OTP');
    requireEmailAddress(email);
    const wanted = this.#wanted(challenge, request);
    // Read before the address is looked up, so that profile data is refused alike for known and unknown addresses.
    const newUser = profileIn(email, data ?? {});
    await this.limits.question(request.ip);
    const isKnown = (await this.accounts.registeredByEmail(email)) !== undefined;
    if (!isKnown && create_user === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    await this.limits.mail('magic-link', email);
    return inConstantTime(async () => {
      if (isKnown) await this.commands.execute(new RequestSignInLink(email, wanted));
      else if (newUser)
        await this.limits.newAccount(request.ip, () => this.commands.execute(new SignUpByLink(newUser, wanted)));
    });
  }

  /** What older clients call {@link otp}. */
  @Post('magiclink')
  @HttpCode(200)
  @Limited('otp')
  @UseGuards(Anonymously)
  magicLink(@Body() body: unknown, @Req() request: AuthRequest): Promise<object> {
    const { email, data, code_challenge, code_challenge_method } = read(otpBody, body);
    if (!email) throw new AuthError(422, 'validation_failed', 'Password recovery requires an email');
    return this.otp({ email, data, code_challenge, code_challenge_method }, request);
  }

  @Get('reauthenticate')
  @Limited('reauthenticate')
  @UseGuards(ByBearer)
  async reauthenticate(@Req() request: AuthRequest): Promise<object> {
    const caller = callerOf(request);
    requireSecondFactor(caller, 'AAL2 session is required to reauthenticate when MFA is enabled.');
    // A HEAD asks what a GET would answer; it sends nothing.
    if (request.method === 'HEAD') return {};
    const { userId } = caller;
    const account = await this.accounts.byId(userId);
    if (account?.emailVerifiedAt) await this.limits.mail('reauthentication', account.email);
    await this.commands.execute(new RequestReauthentication(userId));
    return {};
  }

  #wanted(challenge: Parameters<typeof challengeIn>[0], request: AuthRequest): MailOptions {
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
  const { type, email, phone, ...challenge } = read(resendBody, body);
  if (!type || !resendTypes.includes(type)) throw invalid(`Missing one of these types: ${resendTypes.join(', ')}`);
  if (!email && type === 'signup') throw invalid('Type provided requires an email address');
  if (!phone && type === 'sms') throw invalid('Type provided requires a phone number');
  if (email && phone) throw invalid('Only an email address or phone number should be provided.');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw invalid('Missing email address or phone number');
  if (type !== 'signup' && type !== 'email_change') throw invalid('Type provided requires a phone number');
  requireEmailAddress(email);
  return { type, email, challenge } as const;
};

const inConstantTime = async (work: () => Promise<unknown>): Promise<object> => {
  await Promise.all([work(), sleep(leastTime)]);
  return {};
};

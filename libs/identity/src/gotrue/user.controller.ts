import { Body, Controller, Get, Header, Put, Req, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Site } from '#platform/http';
import { type AccountChanges, ChangeAccount } from '../accounts/index.ts';
import { AuthLimits, Limited, WithinLimits } from '../limits/index.ts';
import { type MailOptions, RequestEmailChange } from '../mails/index.ts';
import { challengeIn } from '../one-time-tokens/index.ts';
import type { Caller } from '../sessions/index.ts';
import { type Account, Accounts, Addresses } from '../users/index.ts';
import { type AuthRequest, ByBearer, callerOf } from './auth.guards.ts';
import { parseBody, userBody } from './gotrue.bodies.ts';
import { AuthError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { requireEmailAddress } from './gotrue.sign-ups.ts';
import { userView } from './gotrue.views.ts';
import { redirectOf } from './redirect.rules.ts';
import { requireSecondFactor } from './second-factor.check.ts';

type Changes = ReturnType<typeof userBody.parse>;

/** Reads and changes the caller's own account. */
@Public()
@Controller('auth/v1/user')
@UseFilters(AuthErrorsFilter)
@UseGuards(WithinLimits, ByBearer)
export class UserController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly addresses: Addresses,
    private readonly limits: AuthLimits,
    private readonly site: Site,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async user(@Req() request: AuthRequest) {
    return userView(await this.#account(callerOf(request)));
  }

  @Put()
  @Limited('user')
  @Header('Cache-Control', 'no-store')
  async change(@Body() body: unknown, @Req() request: AuthRequest) {
    const caller = callerOf(request);
    requireSecondFactor(caller);
    const changes = parseBody(userBody, body);
    rejectForeignFields(changes);
    const account = await this.#account(caller);
    const newEmail = addressIn(changes, account);
    // Everything that can be refused is checked before the first change.
    const mailOptions = newEmail && (await this.#mailOptions(newEmail, changes, request));
    await this.#change(account, caller, changes, request);
    if (newEmail && mailOptions)
      await this.commands.execute(new RequestEmailChange(caller.userId, newEmail, mailOptions));
    return userView(await this.#account(caller));
  }

  async #mailOptions(newEmail: string, changes: Changes, request: AuthRequest): Promise<MailOptions> {
    const challenge = challengeIn(changes);
    await this.limits.addressProbe(request.ip);
    await this.addresses.requireFree(newEmail);
    await this.limits.mail('email-change', newEmail);
    return { redirectTo: redirectOf(this.site.url, request), challenge };
  }

  async #change(account: Account, { userId, sessionId }: Caller, changes: Changes, { ip }: AuthRequest) {
    const { data, password, current_password: currentPassword, nonce } = changes;
    const accountChanges: AccountChanges = {
      ...(data && { data }),
      ...(typeof password === 'string' && { password }),
      ...(currentPassword && { currentPassword }),
      ...(nonce && { nonce }),
    };
    const command = new ChangeAccount(userId, sessionId, accountChanges);
    // The limit counts guesses only if a password or nonce is checked. A request that checks none must not count as a
    // correct guess either.
    const guesses = accountChanges.password !== undefined && (currentPassword || nonce);
    if (guesses) await this.limits.guess(account.email, ip, () => this.commands.execute(command));
    else await this.commands.execute(command);
  }

  async #account({ userId }: Caller): Promise<Account> {
    const account = await this.accounts.byId(userId);
    if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return account;
  }
}

const rejectForeignFields = ({ app_metadata, phone }: Changes): void => {
  if (app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers cannot be used to sign in');
};

/** The requested address, if it differs from the account's. */
const addressIn = ({ email }: Changes, account: Account): string | undefined => {
  if (!email) return undefined;
  requireEmailAddress(email);
  const requestedAddress = email.toLowerCase();
  return requestedAddress === account.email ? undefined : requestedAddress;
};

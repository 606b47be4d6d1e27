import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Accounts } from '../users/index.ts';
import { type MailOptions, MailRequests } from './mail.requests.ts';

/** Sends the confirmation mail again. Does nothing if the address has no account or is already confirmed. */
export class RequestConfirmation extends Command<void> {
  constructor(
    readonly email: string,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(RequestConfirmation)
export class RequestConfirmationHandler implements ICommandHandler<RequestConfirmation> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ email, options }: RequestConfirmation): Promise<void> {
    const account = await this.accounts.registeredByEmail(email);
    if (account && !account.emailVerifiedAt) await this.requests.confirmation(account, options);
  }
}

/** Sends the mail with which a user sets a new password. Does nothing if the address has no account. */
export class RequestRecovery extends Command<void> {
  constructor(
    readonly email: string,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(RequestRecovery)
export class RequestRecoveryHandler implements ICommandHandler<RequestRecovery> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ email, options }: RequestRecovery): Promise<void> {
    const account = await this.accounts.registeredByEmail(email);
    if (account) await this.requests.recovery(account, options);
  }
}

/** Sends a link and a code that sign in. Refuses `user-not-found` if the address has no account. */
export class RequestSignInLink extends Command<void> {
  constructor(
    readonly email: string,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(RequestSignInLink)
export class RequestSignInLinkHandler implements ICommandHandler<RequestSignInLink> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ email, options }: RequestSignInLink): Promise<void> {
    const account = await this.accounts.registeredByEmail(email);
    if (!account) refuse('user-not-found', 'This user does not exist');
    await this.requests.signInLink(account, options);
  }
}

/** Sends the caller a code with which they reauthenticate. Refuses `user-not-found`, `email-not-confirmed`. */
export class RequestReauthentication extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(RequestReauthentication)
export class RequestReauthenticationHandler implements ICommandHandler<RequestReauthentication> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ userId }: RequestReauthentication): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    if (!account.emailVerifiedAt) refuse('email-not-confirmed', 'Please confirm your email address first');
    await this.requests.reauthentication(account);
  }
}

/** Requests a new email address for the caller. Both addresses must confirm it; the old one only if it was verified. */
export class RequestEmailChange extends Command<void> {
  constructor(
    readonly userId: string,
    readonly newEmail: string,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(RequestEmailChange)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChange> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ userId, newEmail, options }: RequestEmailChange): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    await this.requests.emailChange(account, newEmail.toLowerCase(), options);
  }
}

/** Sends the mails of a pending address change again. Does nothing if no change is pending. */
export class ResendEmailChange extends Command<void> {
  constructor(
    readonly email: string,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(ResendEmailChange)
export class ResendEmailChangeHandler implements ICommandHandler<ResendEmailChange> {
  constructor(
    private readonly accounts: Accounts,
    private readonly requests: MailRequests,
  ) {}

  async execute({ email, options }: ResendEmailChange): Promise<void> {
    const account = await this.accounts.registeredByEmail(email);
    if (account?.newEmail) await this.requests.emailChange(account, account.newEmail, options);
  }
}

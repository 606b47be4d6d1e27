import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '#platform/config';
import { type NewUser, RegisterUser } from '../accounts/index.ts';
import { Clock } from '../clock/index.ts';
import { Addresses } from '../users/index.ts';
import { type MailOptions, MailRequests } from './mail.requests.ts';
import { RequestSignInLink } from './mail-requests.commands.ts';

/** Registers a user with a password and returns their id. Sends a confirmation mail unless autoconfirm is on. */
export class SignUp extends Command<string> {
  constructor(
    readonly newUser: NewUser,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly commands: CommandBus,
    private readonly requests: MailRequests,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ newUser, options }: SignUp): Promise<string> {
    if (this.config.autoconfirm) return this.commands.execute(new RegisterUser(newUser));
    const confirmation = await this.requests.prepare(options, 'email/signup');
    const userId = await this.commands.execute(new RegisterUser({ ...newUser, confirmation }));
    await this.addresses.recordMailRequest(userId, 'confirmation', this.clock.now());
    return userId;
  }
}

/** Registers a user without a password and mails them a link that verifies the address and signs them in. */
export class SignUpByLink extends Command<void> {
  constructor(
    readonly newUser: Omit<NewUser, 'password'>,
    readonly options: MailOptions,
  ) {
    super();
  }
}

@CommandHandler(SignUpByLink)
export class SignUpByLinkHandler implements ICommandHandler<SignUpByLink> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ newUser, options }: SignUpByLink): Promise<void> {
    await this.commands.execute(new RegisterUser({ ...newUser, password: null, emailVerified: false }));
    await this.commands.execute(new RequestSignInLink(newUser.email, options));
  }
}

import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { AuthLimits } from '../limits/index.ts';
import { longestPassword, PasswordHasher } from '../passwords/index.ts';
import { Accounts } from '../users/index.ts';
import { ErasePerson } from './erase-person.commands.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';

/** What somebody shows to close their account: the password or a code from a mail, each empty where it is not given. */
export type ClosingProof = { readonly password: string; readonly nonce: string };

/**
 * Erases the caller, for good. They give their password or the code that `GET /auth/v1/reauthenticate` mails; who has no
 * password may have signed in just now instead. Refuses `credentials-wrong`, `reauthentication-needed`,
 * `reauthentication-code-wrong`.
 */
export class CloseAccount extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly proof: ClosingProof,
    readonly ip: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly fresh: ReauthenticationProofs,
    private readonly limits: AuthLimits,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, sessionId, proof: { password, nonce }, ip }: CloseAccount): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'There is no such user');
    const { email, passwordHash } = account;
    await this.limits.guess(email, ip, () =>
      nonce || passwordHash === null
        ? this.fresh.demand(account, sessionId, nonce)
        : this.#onlyRight(passwordHash, password),
    );
    await this.commands.execute(new ErasePerson(userId));
  }

  async #onlyRight(passwordHash: string, password: string): Promise<void> {
    if (password.length <= longestPassword && (await this.hasher.matches(passwordHash, password))) return;
    refuse('credentials-wrong', 'Current password is incorrect');
  }
}

export const closeAccountHandlers = [CloseAccountHandler];

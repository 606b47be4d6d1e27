import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { AuthLimits } from '../limits/index.ts';
import { maxPasswordLength, PasswordHasher } from '../passwords/index.ts';
import { Accounts } from '../users/index.ts';
import { ErasePerson } from './erase-person.commands.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';

/** Proof for closing an account: the password or a mailed code. The one that is not given is empty. */
export type ClosingProof = { readonly password: string; readonly nonce: string };

/**
 * Erases the caller permanently. They give their password or the code that `GET /auth/v1/reauthenticate` mails. For a
 * caller without a password a recent sign-in is enough. Refuses `credentials-wrong`, `reauthentication-needed`,
 * `reauthentication-code-wrong`, `staff-role-last-admin`.
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
    private readonly reauthentication: ReauthenticationProofs,
    private readonly limits: AuthLimits,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, sessionId, proof: { password, nonce }, ip }: CloseAccount): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    const { email, passwordHash } = account;
    await this.limits.guess(email, ip, () =>
      nonce || passwordHash === null
        ? this.reauthentication.require(account, sessionId, nonce)
        : this.#requirePassword(passwordHash, password),
    );
    await this.commands.execute(new ErasePerson(userId));
  }

  async #requirePassword(passwordHash: string, password: string): Promise<void> {
    if (password.length <= maxPasswordLength && (await this.hasher.matches(passwordHash, password))) return;
    refuse('credentials-wrong', 'Current password is incorrect');
  }
}

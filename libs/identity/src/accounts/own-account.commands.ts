import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { AuthLimits } from '../gotrue/auth.limits.ts';
import { endSessions } from '../sessions/sessions.commands.ts';
import { user } from '../user.ts';
import { Accounts } from './accounts.store.ts';
import { ErasePerson } from './erase-person.commands.ts';
import { FreshProofs } from './fresh.proofs.ts';
import { PasswordHasher } from './password.hasher.ts';
import { longestPassword } from './password.rules.ts';

/** Ends one of the user's sessions. Refuses `session-not-found`, also for another's. */
export class RevokeSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSession)
export class RevokeSessionHandler implements ICommandHandler<RevokeSession> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  async execute({ userId, sessionId }: RevokeSession): Promise<void> {
    const sessionIds = await endSessions(this.database, { userId, only: sessionId });
    if (sessionIds.length === 0) refuse('session-not-found', 'There is no such session');
    await this.store.handle(user, `user-${userId}`, 'revokeSessions', { sessionIds, why: 'signed-out-elsewhere' });
  }
}

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
    private readonly fresh: FreshProofs,
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

export const ownAccountHandlers = [RevokeSessionHandler, CloseAccountHandler];

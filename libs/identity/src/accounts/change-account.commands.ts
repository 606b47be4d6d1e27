import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { OneTimeTokens } from '../one-time-tokens/index.ts';
import { PasswordHasher, requireStrongPassword } from '../passwords/index.ts';
import { endSessions } from '../sessions/index.ts';
import { type Account, Accounts, detailsIn, type Metadata, storedMetadata, user } from '../users/index.ts';
import { type PasswordProof, PasswordProofs } from './password.proofs.ts';

/** Metadata to merge (null removes a field) and a new password, with proof that the caller may change it. */
export type AccountChanges = PasswordProof & {
  readonly data?: Metadata;
  readonly password?: string;
};

/**
 * Changes the caller's own account. A new password ends their other sessions and invalidates mailed links and codes.
 */
export class ChangeAccount extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly changes: AccountChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeAccount)
export class ChangeAccountHandler implements ICommandHandler<ChangeAccount> {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly proofs: PasswordProofs,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId, changes: { data, password, ...proof } }: ChangeAccount): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    const merged = data && storedMetadata(withoutNulls({ ...account.metadata, ...data }));
    const details = merged && detailsIn(merged);
    if (password !== undefined) await this.#requireNewPassword(account, sessionId, password, proof);
    if (data && details) {
      await this.store.handle(user, `user-${userId}`, 'changeDetails', details);
      await this.accounts.mergeMetadata(userId, storedMetadata(data), this.clock.now());
    }
    if (password !== undefined) await this.#setPassword(userId, sessionId, password);
  }

  async #requireNewPassword(
    account: Account,
    sessionId: string,
    password: string,
    proof: PasswordProof,
  ): Promise<void> {
    requireStrongPassword(password);
    await this.proofs.require(account, sessionId, proof);
    if (await this.hasher.matches(account.passwordHash, password))
      refuse('password-same', 'New password should be different from the old password.');
  }

  /**
   * The event is stored before the row is changed. If a process dies in between, the user can set the same password
   * again; after the row was changed, that would be refused, and the event with its warning mail would be lost.
   */
  async #setPassword(userId: string, sessionId: string, password: string): Promise<void> {
    const stream = `user-${userId}`;
    const passwordHash = await this.hasher.hash(password);
    await this.store.handle(user, stream, 'changePassword', {});
    const sessionIds = await this.database.transaction(async (within) => {
      await this.accounts.setPassword(within, userId, passwordHash, this.clock.now());
      await this.tokens.deleteAllOf(within, userId);
      return endSessions(within, { userId, except: sessionId });
    });
    await this.store.handle(user, stream, 'revokeSessions', { sessionIds, reason: 'password-changed' });
  }
}

const withoutNulls = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));

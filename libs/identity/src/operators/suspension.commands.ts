import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { endSessions } from '../sessions/index.ts';
import { Accounts, user } from '../users/index.ts';

/**
 * Ends a user's sessions and prevents further sign-ins. Refuses `user-not-found`, `suspension-not-allowed`,
 * `suspension-reason`, `staff-role-last-admin`.
 */
export class SuspendUser extends Command<void> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SuspendUser)
export class SuspendUserHandler implements ICommandHandler<SuspendUser> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly context: Context,
  ) {}

  async execute({ account, reason }: SuspendUser): Promise<void> {
    this.context.enterReason(reason);
    const { userId } = await this.accounts.registered(account);
    await this.accounts.withAdministrators(userId, (administrators) => this.#suspend(userId, reason, administrators));
  }

  async #suspend(userId: string, reason: string, administrators: readonly string[]): Promise<void> {
    await this.database.transaction(async (within) => {
      await within.query('update identity.credentials set suspended_at = $2 where user_id = $1', [
        userId,
        this.clock.now(),
      ]);
      for (const table of ['one_time_tokens', 'flow_states'])
        await within.query(`delete from identity.${table} where user_id = $1`, [userId]);
      const sessionIds = await endSessions(within, { userId });
      // Appended inside the transaction: if the event is refused, the rows are rolled back.
      await this.store.handle(user, `user-${userId}`, 'suspend', { reason, sessionIds, administrators });
    });
  }
}

/** Allows a user to sign in again. Has the same refusals as {@link SuspendUser}. */
export class ReinstateUser extends Command<void> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReinstateUser)
export class ReinstateUserHandler implements ICommandHandler<ReinstateUser> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly accounts: Accounts,
    private readonly context: Context,
  ) {}

  async execute({ account, reason }: ReinstateUser): Promise<void> {
    this.context.enterReason(reason);
    const { userId } = await this.accounts.registered(account);
    await this.database.transaction(async (within) => {
      await within.query('update identity.credentials set suspended_at = null where user_id = $1', [userId]);
      await this.store.handle(user, `user-${userId}`, 'reinstate', { reason });
    });
  }
}

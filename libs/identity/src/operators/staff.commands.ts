import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { Accounts, type StaffRole, user } from '../users/index.ts';

/**
 * Refuses `user-not-found` if there is no such account, and `staff-role-not-allowed` unless the actor is the command
 * line or another administrator.
 */
export class GrantStaffRole extends Command<void> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly role: StaffRole,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(GrantStaffRole)
export class GrantStaffRoleHandler implements ICommandHandler<GrantStaffRole> {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: Accounts,
  ) {}

  async execute({ account, role, reason }: GrantStaffRole): Promise<void> {
    const { userId } = await this.accounts.registered(account);
    await this.store.handle(user, `user-${userId}`, 'grantStaffRole', { role, reason });
  }
}

/** Removes a staff role. Has the same refusals as {@link GrantStaffRole}, and `staff-role-last-admin`. */
export class RevokeStaffRole extends Command<void> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly role: StaffRole,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeStaffRole)
export class RevokeStaffRoleHandler implements ICommandHandler<RevokeStaffRole> {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: Accounts,
  ) {}

  async execute({ account, role, reason }: RevokeStaffRole): Promise<void> {
    const { userId } = await this.accounts.registered(account);
    await this.accounts.withAdministrators(userId, (administrators) =>
      this.store.handle(user, `user-${userId}`, 'revokeStaffRole', { role, reason, administrators }),
    );
  }
}

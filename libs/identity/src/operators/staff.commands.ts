import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { Accounts, type StaffRole, user } from '../users/index.ts';

/**
 * Refuses `user-not-found` if the address has no account, and `staff-role-not-allowed` unless the actor is the command
 * line or an administrator.
 */
export class GrantStaffRole extends Command<void> {
  constructor(
    readonly email: string,
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

  async execute({ email, role, reason }: GrantStaffRole): Promise<void> {
    const { userId } = await this.accounts.registered(email);
    await this.store.handle(user, `user-${userId}`, 'grantStaffRole', { role, reason });
  }
}

/** Removes a staff role. Has the same refusals as {@link GrantStaffRole}. */
export class RevokeStaffRole extends Command<void> {
  constructor(
    readonly email: string,
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

  async execute({ email, role, reason }: RevokeStaffRole): Promise<void> {
    const { userId } = await this.accounts.registered(email);
    await this.store.handle(user, `user-${userId}`, 'revokeStaffRole', { role, reason });
  }
}

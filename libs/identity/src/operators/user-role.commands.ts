import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { Accounts, type Role, user } from '../users/index.ts';

/**
 * Changes the role that a user chose at sign-up. Refuses `user-not-found`, `user-role-not-allowed` unless the actor is
 * the command line or another administrator, `user-role-reason`, `user-role`, and what modules refuse: a client who
 * becomes a professional, or the reverse, must have nothing that needs the previous role.
 */
export class ChangeUserRole extends Command<void> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly role: Role,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeUserRole)
export class ChangeUserRoleHandler implements ICommandHandler<ChangeUserRole> {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: Accounts,
    private readonly modules: Modules,
    private readonly context: Context,
  ) {}

  async execute({ account, role, reason }: ChangeUserRole): Promise<void> {
    this.context.enterReason(reason);
    const { userId, role: previousRole } = await this.accounts.registered(account);
    if ((role === 'client') !== (previousRole === 'client'))
      for (const { definition, queries } of this.modules.all)
        await definition.account?.requireRoleChangeable?.(userId, queries);
    await this.store.handle(user, `user-${userId}`, 'changeRole', { role, reason });
  }
}

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Factors, factor } from '../factors/index.ts';
import { withdrawFactor } from '../sessions/index.ts';
import { Accounts } from '../users/index.ts';

/**
 * Removes all second factors of a user who has lost them and returns their number. The operator or administrator must
 * first verify the user's identity in another way. The events record the reason. Refuses `user-not-found`,
 * `factor-not-allowed`, `factor-reason`, `person-reason-personal`.
 */
export class RemoveLostFactors extends Command<number> {
  constructor(
    /** The email address or the id of the user. */
    readonly account: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveLostFactors)
export class RemoveLostFactorsHandler implements ICommandHandler<RemoveLostFactors> {
  constructor(
    private readonly accounts: Accounts,
    private readonly factors: Factors,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ account, reason }: RemoveLostFactors): Promise<number> {
    const { userId } = await this.accounts.registered(account);
    await this.accounts.requireFactorsRemovable(userId, this.context.origin.by, reason);
    this.context.enterReason(reason);
    const ids = await this.factors.change(userId, async (within) => {
      const lostFactors = await this.factors.removeAll(within, userId);
      for (const id of lostFactors) await withdrawFactor(within, userId, id);
      return lostFactors;
    });
    for (const id of ids) await this.store.handle(factor, `factor-${id}`, 'remove', {});
    return ids.length;
  }
}

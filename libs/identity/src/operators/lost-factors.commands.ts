import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Factors, factor } from '../factors/index.ts';
import { withdrawFactor } from '../sessions/index.ts';
import { Accounts } from '../users/index.ts';

/**
 * Removes all second factors of a user who has lost them and returns their number. The operator must first verify the
 * user's identity in another way. Refuses `user-not-found`, `factor-not-allowed`.
 */
export class RemoveLostFactors extends Command<number> {
  constructor(readonly email: string) {
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

  async execute({ email }: RemoveLostFactors): Promise<number> {
    if (this.context.origin.by.kind !== 'system')
      refuse('factor-not-allowed', 'This can only be done from the command line');
    const { userId } = await this.accounts.registered(email);
    const ids = await this.factors.change(userId, async (within) => {
      const lostFactors = await this.factors.removeAll(within, userId);
      for (const id of lostFactors) await withdrawFactor(within, userId, id);
      return lostFactors;
    });
    for (const id of ids) await this.store.handle(factor, `factor-${id}`, 'remove', {});
    return ids.length;
  }
}

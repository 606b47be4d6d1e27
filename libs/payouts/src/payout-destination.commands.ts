import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries, type OwnerProof, OwnerProofs } from '#identity';
import { EventStore } from '#platform/event-store';
import { type BankDetails, lastFourOf } from './bank-details.contract.ts';
import { payoutDestination } from './payout-destination.ts';

/**
 * Changes the bank details to which the caller's payouts go. Refuses `payout-destination-not-allowed` for clients, and
 * `credentials-wrong`, `reauthentication-needed` or `reauthentication-code-wrong` without a valid `proof`.
 */
export class ChangePayoutDestination extends Command<void> {
  constructor(
    readonly userId: string,
    readonly bank: BankDetails,
    readonly proof: OwnerProof,
    readonly client: { readonly sessionId: string; readonly ip: string | undefined },
  ) {
    super();
  }
}

@CommandHandler(ChangePayoutDestination)
export class ChangePayoutDestinationHandler implements ICommandHandler<ChangePayoutDestination> {
  constructor(
    private readonly store: EventStore,
    private readonly proofs: OwnerProofs,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ userId, bank, proof, client }: ChangePayoutDestination): Promise<void> {
    await this.proofs.require(userId, proof, client);
    const { scheme, holder, ...numbers } = bank;
    const role = (await this.people.names([userId])).get(userId)?.role;
    const facts = { userId, role, scheme, holder, numbers, lastFour: lastFourOf(bank) };
    await this.store.handle(payoutDestination, `payout-destination-${userId}`, 'change', facts);
  }
}

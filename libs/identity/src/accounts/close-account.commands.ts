import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProjectionBusy } from '#platform/projections';
import { ErasePerson } from './erase-person.commands.ts';
import { type OwnerProof, OwnerProofs } from './owner.proofs.ts';

/** How long the request waits for a read table that is being rebuilt, in milliseconds. */
const rebuildTimeout = 2_000;

/**
 * Erases the caller permanently. They prove who they are; refuses as {@link OwnerProofs}, and `staff-role-last-admin`.
 */
export class CloseAccount extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly proof: OwnerProof,
    readonly ip: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    private readonly proofs: OwnerProofs,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, sessionId, proof, ip }: CloseAccount): Promise<void> {
    await this.proofs.require(userId, proof, { sessionId, ip });
    await this.commands.execute(new ErasePerson(userId, rebuildTimeout)).catch(unlessBusy);
  }
}

/** The account is already deleted, and the reaction `identity.finish-erasure` folds the rows that are left. */
const unlessBusy = (error: unknown): void => {
  if (!(error instanceof ProjectionBusy)) throw error;
};

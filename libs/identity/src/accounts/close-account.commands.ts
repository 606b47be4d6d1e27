import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ErasePerson } from './erase-person.commands.ts';
import { type OwnerProof, OwnerProofs } from './owner.proofs.ts';

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
    await this.commands.execute(new ErasePerson(userId));
  }
}

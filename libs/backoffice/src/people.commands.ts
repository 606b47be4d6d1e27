import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import type { PersonalField, PersonalValues } from './contract.ts';

/**
 * Shows personal data of a person to the caller, after the log has recorded who sees which fields, and why. Refuses
 * `person-not-found` and `person-reason-personal`.
 */
export class RevealPerson extends Command<PersonalValues> {
  constructor(
    readonly personId: string,
    readonly fields: readonly PersonalField[],
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealPerson)
export class RevealPersonHandler implements ICommandHandler<RevealPerson> {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ personId, fields, reason }: RevealPerson): Promise<PersonalValues> {
    const person = await this.identity.withoutPersonalData(personId);
    if (!person) refuse('person-not-found', 'This person does not exist');
    await this.identity.requireImpersonal(reason, [personId], 'person-reason-personal');
    this.context.enterReason(reason);
    await this.log.recordAccess(personId, fields);
    const contact = (await this.identity.contacts([personId])).get(personId);
    return Object.fromEntries(fields.map((field) => [field, contact?.[field] ?? null]));
  }
}

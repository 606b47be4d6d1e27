import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { AuditQueries } from './audit.queries.ts';
import { type RevealedFields, revealableModules } from './contract.ts';
import { valueText } from './field-values.ts';

/**
 * Shows the personal fields of an event to the caller, after the log has recorded who sees them, and why. Refuses
 * `event-not-found`, `event-not-revealable` for an event of another module than {@link revealableModules}, and
 * `event-reason-personal`.
 */
export class RevealEvent extends Command<RevealedFields> {
  constructor(
    readonly eventId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealEvent)
export class RevealEventHandler implements ICommandHandler<RevealEvent> {
  constructor(
    private readonly audit: AuditQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ eventId, reason }: RevealEvent): Promise<RevealedFields> {
    const { row, stored } = await this.audit.stored(eventId);
    if (!revealableModules.some((name) => name === row.module))
      refuse('event-not-revealable', 'The personal data of this event is not shown here');
    await this.identity.requireImpersonal(reason, this.log.peopleIn(stored), 'event-reason-personal');
    this.context.enterReason(reason);
    const { hidden } = this.log.hide(stored);
    const fields = (await this.log.reveal([stored])).flatMap(({ data, hidden: stillHidden }) =>
      Object.entries(data)
        .filter(([name, value]) => hidden.includes(name) && !stillHidden.includes(name) && value !== null)
        .map(([name, value]) => ({ name, value: valueText(value) })),
    );
    return { fields };
  }
}

import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { HandOverPayouts, PayoutsQueries, type StaffPayout } from '#payouts';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { dollars } from './bookings-export.format.ts';
import type { AccessedField, PayoutTransfer, TransferDetails } from './contract.ts';

/** How the log names what is shown of a person. */
const shownFields: readonly AccessedField[] = ['bankDetails'];
/** How many payouts are read at once for an export. */
const exportPageSize = 100;

/**
 * Shows the bank details to which a payout goes, after the log has recorded who sees them, and why, and that the payout
 * was handed over for transfer. Refuses `payout-not-found`, `payout-ended`, `payout-destination-replaced` and
 * `person-reason-personal`.
 */
export class RevealTransferDetails extends Command<TransferDetails> {
  constructor(
    readonly payoutId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealTransferDetails)
export class RevealTransferDetailsHandler implements ICommandHandler<RevealTransferDetails> {
  constructor(
    private readonly payouts: PayoutsQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {}

  async execute({ payoutId, reason }: RevealTransferDetails): Promise<TransferDetails> {
    const { userId } = await this.payouts.requirePayable(payoutId);
    await this.identity.requireImpersonal(reason, [userId], 'person-reason-personal');
    this.context.enterReason(reason);
    await this.log.recordAccess(userId, shownFields);
    const [payout] = await this.commands.execute(new HandOverPayouts(userId, [payoutId], true));
    const { holder, numbers } = payout ?? refuse('payout-ended', 'This payout is no longer waiting for its transfer');
    return { holder, numbers: { ...numbers } };
  }
}

/**
 * The payouts that wait for their transfer, with the bank details, after the log has recorded who sees them, and why.
 * Each is handed over for transfer. Payouts with a problem, those whose bank details were replaced, and without
 * `includeHandedOver` those that were handed over before, are left out.
 */
export class ExportTransfers extends Command<readonly PayoutTransfer[]> {
  constructor(
    readonly reason: string,
    readonly includeHandedOver: boolean,
  ) {
    super();
  }
}

@CommandHandler(ExportTransfers)
export class ExportTransfersHandler implements ICommandHandler<ExportTransfers> {
  constructor(
    private readonly payouts: PayoutsQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {}

  async execute({ reason, includeHandedOver }: ExportTransfers): Promise<readonly PayoutTransfer[]> {
    const waiting = (await this.#waiting()).filter(({ handedOverAt }) => includeHandedOver || handedOverAt === null);
    const people = [...new Set(waiting.map(({ professional }) => professional.id))];
    await this.identity.requireImpersonal(reason, people, 'person-reason-personal');
    this.context.enterReason(reason);
    const transfers: PayoutTransfer[] = [];
    for (const person of people) {
      await this.log.recordAccess(person, shownFields);
      const own = waiting.filter(({ professional }) => professional.id === person);
      transfers.push(...(await this.#handOver(person, own, includeHandedOver)));
    }
    return transfers;
  }

  async #waiting(): Promise<readonly StaffPayout[]> {
    const found: StaffPayout[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<PayoutsQueries['search']>> = await this.payouts.search(
        { status: 'started' },
        exportPageSize,
        cursor,
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found.filter(({ problems, scheme }) => problems.length === 0 && scheme !== null);
  }

  /** A payout can end, or be handed over by another member of staff, while the list is read: it is left out then. */
  async #handOver(userId: string, payouts: readonly StaffPayout[], again: boolean): Promise<PayoutTransfer[]> {
    const ids = payouts.map(({ id }) => id);
    const handedOver = await this.commands.execute(new HandOverPayouts(userId, ids, again));
    return handedOver.flatMap(({ payoutId, holder, numbers }) => {
      const payout = payouts.find(({ id }) => id === payoutId);
      return payout ? [transferOf(payout, holder, numbers)] : [];
    });
  }
}

const transferOf = (
  { id, amount, scheme }: StaffPayout,
  holder: string | null,
  numbers: Readonly<Record<string, string>>,
): PayoutTransfer => {
  const { iban = '', bic = '', routingNumber = '', sortCode = '', ...more } = numbers;
  const { institutionNumber = '', transitNumber = '', accountNumber = '' } = more;
  const account = { iban, bic, routingNumber, sortCode, institutionNumber, transitNumber, accountNumber };
  const transfer = { amount: dollars(amount), currency: 'USD', holder: holder ?? '', scheme: scheme ?? '' };
  return { payoutId: id, ...transfer, ...account };
};

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Refusal } from '#kernel';
import { PayoutsQueries, type StaffPayout } from '#payouts';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { dollars } from './bookings-export.format.ts';
import type { PayoutTransfer, TransferDetails } from './contract.ts';

/** How the log names what is shown of a person. */
const shownFields = ['bankDetails'] as const;
/** How many payouts are read at once for an export. */
const exportPageSize = 100;

/**
 * Shows the bank details to which a payout goes, after the log has recorded who sees them, and why. Refuses
 * `payout-not-found`, `payout-destination-not-found` and `person-reason-personal`.
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
  ) {}

  async execute({ payoutId, reason }: RevealTransferDetails): Promise<TransferDetails> {
    const { userId } = await this.payouts.require(payoutId);
    await this.identity.requireImpersonal(reason, [userId], 'person-reason-personal');
    this.context.enter({ ...this.context.origin, reason });
    await this.log.recordAccess(userId, shownFields);
    const { holder, numbers } = await this.payouts.transferDetails(payoutId);
    return { holder, numbers: { ...numbers } };
  }
}

/**
 * The payouts that wait for their transfer, with the bank details, after the log has recorded who sees them, and why.
 * Payouts with a problem, and those whose bank details were replaced, are left out.
 */
export class ExportTransfers extends Command<readonly PayoutTransfer[]> {
  constructor(readonly reason: string) {
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
  ) {}

  async execute({ reason }: ExportTransfers): Promise<readonly PayoutTransfer[]> {
    const waiting = await this.#waiting();
    const people = [...new Set(waiting.map(({ professional }) => professional.id))];
    await this.identity.requireImpersonal(reason, people, 'person-reason-personal');
    this.context.enter({ ...this.context.origin, reason });
    for (const person of people) await this.log.recordAccess(person, shownFields);
    const transfers: PayoutTransfer[] = [];
    for (const payout of waiting) transfers.push(...(await this.#transferOf(payout)));
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
    return found.filter(({ problemBookings, scheme }) => problemBookings.length === 0 && scheme !== null);
  }

  /** Returns nothing if the bank details were replaced while the list was read. */
  async #transferOf({ id, amount, scheme }: StaffPayout): Promise<readonly PayoutTransfer[]> {
    try {
      const { holder, numbers } = await this.payouts.transferDetails(id);
      const { iban = '', bic = '', routingNumber = '', sortCode = '', ...more } = numbers;
      const { institutionNumber = '', transitNumber = '', accountNumber = '' } = more;
      const account = { iban, bic, routingNumber, sortCode, institutionNumber, transitNumber, accountNumber };
      const transfer = { amount: dollars(amount), currency: 'USD', holder: holder ?? '', scheme: scheme ?? '' };
      return [{ payoutId: id, ...transfer, ...account }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [];
    }
  }
}

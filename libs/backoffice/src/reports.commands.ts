import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { LeadsQueries } from '#leads';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import type { AccessedField, RevealedRefundRequests, StaffReports } from './contract.ts';
import { ReportsQueries, reportersOf } from './reports.queries.ts';

/**
 * Shows a page of the open reports with what the parties wrote, after the log has recorded who sees it, and why. Refuses
 * `report-reason-personal`.
 */
export class RevealReports extends Command<StaffReports> {
  constructor(
    readonly reason: string,
    readonly cursor?: string,
  ) {
    super();
  }
}

@CommandHandler(RevealReports)
export class RevealReportsHandler implements ICommandHandler<RevealReports> {
  constructor(
    private readonly reports: ReportsQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ reason, cursor }: RevealReports): Promise<StaffReports> {
    const shown = await this.reports.withTexts(cursor);
    const reporters = reportersOf(shown);
    await this.identity.requireImpersonal(reason, reporters, 'report-reason-personal');
    this.context.enterReason(reason);
    for (const personId of reporters) await this.log.recordAccess(personId, ['report' satisfies AccessedField]);
    return shown;
  }
}

/**
 * Shows what the buyers of leads wrote in these open requests for a refund, after the log has recorded who sees it, and
 * why. Refuses `refund-request-reason-personal`.
 */
export class RevealRefundRequests extends Command<RevealedRefundRequests> {
  constructor(
    readonly ids: readonly string[],
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevealRefundRequests)
export class RevealRefundRequestsHandler implements ICommandHandler<RevealRefundRequests> {
  constructor(
    private readonly leads: LeadsQueries,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ ids, reason }: RevealRefundRequests): Promise<RevealedRefundRequests> {
    const requests = await this.leads.textsOfRefundRequests(ids);
    const people = new Set(requests.flatMap(({ buyerId, clientId }) => (clientId ? [buyerId, clientId] : [buyerId])));
    await this.identity.requireImpersonal(reason, [...people], 'refund-request-reason-personal');
    this.context.enterReason(reason);
    for (const personId of new Set(requests.map(({ buyerId }) => buyerId)))
      await this.log.recordAccess(personId, ['refundRequest' satisfies AccessedField]);
    return { items: requests.map(({ id, text }) => ({ id, text })) };
  }
}

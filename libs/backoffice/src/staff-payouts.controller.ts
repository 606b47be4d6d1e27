import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { PayoutsQueries, RecordPayoutFailure, RecordPayoutReturn, RecordTransfer } from '#payouts';
import { payoutId } from '#payouts/contract';
import { Returns, ReturnsNothing, ReturnsText } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import { csvLine } from './bookings-export.format.ts';
import {
  type NegativeBalances,
  negativeBalances,
  type PayoutFailure,
  type PayoutReturn,
  payoutFailure,
  payoutReturn,
  payoutTransfer,
  type StaffPayoutFilter,
  type StaffPayoutsPage,
  staffPayoutFilter,
  staffPayoutsPage,
  type TransferDetails,
  type TransferRecord,
  type TransfersExport,
  transferDetails,
  transferRecord,
  transfersExport,
} from './contract.ts';
import { ExportTransfers, RevealTransferDetails } from './staff-payouts.commands.ts';

@Controller('api/v1/staff/payouts')
export class StaffPayoutsController {
  constructor(
    private readonly payouts: PayoutsQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/payouts'])
  @Get()
  @Returns(staffPayoutsPage)
  list(
    @Query({ schema: staffPayoutFilter }) { limit, cursor, ...filter }: StaffPayoutFilter,
  ): Promise<StaffPayoutsPage> {
    return this.payouts.search(filter, limit, cursor);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/payouts/negative-balances'])
  @Get('negative-balances')
  @Returns(negativeBalances)
  async negativeBalances(): Promise<NegativeBalances> {
    return { items: await this.payouts.negativeBalances() };
  }

  /** The transfers that finance makes, as a file for their bank. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/payouts/export'])
  @Costly({ name: 'api.export-payouts', times: 20, seconds: 3600 })
  @Post('export')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ReturnsText('text/csv', z.array(payoutTransfer))
  async export(
    @Body({ schema: transfersExport }) { reason, includeHandedOver }: TransfersExport,
  ): Promise<StreamableFile> {
    const transfers = await this.commands.execute(new ExportTransfers(reason, includeHandedOver));
    const columns = Object.keys(payoutTransfer.shape);
    const lines = transfers.map((transfer) => csvLine(Object.values(payoutTransfer.parse(transfer))));
    return new StreamableFile(Buffer.from([csvLine(columns), ...lines].join('')), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="festoon-payouts.csv"',
    });
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/payouts/{id}/reveal'])
  @Costly({ name: 'api.reveal-bank-details', times: 60, seconds: 3600 })
  @Post(':id/reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(transferDetails)
  reveal(
    @Param('id', { schema: payoutId }) id: string,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<TransferDetails> {
    return this.commands.execute(new RevealTransferDetails(id, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/payouts/{id}/paid'])
  @Post(':id/paid')
  @ReturnsNothing()
  paid(
    @Param('id', { schema: payoutId }) id: string,
    @Body({ schema: transferRecord }) { reference }: TransferRecord,
  ): Promise<void> {
    return this.commands.execute(new RecordTransfer(id, reference));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/payouts/{id}/failed'])
  @Post(':id/failed')
  @ReturnsNothing()
  failed(
    @Param('id', { schema: payoutId }) id: string,
    @Body({ schema: payoutFailure }) failure: PayoutFailure,
  ): Promise<void> {
    return this.commands.execute(new RecordPayoutFailure(id, failure));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/payouts/{id}/returned'])
  @Post(':id/returned')
  @ReturnsNothing()
  returned(
    @Param('id', { schema: payoutId }) id: string,
    @Body({ schema: payoutReturn }) failure: PayoutReturn,
  ): Promise<void> {
    return this.commands.execute(new RecordPayoutReturn(id, failure));
  }
}

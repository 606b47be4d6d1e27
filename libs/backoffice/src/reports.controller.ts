import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { CloseThreadReport } from '#messages';
import { threadId, threadReportId } from '#messages/contract';
import { Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import {
  type ReportClosing,
  reportClosing,
  type StaffReports,
  type StaffReportsPaging,
  staffReports,
  staffReportsPaging,
} from './contract.ts';
import { RevealReports } from './reports.commands.ts';
import { ReportsQueries } from './reports.queries.ts';

/** What parties reported and staff look into. */
@Controller('api/v1/staff/reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportsQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/reports'])
  @Get()
  @Returns(staffReports)
  open(@Query({ schema: staffReportsPaging }) { cursor }: StaffReportsPaging): Promise<StaffReports> {
    return this.reports.open(cursor);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/reports/reveal'])
  @Costly({ name: 'api.reveal-reports', times: 30, seconds: 3600 })
  @Post('reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(staffReports)
  reveal(
    @Query({ schema: staffReportsPaging }) { cursor }: StaffReportsPaging,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<StaffReports> {
    return this.commands.execute(new RevealReports(reason, cursor));
  }

  /** Staff have looked into one report of a conversation. Its other reports stay open. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/reports/conversations/{id}/close'])
  @Costly({ name: 'api.close-report', times: 60, seconds: 3600 })
  @Post('conversations/:id/close')
  @ReturnsNothing()
  close(
    @Param('id', { schema: threadReportId }) id: z.output<typeof threadReportId>,
    @Body({ schema: reportClosing }) { reason }: ReportClosing,
  ): Promise<void> {
    const [thread, number] = id.split(':');
    return this.commands.execute(new CloseThreadReport(threadId.parse(thread), Number(number), reason));
  }
}

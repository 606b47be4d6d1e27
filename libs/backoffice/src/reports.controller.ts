import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { CloseThreadReport, MessagesQueries } from '#messages';
import { threadId, threadReportId } from '#messages/contract';
import { PlansQueries } from '#plans';
import { Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import { type ReportClosing, reportClosing, type StaffReports, staffReports } from './contract.ts';
import { StaffOnly } from './staff.guard.ts';

/** How many bookings, and how many reports of conversations, are shown at most. */
const mostReports = 100;

/** What parties reported and staff look into: problems with bookings that are not resolved, and conversations. */
@Controller('api/v1/staff/reports')
export class ReportsController {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly messages: MessagesQueries,
    private readonly commands: CommandBus,
    private readonly plans: PlansQueries,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/reports'])
  @Get()
  @Returns(staffReports)
  async open(): Promise<StaffReports> {
    const [bookings, conversations] = await Promise.all([
      this.bookings.disputed(mostReports),
      this.messages.reported(mostReports),
    ]);
    const reporters = [
      ...bookings.flatMap(({ reports }) => reports.map(({ reportedBy }) => reportedBy)),
      ...conversations.map(({ reportedBy }) => reportedBy),
    ];
    const proIds = await this.plans.proAmong(reporters);
    return { bookings: [...bookings], conversations: [...conversations], proIds: [...proIds] };
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

import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { StaffOnly } from '#backoffice';
import { BookingsQueries } from '#bookings';
import { disputedBooking } from '#bookings/contract';
import { CloseThreadReports, MessagesQueries } from '#messages';
import { reportedThread, threadId } from '#messages/contract';
import { Returns, ReturnsNothing } from '#platform/http';

/** How many bookings, and how many reports of conversations, are shown at most. */
const mostReports = 100;

const staffReports = z.object({ bookings: z.array(disputedBooking), conversations: z.array(reportedThread) });

/** What parties reported and staff look into: problems with bookings that are not resolved, and conversations. */
@StaffOnly()
@Controller('api/v1/staff/reports')
export class StaffReportsController {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly messages: MessagesQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Returns(staffReports)
  async open(): Promise<z.output<typeof staffReports>> {
    const [bookings, conversations] = await Promise.all([
      this.bookings.disputed(mostReports),
      this.messages.reported(mostReports),
    ]);
    return { bookings: [...bookings], conversations: [...conversations] };
  }

  /** Staff have looked into what was reported about a conversation. A later report is open again. */
  @StaffOnly('support', 'admin')
  @Post('conversations/:id/close')
  @ReturnsNothing()
  close(@Param('id', { schema: threadId }) id: z.output<typeof threadId>): Promise<void> {
    return this.commands.execute(new CloseThreadReports(id));
  }
}

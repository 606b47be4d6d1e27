import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { disputedBooking } from '#bookings/contract';
import { MessagesQueries } from '#messages';
import { reportedThread } from '#messages/contract';
import { Returns } from '#platform/http';
import { StaffOnly } from './staff.guard.ts';

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
}

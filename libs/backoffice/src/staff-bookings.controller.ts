import { Controller, Get, Query } from '@nestjs/common';
import { StaffBookingsQueries } from '#bookings';
import { Returns } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';
import { type StaffBookingFilter, type StaffBookingsPage, staffBookingFilter, staffBookingsPage } from './contract.ts';
import { StaffOnly } from './staff.guard.ts';

@Controller('api/v1/staff/bookings')
export class StaffBookingsController {
  constructor(private readonly bookings: StaffBookingsQueries) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings'])
  @Get()
  @Returns(staffBookingsPage)
  search(
    @Query({ schema: staffBookingFilter }) { limit, cursor, ...filter }: StaffBookingFilter,
  ): Promise<StaffBookingsPage> {
    return this.bookings.search(filter, limit, cursor);
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { StaffBookingsQueries } from '#bookings';
import { Returns } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';
import {
  type StaffBookingFilter,
  type StaffBookingSearch,
  type StaffBookingsPage,
  staffBookingFilter,
  staffBookingSearch,
  staffBookingsPage,
} from './contract.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { StaffOnly } from './staff.guard.ts';

@Controller('api/v1/staff/bookings')
export class StaffBookingsController {
  constructor(
    private readonly bookings: StaffBookingsQueries,
    private readonly refunds: FailedRefundsQueries,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings'])
  @Get()
  @Returns(staffBookingsPage)
  list(@Query({ schema: staffBookingFilter }) filter: StaffBookingFilter): Promise<StaffBookingsPage> {
    return this.#found(filter);
  }

  /** A read whose filters are personal data, so that they are in no address, history or log of requests. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/search'])
  @Post('search')
  @HttpCode(200)
  @Returns(staffBookingsPage)
  search(@Body({ schema: staffBookingSearch }) filter: StaffBookingSearch): Promise<StaffBookingsPage> {
    return this.#found(filter);
  }

  async #found({ limit, cursor, payment, ...filter }: StaffBookingSearch): Promise<StaffBookingsPage> {
    const state = payment === 'refund-failed' ? { ids: await this.refunds.bookingIds() } : { payment };
    return this.bookings.search({ ...filter, ...state }, limit, cursor);
  }
}

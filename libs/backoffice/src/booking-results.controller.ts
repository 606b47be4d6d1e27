import { Controller, Get, Param } from '@nestjs/common';
import { bookingId } from '#bookings/contract';
import { Returns } from '#platform/http';
import { BookingResultsQueries } from './booking-results.queries.ts';
import { type BookingResults, bookingResults } from './contract.ts';

@Controller('api/v1/bookings')
export class BookingResultsController {
  constructor(private readonly results: BookingResultsQueries) {}

  @Get(':id/results')
  @Returns(bookingResults)
  of(@Param('id', { schema: bookingId }) id: string): Promise<BookingResults> {
    return this.results.of(id);
  }
}

import { Controller, Get, Param } from '@nestjs/common';
import { SignedReceipts } from '#bookings';
import { bookingId, type PaymentType, paymentType } from '#bookings/contract';
import { GalleryReceipts } from '#galleries';
import { galleryId } from '#galleries/contract';
import { LeadReceipts } from '#leads';
import { leadId } from '#leads/contract';
import { Returns } from '#platform/http';
import { type EventResults, eventResults } from './contract.ts';
import { EventResultsQueries } from './event-results.queries.ts';

/** What the events led to that people see in their receipts. The refusals are those of the receipts. */
@Controller('api/v1')
export class EventResultsController {
  constructor(
    private readonly results: EventResultsQueries,
    private readonly bookings: SignedReceipts,
    private readonly leads: LeadReceipts,
    private readonly galleries: GalleryReceipts,
  ) {}

  @Get('bookings/:id/results')
  @Returns(eventResults)
  async ofBooking(@Param('id', { schema: bookingId }) id: string): Promise<EventResults> {
    return this.results.of(await this.bookings.of(id));
  }

  @Get('bookings/:id/payments/:part/results')
  @Returns(eventResults)
  async ofPayment(
    @Param('id', { schema: bookingId }) id: string,
    @Param('part', { schema: paymentType }) part: PaymentType,
  ): Promise<EventResults> {
    return this.results.of(await this.bookings.ofPayment(id, part));
  }

  @Get('leads/:id/results')
  @Returns(eventResults)
  async ofLead(@Param('id', { schema: leadId }) id: string): Promise<EventResults> {
    return this.results.of(await this.leads.of(id));
  }

  @Get('galleries/:id/results')
  @Returns(eventResults)
  async ofGallery(@Param('id', { schema: galleryId }) id: string): Promise<EventResults> {
    return this.results.of(await this.galleries.of(id));
  }
}

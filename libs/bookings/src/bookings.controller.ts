import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Checkout, checkout } from '#payments/contract';
import { type Receipt, receipt } from '#platform/audit';
import { Context } from '#platform/context';
import { Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { ConfirmBooking } from './booking-confirmation.commands.ts';
import { DisputeBooking, ResolveBookingDispute } from './booking-disputes.commands.ts';
import { RequestBookingPayment } from './booking-payment.commands.ts';
import { AcceptBookingProposal, DeclineBookingProposal, ProposeBookingChange } from './booking-proposals.commands.ts';
import { BookingVersionsQueries } from './booking-versions.queries.ts';
import { CancelBooking, CompleteBooking, RequestBooking } from './bookings.commands.ts';
import { BookingsQueries } from './bookings.queries.ts';
import {
  type Booking,
  type BookingCancellation,
  type BookingDispute,
  type BookingFilter,
  type BookingHistory,
  type BookingPayment,
  type BookingProposal,
  type BookingReason,
  type BookingRequest,
  type BookingsPage,
  type BookingVersions,
  booking,
  bookingCancellation,
  bookingDispute,
  bookingFilter,
  bookingHistory,
  bookingId,
  bookingPayment,
  bookingProposal,
  bookingReason,
  bookingRequest,
  bookingsPage,
  bookingVersions,
  type CancellationPreview,
  cancellationPreview,
  type PaymentType,
  paymentType,
  proposalNumber,
  type RequestedBooking,
  requestedBooking,
} from './contract.ts';
import { SignedReceipts } from './signed-receipts.queries.ts';

@Controller('api/v1/bookings')
export class BookingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly bookings: BookingsQueries,
    private readonly context: Context,
    private readonly receipts: SignedReceipts,
    private readonly bookingVersions: BookingVersionsQueries,
  ) {}

  @Get()
  @Returns(bookingsPage)
  mine(@Query({ schema: bookingFilter }) filter: BookingFilter): Promise<BookingsPage> {
    return this.bookings.mine(filter);
  }

  @Post()
  @Costly({ name: 'api.request-booking', times: 30, seconds: 3_600, acceptedOnly: true })
  @Returns(requestedBooking)
  async request(@Body({ schema: bookingRequest }) body: BookingRequest): Promise<RequestedBooking> {
    const id = await this.commands.execute(new RequestBooking(body));
    return { id, position: `${this.context.wrote}` };
  }

  @Get(':id')
  @Returns(booking)
  byId(@Param('id', { schema: bookingId }) id: string): Promise<Booking> {
    return this.bookings.byId(id);
  }

  @Get(':id/history')
  @Returns(bookingHistory)
  history(@Param('id', { schema: bookingId }) id: string): Promise<BookingHistory> {
    return this.bookings.history(id);
  }

  @Get(':id/versions')
  @Returns(bookingVersions)
  versions(@Param('id', { schema: bookingId }) id: string): Promise<BookingVersions> {
    return this.bookingVersions.of(id);
  }

  @Get(':id/receipt')
  @Returns(receipt)
  receipt(@Param('id', { schema: bookingId }) id: string): Promise<Receipt> {
    return this.receipts.of(id);
  }

  @Get(':id/payments/:part/receipt')
  @Returns(receipt)
  paymentReceipt(
    @Param('id', { schema: bookingId }) id: string,
    @Param('part', { schema: paymentType }) part: PaymentType,
  ): Promise<Receipt> {
    return this.receipts.ofPayment(id, part);
  }

  @Get(':id/cancellation')
  @Returns(cancellationPreview)
  cancellation(@Param('id', { schema: bookingId }) id: string): Promise<CancellationPreview> {
    return this.bookings.cancellation(id);
  }

  @Post(':id/confirm')
  @ReturnsNothing()
  async confirm(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingReason }) body: BookingReason,
  ): Promise<void> {
    await this.bookings.requireOwn(id);
    return this.commands.execute(new ConfirmBooking(id, body?.reason));
  }

  @Post(':id/cancel')
  @ReturnsNothing()
  async cancel(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingCancellation }) body: BookingCancellation | null | undefined,
  ): Promise<void> {
    await this.bookings.requireOwn(id);
    return this.commands.execute(new CancelBooking(id, body?.reason, body?.refundAmount));
  }

  @Post(':id/complete')
  @ReturnsNothing()
  async complete(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingReason }) body: BookingReason,
  ): Promise<void> {
    await this.bookings.requireOwn(id);
    return this.commands.execute(new CompleteBooking(id, body?.reason));
  }

  @Post(':id/dispute')
  @Costly({ name: 'api.dispute', times: 5, seconds: 3_600 })
  @ReturnsNothing()
  dispute(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingDispute }) { reason }: BookingDispute,
  ): Promise<void> {
    return this.commands.execute(new DisputeBooking(id, reason));
  }

  @Post(':id/dispute/resolve')
  @ReturnsNothing()
  async resolveDispute(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingReason }) body: BookingReason,
  ): Promise<void> {
    await this.bookings.requireOwn(id);
    return this.commands.execute(new ResolveBookingDispute(id, body?.reason));
  }

  @Post(':id/proposals')
  @Costly({ name: 'api.propose', times: 20, seconds: 3_600, acceptedOnly: true })
  @ReturnsNothing()
  propose(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingProposal }) body: BookingProposal,
  ): Promise<void> {
    return this.commands.execute(new ProposeBookingChange(id, body));
  }

  @Post(':id/proposals/:number/accept')
  @ReturnsNothing()
  acceptProposal(
    @Param('id', { schema: bookingId }) id: string,
    @Param('number', { schema: proposalNumber }) number: number,
  ): Promise<void> {
    return this.commands.execute(new AcceptBookingProposal(id, number));
  }

  @Post(':id/proposals/:number/decline')
  @ReturnsNothing()
  declineProposal(
    @Param('id', { schema: bookingId }) id: string,
    @Param('number', { schema: proposalNumber }) number: number,
  ): Promise<void> {
    return this.commands.execute(new DeclineBookingProposal(id, number));
  }
}

@Controller('functions/v1')
export class BookingPaymentsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('create-booking-payment')
  @Costly({ name: 'api.pay', times: 20, seconds: 60 })
  @HttpCode(200)
  @Returns(checkout)
  create(@Body({ schema: bookingPayment }) { bookingId, paymentType }: BookingPayment): Promise<Checkout> {
    return this.commands.execute(new RequestBookingPayment(bookingId, paymentType));
  }
}

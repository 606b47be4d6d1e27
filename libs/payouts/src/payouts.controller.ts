import { Body, Controller, Get, Header, Param, Put, Req, UnauthorizedException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bookingId } from '#bookings/contract';
import type { Caller } from '#identity';
import { Returns, ReturnsNothing } from '#platform/http';
import {
  type BookingEarnings,
  bookingEarnings,
  type PayoutDestinationChange,
  type PayoutOverview,
  payoutDestinationChange,
  payoutOverview,
} from './contract.ts';
import { ChangePayoutDestination } from './payout-destination.commands.ts';
import { PayoutsQueries } from './payouts.queries.ts';

@Controller('api/v1/payouts')
export class PayoutsController {
  constructor(
    private readonly payouts: PayoutsQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Returns(payoutOverview)
  own(): Promise<PayoutOverview> {
    return this.payouts.own();
  }

  @Get('bookings/:id')
  @Returns(bookingEarnings)
  ofBooking(@Param('id', { schema: bookingId }) id: string): Promise<BookingEarnings> {
    return this.payouts.ofBooking(id);
  }

  @Put('destination')
  @ReturnsNothing()
  changeDestination(
    @Body({ schema: payoutDestinationChange }) { bank, password, nonce }: PayoutDestinationChange,
    @Req() { caller, ip }: { caller?: Caller; ip?: string },
  ): Promise<void> {
    if (!caller) throw new UnauthorizedException({ code: 'no-session', message: 'Authentication required' });
    const { userId, sessionId } = caller;
    return this.commands.execute(new ChangePayoutDestination(userId, bank, { password, nonce }, { sessionId, ip }));
  }
}

import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { CatalogModule } from '#catalog';
import { IdentityModule } from '#identity';
import { LeadsModule } from '#leads';
import { PaymentsModule } from '#payments';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { booking } from './booking.ts';
import { bookingConfirmationHandlers } from './booking-confirmation.commands.ts';
import { bookingPaymentHandlers } from './booking-payment.commands.ts';
import { bookingsHandlers } from './bookings.commands.ts';
import { BookingPaymentsController, BookingsController } from './bookings.controller.ts';
import { bookingHistory, bookings } from './bookings.projection.ts';
import { BookingsQueries } from './bookings.queries.ts';
import { BookingsReactions } from './bookings.reactions.ts';
import { bookingHistoryRows, bookingRows } from './bookings.rows.ts';
import { StaffReasons } from './bookings.staff-reasons.ts';
import { creatorDay } from './creator-day.ts';

@Module({
  imports: [
    MikroOrmModule.forFeature([bookingRows, bookingHistoryRows]),
    IdentityModule,
    CatalogModule,
    LeadsModule,
    PaymentsModule,
  ],
  controllers: [BookingsController, BookingPaymentsController],
  providers: [
    ...bookingsHandlers,
    ...bookingConfirmationHandlers,
    ...bookingPaymentHandlers,
    BookingsQueries,
    BookingsReactions,
    StaffReasons,
  ],
  exports: [BookingsQueries],
})
export class BookingsModule {
  constructor(store: EventStore, projector: Projector, reactor: Reactor, reactions: BookingsReactions) {
    store.register(booking);
    store.register(creatorDay);
    projector.add(bookings, bookingRows);
    projector.add(bookingHistory, bookingHistoryRows);
    reactor.add(reactions.recordPayment);
    reactor.add(reactions.refundPayment);
    reactor.add(reactions.recordRefund);
    reactor.add(reactions.releaseUnconfirmedDay);
    reactor.add(reactions.releaseCancelledDay);
    reactor.add(reactions.markLeadBooked);
    reactor.add(reactions.cancelBookings);
    reactor.add(reactions.cancelLateBookings);
  }
}

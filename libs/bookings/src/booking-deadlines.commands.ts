import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deliversGallery } from '#catalog/contract';
import { EventStore } from '#platform/event-store';
import { booking } from './booking.ts';
import type { Reminder } from './deadlines.ts';

/** Cancels a request that was not answered in time, and refunds what was paid. Does nothing if it was answered. */
export class ExpireBooking extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(ExpireBooking)
export class ExpireBookingHandler implements ICommandHandler<ExpireBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId }: ExpireBooking): Promise<void> {
    await this.store.handle(booking, bookingId, 'expire', {});
  }
}

/** Cancels a confirmed booking whose deposit was not paid in time. Does nothing if it was paid. */
export class CancelUnpaidBooking extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(CancelUnpaidBooking)
export class CancelUnpaidBookingHandler implements ICommandHandler<CancelUnpaidBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId }: CancelUnpaidBooking): Promise<void> {
    await this.store.handle(booking, bookingId, 'cancelUnpaid', {});
  }
}

/** Records that the balance was not paid in time. Does nothing if it was paid. */
export class MarkBookingOverdue extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(MarkBookingOverdue)
export class MarkBookingOverdueHandler implements ICommandHandler<MarkBookingOverdue> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId }: MarkBookingOverdue): Promise<void> {
    await this.store.handle(booking, bookingId, 'markOverdue', {});
  }
}

/** Reminds a party of an answer or a payment that is due. Does nothing if it is not due any more. */
export class RemindOfBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reminder: Reminder,
  ) {
    super();
  }
}

@CommandHandler(RemindOfBooking)
export class RemindOfBookingHandler implements ICommandHandler<RemindOfBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, reminder }: RemindOfBooking): Promise<void> {
    await this.store.handle(booking, bookingId, 'remind', { reminder });
  }
}

/**
 * Completes a booking that is paid in full, 48 hours after its event, unless a gallery is delivered or a problem is reported.
 * Refuses `booking-not-over` before that time.
 */
export class CompleteEndedBooking extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(CompleteEndedBooking)
export class CompleteEndedBookingHandler implements ICommandHandler<CompleteEndedBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId }: CompleteEndedBooking): Promise<void> {
    const { serviceType } = (await this.store.load(booking, bookingId)).state;
    const facts = { deliversGallery: deliversGallery(serviceType) };
    await this.store.handle(booking, bookingId, 'completeEnded', facts);
  }
}

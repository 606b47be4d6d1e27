import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deliversGallery } from '#catalog/contract';
import { Refusal } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking, overduePart } from './booking.ts';
import type { Reminder } from './deadlines.ts';
import { OpenCheckouts } from './open-checkouts.gateway.ts';

/**
 * Cancels a request that was not answered in time, and refunds what was paid. Does nothing if it was answered or
 * changed.
 */
export class ExpireBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly expiresAt: string,
  ) {
    super();
  }
}

@CommandHandler(ExpireBooking)
export class ExpireBookingHandler implements ICommandHandler<ExpireBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, expiresAt }: ExpireBooking): Promise<void> {
    await this.store.handle(booking, bookingId, 'expire', { expiresAt });
  }
}

/** Cancels a confirmed booking whose deposit was not paid by this deadline. Does nothing if it was paid. */
export class CancelUnpaidBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly depositDueAt: string,
  ) {
    super();
  }
}

@CommandHandler(CancelUnpaidBooking)
export class CancelUnpaidBookingHandler implements ICommandHandler<CancelUnpaidBooking> {
  readonly #log = new Logger('Bookings');

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly checkouts: OpenCheckouts,
  ) {}

  async execute({ bookingId, depositDueAt }: CancelUnpaidBooking): Promise<void> {
    const { state } = await this.store.load(booking, bookingId);
    const isOverdue = overduePart(state, this.context.now().toISOString()) === 'deposit';
    // A checkout that was opened before the deadline can be paid after it, and a webhook may be on its way.
    if (isOverdue && !(await this.#settle(bookingId, state.clientId, depositDueAt))) return;
    await this.store.handle(booking, bookingId, 'cancelUnpaid', { depositDueAt });
  }

  /** Returns false if the payment provider does not answer: the cancellation is then tried again later. */
  async #settle(bookingId: string, clientId: string, depositDueAt: string): Promise<boolean> {
    try {
      await this.checkouts.settle(bookingId, 'deposit', clientId);
      return true;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { events } = await this.store.handle(booking, bookingId, 'postponeCancellation', { depositDueAt });
      if (events.length === 0) throw error;
      this.#log.warn(`${bookingId} is not cancelled yet, because the payment provider does not answer: ${error}`);
      return false;
    }
  }
}

/** Records that the balance was not paid by `dueAt`, the end of its last day. Does nothing if it was paid. */
export class MarkBookingOverdue extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly dueAt: string,
  ) {
    super();
  }
}

@CommandHandler(MarkBookingOverdue)
export class MarkBookingOverdueHandler implements ICommandHandler<MarkBookingOverdue> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, dueAt }: MarkBookingOverdue): Promise<void> {
    await this.store.handle(booking, bookingId, 'markOverdue', { dueAt });
  }
}

/**
 * Reminds a party of an answer or a payment that is due. Does nothing if it is no longer due, if the event is no longer
 * on `eventDate`, or if the reminder was due at `dueAt` a day ago or more.
 */
export class RemindOfBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly reminder: Reminder,
    readonly dueAt: string,
    readonly eventDate?: string,
  ) {
    super();
  }
}

@CommandHandler(RemindOfBooking)
export class RemindOfBookingHandler implements ICommandHandler<RemindOfBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, reminder, dueAt, eventDate }: RemindOfBooking): Promise<void> {
    await this.store.handle(booking, bookingId, 'remind', { reminder, dueAt, eventDate: eventDate ?? null });
  }
}

/**
 * Completes a booking that is paid in full, 48 hours after its event, unless a gallery is delivered or a problem is
 * reported. Does nothing if the event no longer ends at `endsAt`. Refuses `booking-not-over` before that time.
 */
export class CompleteEndedBooking extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly endsAt?: string,
  ) {
    super();
  }
}

@CommandHandler(CompleteEndedBooking)
export class CompleteEndedBookingHandler implements ICommandHandler<CompleteEndedBooking> {
  constructor(private readonly store: EventStore) {}

  async execute({ bookingId, endsAt }: CompleteEndedBooking): Promise<void> {
    const { serviceType } = (await this.store.load(booking, bookingId)).state;
    const facts = { deliversGallery: deliversGallery(serviceType), endsAt: endsAt ?? null };
    await this.store.handle(booking, bookingId, 'completeEnded', facts);
  }
}

import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Actor } from '#kernel';
import { CloseCheckouts } from '#payments';
import { Context } from '#platform/context';
import type { Part } from './booking.ts';
import { RecordBookingPayment } from './booking-receipts.commands.ts';

const actor: Actor = { id: 'bookings.close-checkouts', kind: 'system', role: 'bookings' };

/** Closes checkouts that could still be paid while their booking is cancelled for being unpaid. */
@Injectable()
export class OpenCheckouts {
  constructor(
    private readonly commands: CommandBus,
    private readonly context: Context,
  ) {}

  /**
   * Closes the client's checkouts for this part, and records what was paid before that, even if the webhook has not
   * arrived.
   */
  async settle(bookingId: string, part: Part, clientId: string): Promise<void> {
    await this.context.run({ ...this.context.origin, by: actor }, async () => {
      const settled = await this.commands.execute(new CloseCheckouts(`${bookingId}/${part}`, clientId));
      for (const payment of settled)
        await this.commands.execute(new RecordBookingPayment(bookingId, { part, ...payment }));
    });
  }
}

import { Injectable } from '@nestjs/common';
import { type Recorded, refuse } from '#kernel';
import { PaymentReceipts, PaymentsQueries } from '#payments';
import { type Receipt, Receipts } from '#platform/audit';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';
import type { BookingEvents } from './booking.ts';
import { bookingHistory } from './bookings.projection.ts';
import { BookingsQueries } from './bookings.queries.ts';
import { historyEntryOf, partIn } from './bookings.resources.ts';
import type { PaymentType } from './contract.ts';

/** What a party can show to others about their booking. */
@Injectable()
export class SignedReceipts {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly receipts: Receipts,
    private readonly payments: PaymentsQueries,
    private readonly paymentReceipts: PaymentReceipts,
    private readonly modules: Modules,
    private readonly context: Context,
  ) {}

  /** The history of a booking, signed. For its parties; the refusals are those of {@link BookingsQueries.byId}. */
  async of(bookingId: string): Promise<Receipt> {
    const parties = await this.bookings.ownParties(bookingId);
    const { id } = this.context.origin.by;
    const wordsOf = (event: Recorded) => {
      const { type, data } = event as Recorded<BookingEvents>;
      const row = bookingHistory.insert[type]?.(data as never, event);
      if (!row) return undefined;
      const { status, notes } = historyEntryOf(row, new Map(), parties);
      return {
        title: this.modules.auditTitle(type) ?? type,
        status,
        by: partIn(parties, row.changedBy),
        onBehalfOf: event.onBehalfOf === undefined ? null : partIn(parties, event.onBehalfOf),
        note: notes,
      };
    };
    return this.receipts.issue({ subject: bookingId, holder: { id, part: partIn(parties, id) }, wordsOf });
  }

  /**
   * The history of the payment of a part of a booking, signed. Refuses `payment-not-found` if none arrived; the other
   * refusals are those of {@link BookingsQueries.byId}.
   */
  async ofPayment(bookingId: string, part: PaymentType): Promise<Receipt> {
    const parties = await this.bookings.ownParties(bookingId);
    const paymentId = await this.payments.newestReceived(`${bookingId}/${part}`, parties.clientId);
    if (paymentId === undefined) refuse('payment-not-found', `The ${part} of this booking was not paid`);
    return this.paymentReceipts.of(paymentId, parties);
  }
}

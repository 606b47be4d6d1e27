import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { payoutAccount, unsettledBookings } from './payout-account.ts';
import { payoutDestination } from './payout-destination.ts';
import { PayoutsQueries } from './payouts.queries.ts';

/** Records what the professional of a booking has earned with it now. Idempotent. */
export class RecordEarnings extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(RecordEarnings)
export class RecordEarningsHandler implements ICommandHandler<RecordEarnings> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: BookingsQueries,
    private readonly context: Context,
  ) {}

  async execute({ bookingId }: RecordEarnings): Promise<void> {
    const asOf = this.context.now().toISOString();
    const found = await this.bookings.earnings(bookingId);
    if (!found) return;
    const { creatorId: userId, ...earnings } = found;
    const facts = { userId, earnings: { ...earnings, bookingId, asOf } };
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordEarnings', facts);
  }
}

/**
 * Like {@link RecordEarnings}, when one reaction records several bookings: the booking's id extends the idempotency
 * key, because all are recorded in one stream.
 */
export class RecordEarningsAgain extends Command<void> {
  constructor(readonly bookingId: string) {
    super();
  }
}

@CommandHandler(RecordEarningsAgain)
export class RecordEarningsAgainHandler implements ICommandHandler<RecordEarningsAgain> {
  constructor(
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {}

  async execute({ bookingId }: RecordEarningsAgain): Promise<void> {
    const { origin, idempotencyKey } = this.context;
    const record = () => this.commands.execute(new RecordEarnings(bookingId));
    await this.context.run(origin, record, idempotencyKey && `${idempotencyKey}/${bookingId}`, this.context.now());
  }
}

/**
 * Starts a payout of what is available to a professional, unless something prevents it, or one was started that was due
 * at this time or later.
 */
export class StartPayout extends Command<void> {
  constructor(
    readonly userId: string,
    readonly run: string,
  ) {
    super();
  }
}

@CommandHandler(StartPayout)
export class StartPayoutHandler implements ICommandHandler<StartPayout> {
  constructor(
    private readonly store: EventStore,
    private readonly people: IdentityQueries,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, run }: StartPayout): Promise<void> {
    const id = `payout-account-${userId}` as const;
    const { state, version } = await this.store.load(payoutAccount, id);
    if (version === 0) return;
    // A problem may have been reported a moment ago, so the earnings are read again.
    for (const bookingId of unsettledBookings(state)) await this.commands.execute(new RecordEarningsAgain(bookingId));
    const destination = (await this.store.load(payoutDestination, `payout-destination-${userId}`)).state;
    const facts = {
      payoutId: `payout-${this.context.newId()}`,
      run,
      // After an erasure there are no bank details to pay to.
      destination: destination.numbers === null ? null : destination,
      hasAccess: await this.people.hasAccess(userId),
    };
    await this.store.handle(payoutAccount, id, 'startPayout', facts);
  }
}

/** Records that finance staff have transferred a payout. `reference` is what the bank calls the transfer. */
export class RecordTransfer extends Command<void> {
  constructor(
    readonly payoutId: string,
    readonly reference: string,
  ) {
    super();
  }
}

@CommandHandler(RecordTransfer)
export class RecordTransferHandler implements ICommandHandler<RecordTransfer> {
  constructor(
    private readonly store: EventStore,
    private readonly payouts: PayoutsQueries,
  ) {}

  async execute({ payoutId, reference }: RecordTransfer): Promise<void> {
    const { userId } = await this.payouts.require(payoutId);
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordTransfer', { payoutId, reference });
  }
}

/** Records that a payout did not arrive or was not made. Its money is available again. */
export class RecordPayoutFailure extends Command<void> {
  constructor(
    readonly payoutId: string,
    readonly reason: string,
    readonly destinationWrong: boolean,
  ) {
    super();
  }
}

@CommandHandler(RecordPayoutFailure)
export class RecordPayoutFailureHandler implements ICommandHandler<RecordPayoutFailure> {
  constructor(
    private readonly store: EventStore,
    private readonly payouts: PayoutsQueries,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  async execute({ payoutId, reason, destinationWrong }: RecordPayoutFailure): Promise<void> {
    const { userId } = await this.payouts.require(payoutId);
    await this.people.requireImpersonal(reason, [userId], 'payout-reason-personal');
    this.context.enter({ ...this.context.origin, reason });
    const facts = { payoutId, reason, destinationWrong };
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordFailure', facts);
  }
}

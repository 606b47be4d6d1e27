import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { isDue, obstacleTo, payoutAccount, unsettledBookings } from './payout-account.ts';
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
 * Like {@link RecordEarnings}, when one reaction records several bookings: without its idempotency key, because all are
 * recorded in one stream, and because a retry has to read the earnings again.
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
    await this.context.withoutKey(() => this.commands.execute(new RecordEarnings(bookingId)));
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
    if (version === 0 || !isDue(state, run)) return;
    const destination = (await this.store.load(payoutDestination, `payout-destination-${userId}`)).state;
    const recipient = {
      // After an erasure there are no bank details to pay to.
      destination: destination.numbers === null ? null : destination,
      hasAccess: await this.people.hasAccess(userId),
    };
    const obstacle = obstacleTo(state, recipient, this.context.now().toISOString());
    // More may be available once the earnings are read again; nothing else depends on it.
    if (obstacle !== undefined && obstacle !== 'below-minimum') return;
    // A problem with a booking may just have been reported, which changes what it earned, so that is recorded again.
    for (const bookingId of unsettledBookings(state)) await this.commands.execute(new RecordEarningsAgain(bookingId));
    const payoutId = `payout-${this.context.newId()}`;
    await this.store.handle(payoutAccount, id, 'startPayout', { payoutId, run, ...recipient });
  }
}

/** A payout that is handed over, and the bank details to which it goes. */
type HandedOverPayout = {
  readonly payoutId: string;
  readonly holder: string | null;
  readonly numbers: Readonly<Record<string, string>>;
};

/**
 * Gives the bank details of a professional's payouts to finance staff, and records it. Payouts that have ended or whose
 * bank details were replaced are left out, and without `again` those that were handed over before. Record the access to
 * the personal data first.
 */
export class HandOverPayouts extends Command<readonly HandedOverPayout[]> {
  constructor(
    readonly userId: string,
    readonly payoutIds: readonly string[],
    readonly again: boolean,
  ) {
    super();
  }
}

@CommandHandler(HandOverPayouts)
export class HandOverPayoutsHandler implements ICommandHandler<HandOverPayouts> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, payoutIds, again }: HandOverPayouts): Promise<readonly HandedOverPayout[]> {
    const id = `payout-account-${userId}` as const;
    const { number, holder, numbers } = (await this.store.load(payoutDestination, `payout-destination-${userId}`))
      .state;
    if (numbers === null) return [];
    const { payouts } = (await this.store.load(payoutAccount, id)).state;
    const payable = payoutIds.filter((payoutId) => payouts[payoutId]?.destination === number);
    const { events } = await this.store.handle(payoutAccount, id, 'handOver', { payoutIds: payable, again });
    return events.flatMap(({ type, data }) =>
      type === 'PayoutHandedOver' ? [{ payoutId: data.payoutId, holder, numbers }] : [],
    );
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
    private readonly people: IdentityQueries,
  ) {}

  async execute({ payoutId, reference }: RecordTransfer): Promise<void> {
    const { userId } = await this.payouts.require(payoutId);
    await this.people.requireImpersonalReference(reference, [userId], 'payout-reference-personal');
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordTransfer', { payoutId, reference });
  }
}

/** Why a payout did not arrive; see `PayoutAccountCommands`. */
type Failure = { readonly reason: string; readonly destinationWrong: boolean };

/** Records that a payout was not made. Its money is available again. */
export class RecordPayoutFailure extends Command<void> {
  constructor(
    readonly payoutId: string,
    readonly failure: Failure & { readonly notTransferred: boolean },
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

  async execute({ payoutId, failure }: RecordPayoutFailure): Promise<void> {
    const { userId } = await this.payouts.require(payoutId);
    await this.people.requireImpersonal(failure.reason, [userId], 'payout-reason-personal');
    this.context.enterReason(failure.reason);
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordFailure', { payoutId, ...failure });
  }
}

/** Records that the bank returned a payout that was made. Its money is available again. */
export class RecordPayoutReturn extends Command<void> {
  constructor(
    readonly payoutId: string,
    readonly failure: Failure,
  ) {
    super();
  }
}

@CommandHandler(RecordPayoutReturn)
export class RecordPayoutReturnHandler implements ICommandHandler<RecordPayoutReturn> {
  constructor(
    private readonly store: EventStore,
    private readonly payouts: PayoutsQueries,
    private readonly people: IdentityQueries,
    private readonly context: Context,
  ) {}

  async execute({ payoutId, failure }: RecordPayoutReturn): Promise<void> {
    const { userId } = await this.payouts.require(payoutId);
    await this.people.requireImpersonal(failure.reason, [userId], 'payout-reason-personal');
    this.context.enterReason(failure.reason);
    await this.store.handle(payoutAccount, `payout-account-${userId}`, 'recordReturn', { payoutId, ...failure });
  }
}

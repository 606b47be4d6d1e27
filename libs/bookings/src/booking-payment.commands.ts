import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CatalogQueries } from '#catalog';
import { IdentityQueries } from '#identity';
import { titleCase } from '#kernel';
import { RequestPayment } from '#payments';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { booking, type Part } from './booking.ts';
import { daysOf, writtenDays } from './event-time.ts';

/** The days of a confirmed booking are reserved for it. */
const freeDay = { taken: false, blocked: false };

/** Opens a checkout for the deposit or the balance and returns its URL. Only for the booking's client. */
export class RequestBookingPayment extends Command<{ url: string }> {
  constructor(
    readonly bookingId: string,
    readonly part: Part,
  ) {
    super();
  }
}

@CommandHandler(RequestBookingPayment)
export class RequestBookingPaymentHandler implements ICommandHandler<RequestBookingPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
    private readonly catalog: CatalogQueries,
  ) {}

  async execute({ bookingId, part }: RequestBookingPayment): Promise<{ url: string }> {
    const { state } = await this.store.load(booking, bookingId);
    const { by } = this.context.origin;
    const emailVerified = await this.people.emailVerified(by.id);
    const { status, creatorId } = state;
    const day = status === 'pending' ? await this.catalog.day(creatorId, daysOf(state)) : freeDay;
    const at = this.context.now().toISOString();
    booking.decide.pay(state, { facts: { part, emailVerified, day }, by, at });
    const title = part === 'deposit' ? 'Deposit' : 'Balance';
    // The provider stores the description, so it must not contain text written by a user.
    const description = `${title}: ${titleCase(state.eventType)}, ${writtenDays(state)}`;
    const payment = new RequestPayment(`${bookingId}/${part}`, state.due[part], description, `/bookings/${bookingId}`);
    const { url } = await this.commands.execute(payment);
    return { url };
  }
}

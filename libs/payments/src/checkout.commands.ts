import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cents, refuse } from '#kernel';
import { Context, uuidFrom } from '#platform/context';
import { EventStore, type LoadedAggregate } from '#platform/event-store';
import { Site } from '#platform/http';
import { PaymentsGateway, sessionPlaceholder } from '#platform/payments-gateway';
import { isPaid, type Payment, payment } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';
import { PaymentsQueries } from './payments.queries.ts';

const currency = 'USD';
/**
 * The minimum time for which an open checkout is offered again, in milliseconds. A checkout that expires sooner is
 * replaced by a new one.
 */
const minimumTimeToPay = 120_000;

/** The payment page at the provider. */
export type OpenedCheckout = { url: string; sessionId: string; paymentId: string };

/**
 * Opens a checkout for the caller, or returns the one that is already open. `reference` is chosen by the requesting
 * module and names what is paid for; `amount` is in whole cents; `returnPath` is the page of this site to which the
 * browser returns, without a query. Refuses `payment-already-paid`.
 */
export class RequestPayment extends Command<OpenedCheckout> {
  constructor(
    readonly reference: string,
    readonly amount: Cents,
    readonly description: string,
    readonly returnPath: string,
  ) {
    super();
  }
}

@CommandHandler(RequestPayment)
export class RequestPaymentHandler implements ICommandHandler<RequestPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly gateway: PaymentsGateway,
    private readonly payments: PaymentsQueries,
    private readonly site: Site,
  ) {}

  async execute(request: RequestPayment): Promise<OpenedCheckout> {
    const { reference } = request;
    const payerId = this.context.origin.by.id;
    const knownAttempts = await this.payments.attempts(reference, payerId);
    for (const { id, status } of knownAttempts)
      if (status === 'settled') requireUnpaid((await this.store.load(payment, id)).state);
    // The read table may lag, so it only gives the attempt to start with.
    for (let attempt = knownAttempts[0]?.attempt ?? 1; ; attempt++) {
      const id = idOfAttempt(reference, payerId, attempt);
      const checkout = await this.#attempt(id, attempt, request);
      if (checkout) return { url: checkout.url, sessionId: checkout.sessionId, paymentId: id };
    }
  }

  /** The open checkout of this attempt, or null if the attempt has ended. */
  async #attempt(id: string, attempt: number, request: RequestPayment): Promise<Payment['checkout']> {
    const { reference, amount, description, returnPath } = request;
    const facts = { reference, amount, currency, attempt, description, returnPath };
    const requested = await this.store.handle(payment, id, 'request', facts);
    let { state } = requested;
    // The status is also `requested` if an earlier process stopped before it opened the checkout.
    if (state.status === 'requested') state = await this.#open(id, requested);
    if (state.status === 'open' && isUsable(state, amount)) return state.checkout;
    if (state.status !== 'settled') state = await this.#end(id, state);
    requireUnpaid(state);
    return null;
  }

  async #open(id: string, requested: LoadedAggregate<Payment>): Promise<Payment> {
    const { reference, amount, currency, description, returnPath } = requested.state;
    const site = `${this.site.url}${returnPath}`;
    const session = await this.gateway.openCheckout({
      paymentId: id,
      reference,
      amount,
      currency,
      description: description ?? 'Festoon',
      successUrl: `${site}?payment=success&session_id=${sessionPlaceholder}`,
      cancelUrl: `${site}?payment=canceled`,
      idempotencyKey: id,
    });
    return (await this.store.handle(payment, requested, 'openCheckout', session)).state;
  }

  /** Closes the checkout, then records its end, or the payment if one was made in the meantime. */
  async #end(paymentId: string, { checkout }: Payment): Promise<Payment> {
    const sessionId = checkout?.sessionId ?? '';
    await this.gateway.closeCheckout(sessionId);
    const expiryReport = { paymentId, sessionId, status: 'expired', charges: [], refunds: [] } as const;
    const report = (await this.gateway.retrieve(sessionId)) ?? expiryReport;
    return this.commands.execute(new RecordGatewayReport(report));
  }
}

/** A payment that settled, whether or not it was refunded since. `amount` in whole cents. */
export type SettledPayment = { paymentId: string; amount: Cents; payerId: string };

/**
 * Closes the payer's open checkouts for a reference, so that they can no longer be paid, and records what was paid in
 * the meantime even if its webhook has not arrived. Returns the payments that settled. No route sends it.
 */
export class CloseCheckouts extends Command<readonly SettledPayment[]> {
  constructor(
    readonly reference: string,
    readonly payerId: string,
  ) {
    super();
  }
}

@CommandHandler(CloseCheckouts)
export class CloseCheckoutsHandler implements ICommandHandler<CloseCheckouts> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly gateway: PaymentsGateway,
  ) {}

  async execute({ reference, payerId }: CloseCheckouts): Promise<readonly SettledPayment[]> {
    const settled: SettledPayment[] = [];
    // Read from the event log, because the read table may lag.
    for (let attempt = 1; ; attempt++) {
      const paymentId = idOfAttempt(reference, payerId, attempt);
      const { state } = await this.store.load(payment, paymentId);
      if (state.status === 'none') return settled;
      const { settlingCharge } = await this.#closed(state);
      if (settlingCharge) settled.push({ paymentId, amount: settlingCharge.amount, payerId });
    }
  }

  async #closed(state: Payment): Promise<Payment> {
    // A payment that failed can still have been paid since.
    if (state.status === 'settled' || !state.checkout) return state;
    await this.gateway.closeCheckout(state.checkout.sessionId);
    const report = await this.gateway.retrieve(state.checkout.sessionId);
    return report ? this.commands.execute(new RecordGatewayReport(report)) : state;
  }
}

/** The id is derived from payer, reference and attempt, so that concurrent requests use the same payment. */
const idOfAttempt = (reference: string, payerId: string, attempt: number): `payment-${string}` =>
  `payment-${uuidFrom(`payment\n${reference}\n${payerId}\n${attempt}`)}`;

const isUsable = ({ amount, checkout }: Payment, requestedAmount: Cents): boolean =>
  amount === requestedAmount && checkout !== null && Date.parse(checkout.expiresAt) - Date.now() > minimumTimeToPay;

function requireUnpaid(state: Payment): void {
  if (isPaid(state)) refuse('payment-already-paid', 'This has already been paid');
}

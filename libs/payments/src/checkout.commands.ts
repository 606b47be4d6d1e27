import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cents, refuse } from '#kernel';
import { Context, uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Site } from '#platform/http';
import { PaymentsGateway, sessionPlaceholder } from '#platform/payments-gateway';
import { isPaid, type Payment, payment } from './payment.ts';
import { RecordGatewayReport } from './payments.commands.ts';
import { PaymentsQueries } from './payments.queries.ts';

const currency = 'USD';
/** A checkout that closes sooner, in milliseconds, is no longer handed out. */
const timeToPay = 120_000;

/** Where to pay, at the provider. */
export type OpenedCheckout = { url: string; sessionId: string; paymentId: string };

/**
 * Opens a checkout for the caller, or answers the one that is open. `reference` is the sender's: whatever the money is for;
 * `amount` in whole cents; `returnPath` is the page of this site that the browser comes back to, without a query.
 * Refused with `payment-already-paid`.
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
    const known = await this.payments.attempts(reference, payerId);
    for (const { id, status } of known)
      if (status === 'settled') onlyUnpaid((await this.store.load(payment, id)).state);
    // The id follows from who pays what, so those who ask at once find each other. The read table only says where to begin.
    for (let attempt = known[0]?.attempt ?? 1; ; attempt++) {
      const id = `payment-${uuidFrom(`payment\n${reference}\n${payerId}\n${attempt}`)}`;
      const checkout = await this.#attempt(id, attempt, request);
      if (checkout) return { url: checkout.url, sessionId: checkout.sessionId, paymentId: id };
    }
  }

  /** The open checkout of this attempt; nothing if the attempt is over. */
  async #attempt(id: string, attempt: number, request: RequestPayment): Promise<Payment['checkout']> {
    const { reference, amount, description, returnPath } = request;
    const facts = { reference, amount, currency, attempt, description, returnPath };
    let { state } = await this.store.handle(payment, id, 'request', facts);
    // Also for a payment whose process died before the checkout was opened.
    if (state.status === 'requested') state = await this.#open(id, state);
    if (state.status === 'open' && fits(state, amount)) return state.checkout;
    if (state.status !== 'settled') state = await this.#end(id, state);
    onlyUnpaid(state);
    return null;
  }

  async #open(id: string, { reference, amount, currency, description, returnPath }: Payment): Promise<Payment> {
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
    return (await this.store.handle(payment, id, 'openCheckout', session)).state;
  }

  /** Closes the checkout; a payment that was made in the meantime is recorded first. */
  async #end(paymentId: string, { checkout }: Payment): Promise<Payment> {
    const sessionId = checkout?.sessionId ?? '';
    await this.gateway.closeCheckout(sessionId);
    const expired = { paymentId, sessionId, status: 'expired', charges: [], refunds: [] } as const;
    const report = (await this.gateway.retrieve(sessionId)) ?? expired;
    return this.commands.execute(new RecordGatewayReport(report));
  }
}

const fits = ({ amount, checkout }: Payment, wanted: Cents): boolean =>
  amount === wanted && checkout !== null && Date.parse(checkout.expiresAt) - Date.now() > timeToPay;

function onlyUnpaid(state: Payment): void {
  if (isPaid(state)) refuse('payment-already-paid', 'This has already been paid');
}

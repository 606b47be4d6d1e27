import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '#platform/postgres';
import { wholeNumber } from '#platform/reads';
import {
  type Charge,
  type CheckoutReport,
  type CheckoutRequest,
  type CheckoutStatus,
  checkoutLifetime,
  GatewayRefused,
  type Refund,
  type RefundRequest,
} from './payments-gateway.ts';
import { newId, type SandboxEvent, SandboxWebhooks } from './sandbox-webhooks.ts';

/** A session as the sandbox stores it. */
export type SandboxCheckout = {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly status: CheckoutStatus;
  readonly expiresAt: Date;
  /** How many minutes are left to pay, rounded up. */
  readonly minutesLeft: number;
};
type Found = SandboxCheckout & { readonly over: boolean };
/** A row as it is read: a number of 64 bits is a text. */
type Stored<Row extends { readonly amount: number }> = Omit<Row, 'amount'> & { readonly amount: string };

/** The webhooks to send, each with a delay in milliseconds. `paid` also creates a charge. */
type Reports = readonly { readonly status: Exclude<CheckoutStatus, 'open'>; readonly after: number }[];
const atOnce = (status: Reports[number]['status']) => ({ status, after: 0 });

/** The webhooks that each button of the page causes. */
export const sandboxActions = {
  pay: [atOnce('paid')],
  decline: [atOnce('declined')],
  cancel: [atOnce('cancelled')],
  'pay-twice': [atOnce('paid'), atOnce('paid')],
  'pay-late': [{ status: 'paid', after: 20_000 }],
  'pay-out-of-order': [atOnce('expired'), { status: 'paid', after: 2_000 }, { status: 'expired', after: 4_000 }],
} as const satisfies Record<string, Reports>;
export type SandboxAction = keyof typeof sandboxActions;

const eventTypes: Readonly<Record<Reports[number]['status'], string>> = {
  paid: 'checkout.session.completed',
  declined: 'checkout.session.async_payment_failed',
  cancelled: 'checkout.session.cancelled',
  expired: 'checkout.session.expired',
};

const columns = `id, payment_id as "paymentId", amount, currency, description, success_url as "successUrl",
  cancel_url as "cancelUrl", status, expires_at as "expiresAt",
  ceil(extract(epoch from expires_at - clock_timestamp()) / 60)::integer as "minutesLeft",
  status = 'open' and expires_at <= clock_timestamp() as over`;

const withAmount = <Row extends { readonly amount: string }>(row: Row): Omit<Row, 'amount'> & { amount: number } => ({
  ...row,
  amount: wholeNumber(row.amount),
});

/** The session that meets a condition about `$1`. */
const findWhere = async (within: Queryable, condition: string, value: string): Promise<Found | undefined> => {
  const [found] = await within.query<Stored<Found>>(`select ${columns} from sandbox.checkouts where ${condition}`, [
    value,
  ]);
  return found && withAmount(found);
};

/** The provider's side of the sandbox: its sessions, its charges, and the webhooks about them. */
@Injectable()
export class SandboxCheckouts {
  constructor(
    private readonly database: Database,
    private readonly webhooks: SandboxWebhooks,
  ) {}

  async open(request: CheckoutRequest): Promise<SandboxCheckout> {
    const { paymentId, reference, amount, currency, description, successUrl, cancelUrl, idempotencyKey } = request;
    await this.database.query(
      `insert into sandbox.checkouts
         (id, idempotency_key, payment_id, reference, amount, currency, description, success_url, cancel_url, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + $10 * interval '1 millisecond')
       on conflict (idempotency_key) do nothing`,
      [
        newId('cs'),
        idempotencyKey,
        paymentId,
        reference,
        amount,
        currency,
        description,
        successUrl,
        cancelUrl,
        checkoutLifetime,
      ],
    );
    const opened = await findWhere(this.database, 'idempotency_key = $1', idempotencyKey);
    if (!opened) throw new Error('The sandbox lost a checkout');
    return opened;
  }

  async find(id: string): Promise<SandboxCheckout | undefined> {
    const found = await findWhere(this.database, 'id = $1', id);
    return found?.over ? this.expire(id) : found;
  }

  /** Performs the action of a button; does nothing once the session has ended. Returns the session after that. */
  act(id: string, action: SandboxAction): Promise<SandboxCheckout | undefined> {
    return this.#change(id, sandboxActions[action]);
  }

  expire(id: string): Promise<SandboxCheckout | undefined> {
    return this.#change(id, [atOnce('expired')]);
  }

  async report(id: string): Promise<CheckoutReport | undefined> {
    const checkout = await this.find(id);
    if (!checkout) return undefined;
    const charges = await this.database.query<Stored<Charge>>(
      'select id as "chargeId", amount from sandbox.charges where checkout_id = $1 order by created_at, id',
      [id],
    );
    const refunds = await this.database.query<Stored<Refund>>(
      `select r.idempotency_key as "refundId", r.charge_id as "chargeId", r.amount
       from sandbox.refunds r join sandbox.charges c on c.id = r.charge_id where c.checkout_id = $1 order by r.created_at, r.id`,
      [id],
    );
    const { paymentId, status } = checkout;
    return { paymentId, sessionId: id, status, charges: charges.map(withAmount), refunds: refunds.map(withAmount) };
  }

  /** Refunds a part of a charge; undefined if less than `amount` is left to refund. */
  refund({ sessionId, chargeId, amount, idempotencyKey }: RefundRequest): Promise<Refund | undefined> {
    return this.database.transaction(async (within) => {
      const checkout = await this.#lock(within, sessionId);
      const [charge] = await within.query<Stored<Charge> & { refunded: string; known: string | null }>(
        `select c.id as "chargeId", c.amount, coalesce(sum(r.amount), 0) as refunded,
           max(r.amount) filter (where r.idempotency_key = $3) as known
         from sandbox.charges c left join sandbox.refunds r on r.charge_id = c.id
         where c.id = $1 and c.checkout_id = $2 group by c.id`,
        [chargeId, sessionId, idempotencyKey],
      );
      if (!(checkout && charge)) throw new GatewayRefused('Charge not found in the sandbox');
      if (charge.known !== null) return { refundId: idempotencyKey, chargeId, amount: wholeNumber(charge.known) };
      if (amount > wholeNumber(charge.amount) - wholeNumber(charge.refunded)) return undefined;
      const refund = { refundId: idempotencyKey, chargeId, amount };
      await within.query(
        'insert into sandbox.refunds (id, idempotency_key, charge_id, amount) values ($1, $2, $3, $4)',
        [newId('re'), idempotencyKey, chargeId, amount],
      );
      await this.webhooks.send(within, { type: 'charge.refunded', object: objectOf(checkout, [], [refund]) });
      return refund;
    });
  }

  #change(id: string, requested: Reports): Promise<SandboxCheckout | undefined> {
    return this.database.transaction(async (within) => {
      const found = await this.#lock(within, id);
      if (found?.status !== 'open') return found;
      const reports = found.over ? [atOnce('expired')] : requested;
      const status =
        reports.find((report) => report.status === 'paid')?.status ?? reports.at(0)?.status ?? found.status;
      await within.query('update sandbox.checkouts set status = $2 where id = $1', [id, status]);
      for (const report of reports) await this.webhooks.send(within, await this.#eventOf(within, found, report));
      return { ...found, status };
    });
  }

  async #eventOf(
    within: Queryable,
    checkout: SandboxCheckout,
    { status, after }: Reports[number],
  ): Promise<SandboxEvent> {
    const charges = status === 'paid' ? [await this.#charge(within, checkout)] : [];
    return { type: eventTypes[status], object: objectOf({ ...checkout, status }, charges, []), after };
  }

  async #charge(within: Queryable, { id, amount }: SandboxCheckout): Promise<Charge> {
    const chargeId = newId('ch');
    await within.query('insert into sandbox.charges (id, checkout_id, amount) values ($1, $2, $3)', [
      chargeId,
      id,
      amount,
    ]);
    return { chargeId, amount };
  }

  #lock(within: Queryable, id: string): Promise<Found | undefined> {
    return findWhere(within, 'id = $1 for update', id);
  }
}

/** The session in a webhook, with only the charges and refunds that the webhook is about. */
const objectOf = (
  { id, paymentId, status, amount, currency }: SandboxCheckout,
  charges: readonly Charge[],
  refunds: readonly Refund[],
): object => ({
  object: 'checkout.session',
  id,
  client_reference_id: paymentId,
  status,
  amount_total: amount,
  currency,
  charges: charges.map((charge) => ({ id: charge.chargeId, amount: charge.amount })),
  refunds: refunds.map((refund) => ({ id: refund.refundId, charge: refund.chargeId, amount: refund.amount })),
});

import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Cents } from '#kernel';
import { EventStore } from '#platform/event-store';
import { isDisputed, payment } from './payment.ts';
import { type PaymentRow, paymentRows } from './payments.rows.ts';

@Injectable()
export class PaymentsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly store: EventStore,
  ) {}

  /** All payments of one person for one reference, the newest attempt first. */
  attempts(reference: string, payerId: string): Promise<PaymentRow[]> {
    return this.em.find(paymentRows, { reference, payerId }, { orderBy: { attempt: 'desc' } });
  }

  /** The newest payment of a person for a reference that arrived, whatever became of it. Undefined if there is none. */
  async newestReceived(reference: string, payerId: string): Promise<string | undefined> {
    return (await this.attempts(reference, payerId)).find(({ settledAt }) => settledAt !== null)?.id;
  }

  /** The refunds that were made of the charge that settled a payment. Read from the event log. */
  async refundsOf(paymentId: string): Promise<readonly { readonly refundId: string; readonly amount: Cents }[]> {
    const { refunds, settlingCharge } = (await this.store.load(payment, paymentId)).state;
    return refunds.filter(({ done, chargeId }) => done && chargeId === settlingCharge?.chargeId);
  }

  /**
   * The charge that settled a payment; its other charges are surplus. Undefined until it settles. Read from the event
   * log.
   */
  async settlingCharge(paymentId: string): Promise<string | undefined> {
    return (await this.store.load(payment, paymentId)).state.settlingCharge?.chargeId;
  }

  /** Whether the whole charge that settled a payment was refunded. Read from the event log. */
  async isFullyRefunded(paymentId: string): Promise<boolean> {
    const { settlingCharge } = (await this.store.load(payment, paymentId)).state;
    const refunded = (await this.refundsOf(paymentId)).reduce((sum, { amount }) => sum + amount, 0);
    return settlingCharge !== null && refunded >= settlingCharge.amount;
  }

  /** Whether a bank is deciding about a payment. Read from the event log. */
  async isDisputed(paymentId: string): Promise<boolean> {
    return isDisputed((await this.store.load(payment, paymentId)).state);
  }
}

import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { payment } from './payment.ts';
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

  /** The charge that settled a payment; its other charges are surplus. Undefined until it settles. Read from the event log. */
  async settlingCharge(paymentId: string): Promise<string | undefined> {
    return (await this.store.load(payment, paymentId)).state.settlingCharge?.chargeId;
  }
}

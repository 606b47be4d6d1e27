import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type PaymentRow, paymentRows } from './payments.rows.ts';

@Injectable()
export class PaymentsQueries {
  constructor(private readonly em: EntityManager) {}

  /** All payments of one person for one reference, the newest attempt first. */
  attempts(reference: string, payerId: string): Promise<PaymentRow[]> {
    return this.em.find(paymentRows, { reference, payerId }, { orderBy: { attempt: 'desc' } });
  }
}

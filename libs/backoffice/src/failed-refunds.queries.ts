import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DeadLetters } from '#platform/jobs';
import { type AuditRow, auditRows } from './audit.rows.ts';
import { eventOfJob } from './job-events.queries.ts';

/**
 * The jobs that request a refund, make it at the provider, or record that it was made, such as `bookings.refund-payment`
 * and `payments.refund-charge`. `payouts.record-refund-due` only reduces what a professional earned.
 */
const refundJob = /^(?!payouts\.)[a-z]+\.(?:record-)?refund\b/;

/** Refunds whose job failed for good. */
@Injectable()
export class FailedRefundsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** The bookings that wait for such a refund. */
  async bookingIds(): Promise<readonly string[]> {
    return [...new Set((await this.#events()).flatMap(({ bookingId }) => bookingId ?? []))];
  }

  /** The leads of which a buyer waits for such a refund. */
  async leadIds(): Promise<readonly string[]> {
    const ofLeads = (await this.#events()).filter(({ bookingId }) => bookingId === null);
    return [...new Set(ofLeads.flatMap(({ leadId }) => leadId ?? []))];
  }

  /** The events to which these jobs react. */
  async #events(): Promise<readonly AuditRow[]> {
    const failed = (await this.deadLetters.list()).filter(({ name }) => refundJob.test(name));
    const events = failed.flatMap(({ data }) => eventOfJob(data) ?? []);
    return events.length === 0 ? [] : this.em.find(auditRows, { $or: events });
  }
}

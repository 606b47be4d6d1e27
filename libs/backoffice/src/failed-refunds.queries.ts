import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DeadLetters } from '#platform/jobs';
import { auditRows } from './audit.rows.ts';
import { eventOfJob } from './job-events.queries.ts';

/** The jobs that pay money back: `payments.refund-charge`, `bookings.record-refund`. */
const refundJob = /^[a-z]+\.(?:record-)?refund\b/;

/** Refunds whose job failed for good. */
@Injectable()
export class FailedRefundsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** The bookings that wait for such a refund. Refunds of unlocked leads belong to no booking. */
  async bookingIds(): Promise<readonly string[]> {
    const failed = (await this.deadLetters.list()).filter(({ name }) => refundJob.test(name));
    const events = failed.flatMap(({ data }) => eventOfJob(data) ?? []);
    if (events.length === 0) return [];
    const rows = await this.em.find(auditRows, { $or: events });
    return [...new Set(rows.flatMap(({ bookingId }) => bookingId ?? []))];
  }
}

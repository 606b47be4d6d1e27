import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CatalogQueries } from '#catalog';
import { Context } from '#platform/context';
import { type BookingHistoryRow, bookingHistoryRows, bookingRows } from './bookings.rows.ts';
import type { ReplyTime } from './contract.ts';
import { medianWait } from './reply-time.ts';

/** Only the newest requests count, up to this number and this age. */
const [newestRequests, maximumAgeDays] = [50, 365];
const [millisecondsPerDay, millisecondsPerMinute] = [86_400_000, 60_000];

/** How fast professionals answer, according to their bookings. */
@Injectable()
export class RepliesQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly catalog: CatalogQueries,
    private readonly context: Context,
  ) {}

  /**
   * The median time from a client's request until the professional confirmed it, declined it or proposed a change. A
   * request that expired counts as long as the client waited; one that the client withdrew does not count. Refuses
   * `creator-not-found`.
   */
  async replyTime(creatorId: string): Promise<ReplyTime> {
    await this.catalog.publicProfile(creatorId);
    const since = new Date(this.context.now().getTime() - maximumAgeDays * millisecondsPerDay).toISOString();
    const requests = await this.em.find(
      bookingRows,
      { creatorId, createdBy: { $ne: creatorId }, createdAt: { $gte: since } },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit: newestRequests },
    );
    const bookingIds = requests.map(({ id }) => id);
    const entries = await this.em.find(
      bookingHistoryRows,
      { bookingId: { $in: bookingIds }, $or: [{ changedBy: creatorId }, { reason: 'expired' }] },
      { orderBy: { bookingId: 'asc', version: 'asc' } },
    );
    const answers = new Map<string, BookingHistoryRow>();
    for (const entry of entries) if (!answers.has(entry.bookingId)) answers.set(entry.bookingId, entry);
    const waits = requests.flatMap(({ id, createdAt }) => {
      const answer = answers.get(id);
      return answer ? [(Date.parse(answer.createdAt) - Date.parse(createdAt)) / millisecondsPerMinute] : [];
    });
    return { medianMinutes: medianWait(waits) };
  }
}

import { Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type DeadJob, Jobs } from './jobs.ts';

/** Streams `dead-letter-{uuid}`: a job that failed for good will not be done. Who says so and why is in the envelope. */
export type DeadLetterEvents = { DeadLetterDropped: { queue: string; job: string; name: string } };

/** Jobs that failed for good, for operators. Giving one up means that something never happens, so the log keeps it. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly jobs: Jobs,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  /** Those of all queues, or of one; the one that failed last first. */
  async list(queue?: string): Promise<readonly DeadJob[]> {
    const queues = queue === undefined ? this.jobs.queues : [queue];
    const found = await Promise.all(queues.map((each) => this.jobs.dead(each)));
    return found.flat().sort((a, b) => (a.failedAt < b.failedAt ? 1 : -1));
  }

  /** It is done again by whichever worker comes first; false if somebody else has dealt with it. */
  retry({ queue, id }: DeadJob): Promise<boolean> {
    return this.jobs.retry(queue, id);
  }

  /** Gives it up for ever; false if somebody else has dealt with it. */
  async drop({ queue, id, name }: DeadJob): Promise<boolean> {
    const dropped = await this.jobs.drop(queue, id);
    if (dropped)
      await this.store.append<DeadLetterEvents>(`dead-letter-${this.context.newId()}`, 0, [
        { type: 'DeadLetterDropped', data: { queue, job: id, name } },
      ]);
    return dropped;
  }
}

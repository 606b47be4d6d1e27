import { Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type DeadJob, Jobs } from './jobs.ts';

/**
 * The events of the streams `dead-letter-{uuid}`: an operator dropped a failed job. Actor and reason are in the
 * envelope.
 */
export type DeadLetterEvents = { DeadLetterDropped: { queue: string; job: string; name: string } };

/** Jobs that failed permanently, for operators. A dropped job never happens, so dropping it is recorded in the log. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly jobs: Jobs,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  /** The dead letters of all queues, or of one; the latest failure first. */
  async list(queue?: string): Promise<readonly DeadJob[]> {
    const queues = queue === undefined ? this.jobs.queues : [queue];
    const found = await Promise.all(queues.map((each) => this.jobs.deadLetters(each)));
    return found.flat().sort((a, b) => (a.failedAt < b.failedAt ? 1 : -1));
  }

  /** Runs the job again with all its attempts; false if it is no longer a dead letter. */
  retry({ queue, id }: DeadJob): Promise<boolean> {
    return this.jobs.retry(queue, id);
  }

  /** Drops the job permanently; false if it is no longer a dead letter. */
  async drop({ queue, id, name }: DeadJob): Promise<boolean> {
    const isDropped = await this.jobs.drop(queue, id);
    if (isDropped)
      await this.store.append<DeadLetterEvents>(`dead-letter-${this.context.newId()}`, 0, [
        { type: 'DeadLetterDropped', data: { queue, job: id, name } },
      ]);
    return isDropped;
  }
}

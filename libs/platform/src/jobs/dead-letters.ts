import { Injectable } from '@nestjs/common';
import { uuidFrom } from '#platform/context';
import { EventStore, VersionConflict } from '#platform/event-store';
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
  ) {}

  /** The dead letters of all queues, or of one; the latest failure first. */
  async list(queue?: string): Promise<readonly DeadJob[]> {
    const queues = queue === undefined ? this.jobs.queues : [queue];
    const found = await Promise.all(queues.map((each) => this.jobs.deadLetters(each)));
    return found.flat().sort((a, b) => b.failedAt.localeCompare(a.failedAt));
  }

  /** Runs the job again with all its attempts; false if it is no longer a dead letter. */
  retry({ queue, id }: DeadJob): Promise<boolean> {
    return this.jobs.retry(queue, id);
  }

  /**
   * Drops the job permanently; false if it is no longer a dead letter. It is recorded before it is removed, so that no
   * job is gone without a record. If the removal then fails, the job is still a dead letter, and dropping it again does
   * not record it a second time.
   */
  async drop(letter: DeadJob): Promise<boolean> {
    if (!(await this.jobs.isDead(letter.queue, letter.id))) return false;
    await this.#recordDrop(letter);
    return this.jobs.drop(letter.queue, letter.id);
  }

  async #recordDrop({ queue, id, name, failedAt }: DeadJob): Promise<void> {
    // A job with the same id can fail and be dropped again later; that is another dead letter.
    const stream = `dead-letter-${uuidFrom(`${queue}\n${id}\n${failedAt}`)}`;
    try {
      await this.store.append<DeadLetterEvents>(stream, 0, [
        { type: 'DeadLetterDropped', data: { queue, job: id, name } },
      ]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
}

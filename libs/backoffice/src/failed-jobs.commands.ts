import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { LogReader } from '#platform/audit';
import { Context } from '#platform/context';
import { type DeadJob, DeadLetters } from '#platform/jobs';
import { eventOfJob } from './job-events.queries.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

type FailedJob = Pick<DeadJob, 'queue' | 'id'>;

const find = async (letters: DeadLetters, { queue, id }: FailedJob): Promise<DeadJob | undefined> =>
  (await letters.list()).find((letter) => letter.queue === queue && letter.id === id);

/** Runs a job that failed for good again, with all its attempts. Returns false if it is no longer one. */
export class RetryFailedJob extends Command<boolean> {
  constructor(readonly job: FailedJob) {
    super();
  }
}

@CommandHandler(RetryFailedJob)
export class RetryFailedJobHandler implements ICommandHandler<RetryFailedJob> {
  constructor(private readonly letters: DeadLetters) {}

  async execute({ job }: RetryFailedJob): Promise<boolean> {
    const letter = await find(this.letters, job);
    return letter ? this.letters.retry(letter) : false;
  }
}

/**
 * Discards a job that failed for good: it never runs. The log records who did it and why. Returns false if it is no
 * longer one. Refuses `job-reason-personal`.
 */
export class DiscardFailedJob extends Command<boolean> {
  constructor(
    readonly job: FailedJob,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DiscardFailedJob)
export class DiscardFailedJobHandler implements ICommandHandler<DiscardFailedJob> {
  constructor(
    private readonly letters: DeadLetters,
    private readonly identity: IdentityQueries,
    private readonly log: LogReader,
    private readonly context: Context,
  ) {}

  async execute({ job, reason }: DiscardFailedJob): Promise<boolean> {
    const letter = await find(this.letters, job);
    if (!letter) return false;
    await this.identity.requireImpersonal(reason, await this.#peopleOf(letter), 'job-reason-personal');
    this.context.enterReason(reason);
    return this.letters.drop(letter);
  }

  /** The ids in the stream of the event that the job is about. They include those of the people whom it concerns. */
  async #peopleOf({ data }: DeadJob): Promise<readonly string[]> {
    const event = eventOfJob(data);
    const events = event ? await this.log.stream(event.stream) : [];
    return [...new Set(JSON.stringify(events.map(({ by, data: facts }) => [by.id, facts])).match(uuids))];
  }
}

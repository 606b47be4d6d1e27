import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { type DeadJob, DeadLetters } from '#platform/jobs';

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
 * Discards a job that failed for good: it never runs. The log records who did it and why. Returns false if it is no longer one.
 * Refuses `job-reason-personal`.
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
    private readonly context: Context,
  ) {}

  async execute({ job, reason }: DiscardFailedJob): Promise<boolean> {
    await this.identity.requireImpersonal(reason, [], 'job-reason-personal');
    const letter = await find(this.letters, job);
    if (!letter) return false;
    this.context.enter({ ...this.context.origin, reason });
    return this.letters.drop(letter);
  }
}

import { Injectable } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { LogReader } from '#platform/audit';
import type { DeadLetterEvents } from '#platform/jobs';
import type { Reaction } from '#platform/reactions';
import { FailLogVerification } from './log-verification.commands.ts';
import { FailMaintenance } from './maintenance.commands.ts';

const discarded = 'Its job was discarded';
const numbered = z.object({ number: z.int() });

/** The commands that end a task as failed, by the job that runs it. */
const failTask = new Map<string, (number: number) => Command<void>>([
  ['backoffice.run-maintenance', (number) => new FailMaintenance(number, discarded)],
  ['backoffice.verify-log', (number) => new FailLogVerification(number, discarded)],
]);

@Injectable()
export class FailedJobsReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: LogReader,
  ) {}

  /** Only its job ends a task. Without the job the task would run forever, and no other one could be started. */
  readonly endTask: Reaction<DeadLetterEvents> = {
    name: 'backoffice.end-task-of-dropped-job',
    to: 'DeadLetterDropped',
    queue: 'default',
    react: async ({ data: { job, name } }) => {
      const fail = failTask.get(name);
      if (!fail) return;
      // The id of a job is that of its event, and its name.
      const started = await this.log.find(job.slice(0, -`.${name}`.length));
      await this.commands.execute(fail(numbered.parse(started?.data).number));
    },
  };
}

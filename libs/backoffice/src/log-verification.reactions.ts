import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CheckpointRefused } from '#platform/audit';
import { redact } from '#platform/logging';
import type { Reaction } from '#platform/reactions';
import { FailLogVerification, RunLogVerification } from './log-verification.commands.ts';
import type { LogVerificationEvents } from './log-verification.ts';

/** Runs the verifications that staff start. */
@Injectable()
export class LogVerificationReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly run: Reaction<LogVerificationEvents> = {
    name: 'backoffice.verify-log',
    to: 'LogVerificationStarted',
    queue: 'maintenance',
    react: async ({ data: { number } }, attempt) => {
      try {
        await this.commands.execute(new RunLogVerification(number, (done) => attempt?.report(done)));
      } catch (error) {
        // An unreadable key stays unreadable.
        if (!(attempt?.isLast || error instanceof CheckpointRefused)) throw error;
        await this.commands.execute(new FailLogVerification(number, redact((error as Error).message)));
      }
    },
  };
}

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LogAudit } from '#platform/audit';
import { EventStore } from '#platform/event-store';
import { type LogFinding, logVerification, logVerificationId } from './log-verification.ts';

/** How many findings are recorded. The command line lists all of them. */
const recordedFindings = 50;

/** Starts a verification of the log, which a worker runs. Returns its number. Refuses `log-verification-running`. */
export class StartLogVerification extends Command<number> {}

@CommandHandler(StartLogVerification)
export class StartLogVerificationHandler implements ICommandHandler<StartLogVerification> {
  constructor(private readonly store: EventStore) {}

  async execute(): Promise<number> {
    return (await this.store.handle(logVerification, logVerificationId, 'start', {})).state.count;
  }
}

/**
 * Runs the verification with this number, unless it has ended. `onProgress` is called with the share that is done, from
 * 0 to 1.
 */
export class RunLogVerification extends Command<void> {
  constructor(
    readonly number: number,
    readonly onProgress: (done: number) => void,
  ) {
    super();
  }
}

@CommandHandler(RunLogVerification)
export class RunLogVerificationHandler implements ICommandHandler<RunLogVerification> {
  constructor(
    private readonly store: EventStore,
    private readonly audit: LogAudit,
  ) {}

  async execute({ number, onProgress }: RunLogVerification): Promise<void> {
    const { running } = (await this.store.load(logVerification, logVerificationId)).state;
    if (running !== number) return;
    let findings = 0;
    const firstFindings: LogFinding[] = [];
    const report = await this.audit.verify(
      ({ position, stream, kind, message }) => {
        findings += 1;
        if (firstFindings.length < recordedFindings)
          firstFindings.push({ position: Number(position), stream: stream ?? null, kind, message });
      },
      { onProgress },
    );
    const { events, through, checkpoints } = report;
    const result = { events, through: Number(through), checkpoints, findings, firstFindings };
    await this.store.handle(logVerification, logVerificationId, 'finish', { number, result });
  }
}

/** Records that the verification with this number could not be completed, unless it has ended. */
export class FailLogVerification extends Command<void> {
  constructor(
    readonly number: number,
    readonly failure: string,
  ) {
    super();
  }
}

@CommandHandler(FailLogVerification)
export class FailLogVerificationHandler implements ICommandHandler<FailLogVerification> {
  constructor(private readonly store: EventStore) {}

  async execute({ number, failure }: FailLogVerification): Promise<void> {
    await this.store.handle(logVerification, logVerificationId, 'fail', { number, failure });
  }
}

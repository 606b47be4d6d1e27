import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** Logs to standard error, because standard output is reserved for the results of commands. */
export class StandardErrorLogger extends ConsoleLogger {
  protected override printMessages(messages: unknown[], context?: string, level?: LogLevel): void {
    super.printMessages(messages, context, level, 'stderr');
  }
}

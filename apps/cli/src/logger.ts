import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** Standard output is for answers. */
export class StandardErrorLogger extends ConsoleLogger {
  protected override printMessages(messages: unknown[], context?: string, level?: LogLevel): void {
    super.printMessages(messages, context, level, 'stderr');
  }
}

import { Logger } from '@nestjs/common';

/**
 * Logs warnings that anyone on the internet can cause: at most `linesPerMinute` lines per minute, and then the number
 * of omitted lines.
 */
export class CappedLog {
  readonly #log: Logger;
  #minute = 0;
  #lines = 0;

  constructor(
    context: string,
    private readonly linesPerMinute: number,
  ) {
    this.#log = new Logger(context);
  }

  warn(line: string): void {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) this.#begin(minute);
    this.#lines += 1;
    if (this.#lines <= this.linesPerMinute) this.#log.warn(line);
  }

  #begin(minute: number): void {
    const omittedLines = this.#lines - this.linesPerMinute;
    if (omittedLines > 0) this.#log.warn(`${omittedLines} more lines like these were left out`);
    this.#minute = minute;
    this.#lines = 0;
  }
}

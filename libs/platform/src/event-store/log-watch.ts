import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#platform/postgres';
import { EventStore } from './event-store.ts';
import { logProblem } from './log-identity.ts';

/** How often the log is compared with the database, in milliseconds. */
const checkInterval = 5_000;

/**
 * Compares the log with the database while the process runs, because a server can be restored under a running product.
 * As long as they do not fit together, nothing is written to the log.
 */
@Injectable()
export class LogWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(LogWatch.name);
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.check(), checkInterval).unref();
    this.store.onReconnect = () => this.check();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  /** Compares now. If the log or the database cannot be reached, the last result stays. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch(() => undefined)
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const problem = await logProblem(this.database, this.store);
    if (problem === this.store.problem) return;
    this.store.problem = problem;
    if (problem) this.#log.error(`Nothing is written to the log: ${problem}`);
    else this.#log.warn('The log fits the database again: it is written to as before.');
  }
}

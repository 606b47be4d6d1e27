import type { Print } from './steps.ts';

/** How long each stop may take, in milliseconds. Requests and jobs have 10 seconds each; the rest is a margin. */
const timeout = 25_000;

/** Stops everything that was started, in reverse order: on a signal, or when the start fails. */
export class Shutdown {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #starting: Promise<void> = Promise.resolve();
  #requested = false;

  constructor(private readonly print: Print) {
    const request = () => this.request();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
    // The parent process has ended.
    process.on('disconnect', request);
    process.channel?.unref();
  }

  /** Stops everything and ends the process, as a signal does. */
  request(): void {
    void this.#shutDown();
  }

  /** Registers how to stop what was just started. Throws if a signal has arrived, so that nothing else is started. */
  register(stop: () => Promise<unknown>): void {
    this.#stops.unshift(stop);
    if (this.#requested) throw new Error('Stopped while starting');
  }

  /** Runs the start; if it fails, stops what it had started and throws. */
  async guard(start: () => Promise<void>): Promise<void> {
    this.#starting = start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#requested) return;
      await this.#stopAll();
      throw error;
    }
  }

  async #shutDown(): Promise<void> {
    if (this.#requested) return;
    this.#requested = true;
    this.print('\nStopping …');
    await Promise.race([this.#starting.catch(() => undefined), afterTimeout()]);
    await this.#stopAll();
    process.exit(0);
  }

  async #stopAll(): Promise<void> {
    for (const stop of this.#stops.splice(0)) await Promise.race([stop(), afterTimeout()]).catch(printError);
  }
}

const afterTimeout = () => new Promise((resolve) => setTimeout(resolve, timeout).unref());
const printError = (error: unknown) => console.error(error instanceof Error ? error.message : error);

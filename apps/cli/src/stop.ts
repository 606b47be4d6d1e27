import type { Say } from './steps.ts';

const milliseconds = 15_000;

/** What was started is stopped in the opposite order: on a signal, or when the start fails. */
export class Stop {
  readonly #undo: (() => Promise<unknown>)[] = [];
  #starting: Promise<void> = Promise.resolve();
  #asked = false;

  constructor(private readonly say: Say) {
    const asked = () => void this.#ask();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked);
    // The one who started us is gone.
    process.on('disconnect', asked);
    process.channel?.unref();
  }

  /** How to undo what was just started. Throws where a signal came meanwhile, so that nothing more is started. */
  after(undo: () => Promise<unknown>): void {
    this.#undo.unshift(undo);
    if (this.#asked) throw new Error('Stopped while starting');
  }

  async unlessFailed(start: () => Promise<void>): Promise<void> {
    this.#starting = start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#asked) return;
      await this.#all();
      throw error;
    }
  }

  async #ask(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    this.say('\nStopping …');
    await Promise.race([this.#starting.catch(() => undefined), patience()]);
    await this.#all();
    process.exit(0);
  }

  async #all(): Promise<void> {
    for (const undo of this.#undo.splice(0)) await Promise.race([undo(), patience()]).catch(complain);
  }
}

const patience = () => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
const complain = (error: unknown) => console.error(error instanceof Error ? error.message : error);

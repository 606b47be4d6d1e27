import type { Session } from '#platform/postgres';
import type { Keeper } from './fold-pass.ts';
import { emptyJournal, noteNews } from './journal.ts';
import { written } from './rebuilds.ts';
import type { Shadow } from './shadow.ts';

/** Keeps what a rebuild has made where another process finds it: in its table, and between that in its journal. */
export class Keeping implements Keeper {
  #noting: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: Session) {}

  async spill(shadows: readonly Shadow[]): Promise<void> {
    await this.end();
    for (const shadow of shadows)
      await this.session.transaction(async () => {
        await shadow.spill(this.session);
        await written(this.session, shadow);
        await emptyJournal(this.session, shadow.model);
      });
  }

  /** Postgres writes it while the fold goes on. */
  async note(shadows: readonly Shadow[]): Promise<void> {
    await this.end();
    this.#noting = Promise.all(
      shadows.map((shadow) => noteNews(this.session, shadow.model, { position: shadow.position, news: shadow.news() })),
    );
    this.#noting.catch(() => undefined);
  }

  /** Returns once everything that was noted is there. */
  async end(): Promise<void> {
    await this.#noting;
  }
}

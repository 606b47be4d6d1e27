import type { Session } from '#platform/postgres';
import type { Keeper } from './fold-pass.ts';
import { appendEntry, emptyJournal } from './journal.ts';
import { recordWritten } from './rebuilds.ts';
import type { Shadow } from './shadow.ts';

/** Stores a rebuild's progress, in its shadow table and between two such writes in its journal, so that another process can resume it. */
export class RebuildRecorder implements Keeper {
  #noting: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: Session) {}

  async spill(shadows: readonly Shadow[]): Promise<void> {
    await this.end();
    for (const shadow of shadows)
      await this.session.transaction(async () => {
        await shadow.spill(this.session);
        await recordWritten(this.session, shadow);
        await emptyJournal(this.session, shadow.model);
      });
  }

  /** Postgres writes the journal entries while the fold continues. */
  async note(shadows: readonly Shadow[]): Promise<void> {
    await this.end();
    this.#noting = Promise.all(
      shadows.map((shadow) =>
        appendEntry(this.session, shadow.model, { position: shadow.position, news: shadow.takeRowChanges() }),
      ),
    );
    this.#noting.catch(() => undefined);
  }

  /** Returns once all journal entries are written. */
  async end(): Promise<void> {
    await this.#noting;
  }
}

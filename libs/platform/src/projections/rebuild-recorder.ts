import type { Session } from '#platform/postgres';
import type { ProgressRecorder } from './fold-pass.ts';
import { appendEntry, emptyJournal } from './journal.ts';
import { recordWritten } from './rebuilds.ts';
import type { Shadow } from './shadow.ts';

/**
 * Stores a rebuild's progress, so that another process can resume it. The rows are in the shadow table, and the changes
 * since it was last written are in the journal.
 */
export class RebuildRecorder implements ProgressRecorder {
  #pendingEntries: Promise<unknown> = Promise.resolve();

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
  async record(shadows: readonly Shadow[]): Promise<void> {
    await this.end();
    this.#pendingEntries = Promise.all(
      shadows.map((shadow) =>
        appendEntry(this.session, shadow.model, { position: shadow.position, changes: shadow.takeRowChanges() }),
      ),
    );
    this.#pendingEntries.catch(() => undefined);
  }

  /** Returns once all journal entries are written. */
  async end(): Promise<void> {
    await this.#pendingEntries;
  }
}

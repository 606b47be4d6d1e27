import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';

/** The effects ledger: effects outside of the database, such as mails and charges, that must not happen twice. */
@Injectable()
export class Effects {
  constructor(private readonly database: Database) {}

  /**
   * Runs the work unless an effect of this kind was already completed or started for this cause (the id of an event or
   * a request). Work that throws may be tried again. Work whose process died midway may have taken effect, so it is not
   * repeated; so what the effect needs, such as a token in the database, is made ready before. Returns whether the
   * effect has taken place, now or before; `unknown` if it was started and not completed.
   */
  async once(cause: string, kind: string, work: () => Promise<unknown>): Promise<'completed' | 'unknown'> {
    const entry = [cause, kind];
    const insertedRows = await this.database.query(
      'insert into effects.ledger (cause, kind) values ($1, $2) on conflict do nothing returning kind',
      entry,
    );
    if (insertedRows.length === 0) return (await this.resultOf(cause, kind)) ?? 'unknown';
    try {
      await work();
    } catch (error) {
      await this.database.query('delete from effects.ledger where cause = $1 and kind = $2', entry);
      throw error;
    }
    await this.database.query('update effects.ledger set completed_at = now() where cause = $1 and kind = $2', entry);
    return 'completed';
  }

  /** As {@link once} returns it, for an effect that was completed or started before; undefined if it was not. */
  async resultOf(cause: string, kind: string): Promise<'completed' | 'unknown' | undefined> {
    const [row] = await this.database.query<{ completed: boolean }>(
      'select completed_at is not null as completed from effects.ledger where cause = $1 and kind = $2',
      [cause, kind],
    );
    return row && (row.completed ? 'completed' : 'unknown');
  }
}

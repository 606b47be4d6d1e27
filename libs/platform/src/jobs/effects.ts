import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';

/** The effects ledger: effects outside of the database, such as mails and charges, that must not happen twice. */
@Injectable()
export class Effects {
  constructor(private readonly database: Database) {}

  /**
   * Runs the work unless an effect of this kind was already completed or started for this cause (the id of an event or a
   * request). Work that throws may be tried again. Work whose process died midway may have taken effect, so it is not repeated.
   */
  async once(cause: string, kind: string, work: () => Promise<unknown>): Promise<void> {
    const entry = [cause, kind];
    const insertedRows = await this.database.query(
      'insert into effects.ledger (cause, kind) values ($1, $2) on conflict do nothing returning kind',
      entry,
    );
    if (insertedRows.length === 0) return;
    try {
      await work();
    } catch (error) {
      await this.database.query('delete from effects.ledger where cause = $1 and kind = $2', entry);
      throw error;
    }
    await this.database.query('update effects.ledger set completed_at = now() where cause = $1 and kind = $2', entry);
  }
}

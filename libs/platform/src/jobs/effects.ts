import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';

/** What may be done in the world only once because of one event: mails, charges. */
@Injectable()
export class Effects {
  constructor(private readonly database: Database) {}

  /**
   * Does the work unless it was done, or begun, for this cause (an event's or request's id) and kind before. Work that throws
   * may be tried again; work whose process died in the middle may have happened, and is not.
   */
  async once(cause: string, kind: string, work: () => Promise<unknown>): Promise<void> {
    const line = [cause, kind];
    const begun = await this.database.query(
      'insert into effects.ledger (cause, kind) values ($1, $2) on conflict do nothing returning kind',
      line,
    );
    if (begun.length === 0) return;
    try {
      await work();
    } catch (error) {
      await this.database.query('delete from effects.ledger where cause = $1 and kind = $2', line);
      throw error;
    }
    await this.database.query('update effects.ledger set done_at = now() where cause = $1 and kind = $2', line);
  }
}

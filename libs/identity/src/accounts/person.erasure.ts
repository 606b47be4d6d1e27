import { Injectable } from '@nestjs/common';
import { Mail } from '#platform/mail';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';

/** In how many streams the person stood, and which read tables were folded again. */
export type Erased = { readonly streams: number; readonly tables: readonly string[] };

/** Makes the product forget a person whose erasure stands in the log. It may be done again, and then finds nothing. */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly database: Database,
    private readonly mail: Mail,
    private readonly keys: PersonalDataKeys,
    private readonly projector: Projector,
  ) {}

  /** Rows first, for nobody is to sign in any more; then the key, which no process can read with from then on; then what was read. */
  async forget(personId: string): Promise<Erased> {
    await this.forgetAccount(personId);
    await this.mail.forget(personId);
    const streams = await this.keys.erase(personId);
    return { streams: streams.length, tables: await this.projector.refold(streams) };
  }

  /** With it go sessions, factors, tokens and whatever else is an account's. */
  async forgetAccount(personId: string): Promise<void> {
    await this.database.query('delete from identity.credentials where user_id = $1', [personId]);
  }
}

import { Injectable } from '@nestjs/common';
import { Mail } from '#platform/mail';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { Storage } from '#platform/storage';
import { Uploads } from '#platform/uploads';

/** How many streams held the person's data, and which read tables were refolded. */
export type ErasureReport = { readonly streams: number; readonly tables: readonly string[] };

/** Removes the data of a person whose erasure is recorded in the event log. Idempotent. */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly database: Database,
    private readonly mail: Mail,
    private readonly uploads: Uploads,
    private readonly storage: Storage,
    private readonly keys: PersonalDataKeys,
    private readonly projector: Projector,
  ) {}

  /**
   * Order matters: the account first, to end sign-ins; then files; then the personal data key, so that no process can
   * open the data; then the read tables. Throws a {@link ProjectionBusy} if one of them is being rebuilt for longer than
   * `rebuildTimeout` milliseconds.
   */
  async erase(personId: string, rebuildTimeout?: number): Promise<ErasureReport> {
    await this.deleteAccount(personId);
    await this.mail.deleteMailsOf(personId);
    await this.#deleteFilesOf(personId);
    const streams = await this.keys.erase(personId);
    return { streams: streams.length, tables: await this.projector.refold(streams, { rebuildTimeout }) };
  }

  /** Files that belong to one person are in folders named after their id. */
  async #deleteFilesOf(personId: string): Promise<void> {
    await this.uploads.removeAllOf(personId);
    for (const visibility of ['private', 'public']) await this.storage.removeFolder(`${visibility}/${personId}`);
  }

  /** Throws if the account or the personal data key still exists. */
  async requireErased(personId: string): Promise<void> {
    const accounts = await this.database.query('select 1 from identity.credentials where user_id = $1', [personId]);
    const key = (await this.keys.toRead([personId])).get(personId);
    if (accounts.length > 0 || key)
      throw new Error(`The ${key ? 'personal data key' : 'account'} of ${personId} was not erased`);
  }

  /** Foreign keys delete the account's sessions, factors, tokens and other rows with it. */
  async deleteAccount(personId: string): Promise<void> {
    await this.database.query('delete from identity.credentials where user_id = $1', [personId]);
  }
}

import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import type { Person } from './openid.claims.ts';

export type NewIdentity = {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly person: Person;
};

/** The rows of identity.identities: the linked identities of all accounts. */
@Injectable()
export class Identities {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The id of the user that this identity is linked to. */
  async ownerOf(provider: string, { subject }: Person): Promise<string | undefined> {
    const [row] = await this.database.query<{ userId: string }>(
      'select user_id as "userId" from identity.identities where provider = $1 and subject = $2',
      [provider, subject],
    );
    return row?.userId;
  }

  /** Records a sign-in and stores the provider's current data about the person. */
  async recordSignIn(provider: string, { subject, email, data }: Person): Promise<void> {
    await this.database.query(
      `update identity.identities set last_sign_in_at = $3, updated_at = $3, email = $4, data = $5
       where provider = $1 and subject = $2`,
      [provider, subject, this.clock.now(), email, JSON.stringify(data)],
    );
  }

  /** Returns false if the identity is already linked. */
  async add({ id, userId, provider, person: { subject, email, data } }: NewIdentity): Promise<boolean> {
    const addedRows = await this.database.query(
      `insert into identity.identities (id, user_id, provider, subject, email, data, created_at, updated_at, last_sign_in_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $7) on conflict do nothing returning id`,
      [id, userId, provider, subject, email, JSON.stringify(data), this.clock.now()],
    );
    return addedRows.length > 0;
  }

  async remove(within: Queryable, id: string): Promise<void> {
    await within.query('delete from identity.identities where id = $1', [id]);
  }

  /** Removes the email identity together with the password. */
  async removeEmail(within: Queryable, userId: string): Promise<void> {
    await within.query(
      'update identity.credentials set email_identity = false, password_hash = null, updated_at = $2 where user_id = $1',
      [userId, this.clock.now()],
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import { Database, type Queryable } from '#platform/postgres';

/** When a mail of a kind was asked for last; GoTrue's User tells it. */
const sentAt = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const;

export const emailExists = () =>
  new Refusal('email-taken', 'A user with this email address has already been registered');

/** What identity.credentials knows about addresses and their proofs. */
@Injectable()
export class Addresses {
  constructor(private readonly database: Database) {}

  async asked(userId: string, kind: keyof typeof sentAt, at: Date): Promise<void> {
    await this.database.query(`update identity.credentials set ${sentAt[kind]} = $2 where user_id = $1`, [userId, at]);
  }

  /** Whoever agreed to another address, or is still to, has not agreed to this one. */
  async askedToChange(userId: string, newEmail: string, at: Date): Promise<void> {
    await this.database.query(
      `with others as (
         delete from identity.one_time_tokens t using identity.credentials c
         where t.user_id = $1 and t.kind in ('email-change-current', 'email-change-new')
           and c.user_id = $1 and c.new_email is distinct from $2)
       update identity.credentials set new_email = $2, email_change_sent_at = $3 where user_id = $1`,
      [userId, newEmail, at],
    );
  }

  async verified(userId: string, at: Date): Promise<void> {
    await this.database.query(
      'update identity.credentials set email_verified_at = $2 where user_id = $1 and email_verified_at is null',
      [userId, at],
    );
  }

  /** One after the other for each account, until the transaction ends. */
  async lock(within: Queryable, userId: string): Promise<void> {
    await within.query('select 1 from identity.credentials where user_id = $1 for update', [userId]);
  }

  /** Throws the refusal `email-taken` if somebody else has the address by now. */
  async changed(within: Queryable, userId: string, email: string, at: Date): Promise<void> {
    const sql = `update identity.credentials set email = $2, email_verified_at = $3, updated_at = $3, new_email = null
       where user_id = $1`;
    try {
      await within.query(sql, [userId, email, at]);
    } catch (error) {
      throw (error as { code?: string }).code === '23505' ? emailExists() : error;
    }
  }

  /** Neither a password nor another address that was wanted: the address itself is all that opens the account. */
  async withdraw(within: Queryable, userId: string, at: Date): Promise<void> {
    await within.query(
      `update identity.credentials set password_hash = null, email_identity = true, new_email = null, updated_at = $2
       where user_id = $1`,
      [userId, at],
    );
  }
}

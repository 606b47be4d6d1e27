import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import { Database, type Queryable } from '#platform/postgres';

/** The columns that hold when a mail of each kind was last requested; part of GoTrue's User object. */
const sentAt = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const;

const emailTaken = () => new Refusal('email-taken', 'A user with this email address has already been registered');

/** The email addresses in identity.credentials and their verification. */
@Injectable()
export class Addresses {
  constructor(private readonly database: Database) {}

  async recordMailRequest(userId: string, kind: keyof typeof sentAt, at: Date): Promise<void> {
    await this.database.query(`update identity.credentials set ${sentAt[kind]} = $2 where user_id = $1`, [userId, at]);
  }

  /**
   * Records a requested address. Deletes the tokens for a previously requested one, because they do not confirm this
   * one.
   */
  async recordChangeRequest(userId: string, newEmail: string, at: Date): Promise<void> {
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

  /** Locks the account's row until the transaction ends, so that changes of one account run one after the other. */
  async lock(within: Queryable, userId: string): Promise<void> {
    await within.query('select 1 from identity.credentials where user_id = $1 for update', [userId]);
  }

  /** Refuses `email-taken` if an account has the address. */
  async requireFree(email: string): Promise<void> {
    const rows = await this.database.query('select 1 from identity.credentials where email = $1', [email]);
    if (rows.length > 0) throw emailTaken();
  }

  /** Refuses `email-taken` if another account has the address. */
  async changed(within: Queryable, userId: string, email: string, at: Date): Promise<void> {
    const sql = `update identity.credentials set email = $2, email_verified_at = $3, updated_at = $3, new_email = null
       where user_id = $1`;
    try {
      await within.query(sql, [userId, email, at]);
    } catch (error) {
      throw (error as { code?: string }).code === '23505' ? emailTaken() : error;
    }
  }

  /** Removes the password and a requested address, so that signing in requires access to the current email address. */
  async withdraw(within: Queryable, userId: string, at: Date): Promise<void> {
    await within.query(
      `update identity.credentials set password_hash = null, email_identity = true, new_email = null, updated_at = $2
       where user_id = $1`,
      [userId, at],
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '#platform';

/** When a mail of a kind was asked for last; GoTrue's User tells it. */
const sentAt = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const;

/** What identity.credentials knows about addresses and their proofs. */
@Injectable()
export class Addresses {
  constructor(private readonly database: Database) {}

  async asked(userId: string, kind: keyof typeof sentAt, at: Date): Promise<void> {
    await this.database.query(`update identity.credentials set ${sentAt[kind]} = $2 where user_id = $1`, [userId, at]);
  }

  async askedToChange(userId: string, newEmail: string, at: Date): Promise<void> {
    await this.database.query(
      'update identity.credentials set new_email = $2, email_change_sent_at = $3 where user_id = $1',
      [userId, newEmail, at],
    );
  }

  async verified(userId: string, at: Date): Promise<void> {
    await this.database.query(
      'update identity.credentials set email_verified_at = $2 where user_id = $1 and email_verified_at is null',
      [userId, at],
    );
  }

  /** False if somebody else has the address by now. */
  async changed(within: Queryable, userId: string, email: string, at: Date): Promise<boolean> {
    const taken = await within.query('select 1 from identity.credentials where email = $2 and user_id <> $1', [
      userId,
      email,
    ]);
    if (taken.length > 0) return false;
    await within.query(
      `update identity.credentials set email = $2, email_verified_at = $3, updated_at = $3, new_email = null
       where user_id = $1`,
      [userId, email, at],
    );
    return true;
  }

  async withdrawPassword(within: Queryable, userId: string, at: Date): Promise<void> {
    await within.query('update identity.credentials set password_hash = null, updated_at = $2 where user_id = $1', [
      userId,
      at,
    ]);
  }
}

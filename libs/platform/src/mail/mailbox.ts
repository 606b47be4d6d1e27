import { Injectable } from '@nestjs/common';
import type { Database } from '#platform/postgres';
import { Mail, type OutgoingMail } from './mail.ts';

/** A mail in the mailbox. */
export type StoredMail = OutgoingMail & { readonly number: string; readonly sentAt: Date };

const limit = 200;
const columns = 'number, id, kind, person, recipient as "to", subject, body as text, html, sent_at as "sentAt"';

/**
 * Stores mails instead of sending them, when no mail server is configured; /mailbox shows them. Keeps the newest 200.
 */
@Injectable()
export class Mailbox extends Mail {
  constructor(private readonly database: Database) {
    super();
  }

  override async send({ id, kind, person, to, subject, text, html }: OutgoingMail): Promise<void> {
    await this.database.query(
      `insert into mail.messages (id, kind, person, recipient, subject, body, html) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do nothing`,
      [id, kind, person, to, subject, text, html],
    );
    await this.database.query(
      'delete from mail.messages where number <= (select number from mail.messages order by number desc offset $1 limit 1)',
      [limit],
    );
  }

  override async deleteMailsOf(person: string): Promise<void> {
    await this.database.query('delete from mail.messages where person = $1', [person]);
  }

  /** All mails, or those to one address; the newest first. */
  mails(to?: string): Promise<readonly StoredMail[]> {
    return this.database.query<StoredMail>(
      `select ${columns} from mail.messages where $1::text is null or recipient = lower($1) order by number desc`,
      [to ?? null],
    );
  }

  async mail(number: string): Promise<StoredMail | undefined> {
    const sql = `select ${columns} from mail.messages where number::text = $1`;
    return (await this.database.query<StoredMail>(sql, [number]))[0];
  }
}

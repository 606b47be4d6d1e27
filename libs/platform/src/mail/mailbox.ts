import { Injectable } from '@nestjs/common';
import type { Database } from '#platform/postgres';
import { type Letter, Mail } from './mail.ts';

/** A letter as it lies in the mailbox. */
export type KeptLetter = Letter & { readonly number: string; readonly sentAt: Date };

const newest = 200;
const columns = 'number, id, kind, person, recipient as "to", subject, body as text, html, sent_at as "sentAt"';

/** Keeps mail instead of sending it, where no mail server is set; /mailbox shows it. Holds the newest two hundred. */
@Injectable()
export class Mailbox extends Mail {
  constructor(private readonly database: Database) {
    super();
  }

  override async send({ id, kind, person, to, subject, text, html }: Letter): Promise<void> {
    await this.database.query(
      `insert into mail.letters (id, kind, person, recipient, subject, body, html) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do nothing`,
      [id, kind, person, to, subject, text, html],
    );
    await this.database.query(
      'delete from mail.letters where number <= (select number from mail.letters order by number desc offset $1 limit 1)',
      [newest],
    );
  }

  override async forget(person: string): Promise<void> {
    await this.database.query('delete from mail.letters where person = $1', [person]);
  }

  /** Newest first; all, or those to one address. */
  letters(to?: string): Promise<readonly KeptLetter[]> {
    return this.database.query<KeptLetter>(
      `select ${columns} from mail.letters where $1::text is null or recipient = lower($1) order by number desc`,
      [to ?? null],
    );
  }

  async letter(number: string): Promise<KeptLetter | undefined> {
    const sql = `select ${columns} from mail.letters where number::text = $1`;
    return (await this.database.query<KeptLetter>(sql, [number]))[0];
  }
}

import { Injectable } from '@nestjs/common';

/**
 * One mail to one address. A mail that is sent again keeps its `id`; `kind` says what it is about, like
 * `identity.recovery`; `person` is the uuid of the person whose data it contains. A POST to `unsubscribeUrl` ends mails
 * of this kind (RFC 8058); it is left out for mails that a person cannot refuse.
 */
export type OutgoingMail = {
  readonly id: string;
  readonly kind: string;
  readonly person: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
};

/** The mail server permanently rejected this mail. */
export class MailRefused extends Error {}

/** Sends mail. Call it from reactions, not from requests: the mail server may be slow or down. */
@Injectable()
export abstract class Mail {
  /**
   * Returns once the mail server or the mailbox has taken the mail. Throws {@link MailRefused} when a retry would be
   * useless.
   */
  abstract send(mail: OutgoingMail): Promise<void>;
  /** Deletes all stored mails with this person's data. */
  abstract deleteMailsOf(person: string): Promise<void>;
}

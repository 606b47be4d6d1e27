import { Injectable, Logger } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import type { Recorded } from '#kernel';
import { Site } from '#platform/http';
import { Effects } from '#platform/jobs';
import { Mail, MailRefused, renderMail } from '#platform/mail';
import type { Reaction } from '#platform/reactions';
import type { NotificationEvents } from './notification.ts';

const why = 'You receive this email because it is about an event of yours on Festoon.';

@Injectable()
export class NotificationsReactions {
  readonly #log = new Logger(NotificationsReactions.name);

  constructor(
    private readonly identity: IdentityQueries,
    private readonly effects: Effects,
    private readonly mail: Mail,
    private readonly site: Site,
  ) {}

  readonly mailNotification: Reaction<NotificationEvents> = {
    name: 'notifications.send-mail',
    to: 'NotificationSent',
    queue: 'mails',
    react: (event) => this.effects.once(event.id, 'notifications.mail', () => this.#send(event)),
  };

  /** Addresses that were not verified get no mail: they may belong to a stranger. */
  async #send({ id, data }: Recorded<NotificationEvents>): Promise<void> {
    const { personId: person, kind, title, text, link } = data;
    const contact = (await this.identity.contacts([person])).get(person);
    // The texts read as null after the person's erasure.
    if (!contact || title === null || !(await this.identity.emailVerified(person))) return;
    const written = renderMail({
      subject: title,
      greeting: contact.name,
      paragraphs: [text],
      button: { label: link.label, url: `${this.site.url}${link.path}` },
      small: [why],
    });
    try {
      await this.mail.send({ id: `${id}/mail`, kind, person, to: contact.email, ...written });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      this.#log.warn(`The mail server rejected the ${kind} email for event ${id}`);
    }
  }
}

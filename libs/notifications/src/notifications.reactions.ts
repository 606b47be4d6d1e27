import { Injectable, Logger } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import type { Recorded } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Site } from '#platform/http';
import { Effects } from '#platform/jobs';
import { Mail, MailRefused, type OutgoingMail, renderMail } from '#platform/mail';
import type { Reaction } from '#platform/reactions';
import { channelsOf, inbox } from './inbox.ts';
import { type EmailResult, type NotificationEvents, notification } from './notification.ts';
import { groupOf, type NotificationGroup } from './notification-group.ts';
import { UnsubscribeLinks } from './unsubscribe.links.ts';

type Sent = Recorded<Pick<NotificationEvents, 'NotificationSent'>>;

/** Why a person receives the emails of a group. Most are about an event of theirs. */
const reasons: Partial<Record<NotificationGroup, string>> = {
  matches: 'You receive this email because new leads on Festoon fit your profile.',
  staff: 'You receive this email because you are on the staff of Festoon.',
};
const reasonFor = (group: NotificationGroup): string =>
  reasons[group] ?? 'You receive this email because it is about an event of yours on Festoon.';

@Injectable()
export class NotificationsReactions {
  readonly #log = new Logger(NotificationsReactions.name);

  constructor(
    private readonly store: EventStore,
    private readonly identity: IdentityQueries,
    private readonly effects: Effects,
    private readonly mail: Mail,
    private readonly site: Site,
    private readonly links: UnsubscribeLinks,
  ) {}

  readonly mailNotification: Reaction<NotificationEvents> = {
    name: 'notifications.send-mail',
    to: 'NotificationSent',
    queue: 'mails',
    react: async (event) => {
      const email = await this.#emailFor(event);
      if (!email) return;
      const result = await this.#send(email, event);
      // Recorded after the ledger's line, so that a failure here does not send the email again.
      const stream = event.stream as `notification-${string}`;
      if (result === 'unknown') await this.store.handle(notification, stream, 'recordInterruption', {});
      else await this.store.handle(notification, stream, 'recordEmail', { result });
    },
  };

  /**
   * Undefined if no email is to be sent. Addresses that were not verified get none: they may belong to a stranger. An
   * email may have waited, so what its person has chosen since counts too, and a suspended professional is not sent new
   * leads. An email that is sent always cannot be refused, so it has no link to unsubscribe.
   */
  async #emailFor({ id, data }: Sent): Promise<OutgoingMail | undefined> {
    const { personId: person, kind, title, text, link, channels, always } = data;
    if (!channels.includes('email')) return undefined;
    const contact = (await this.identity.contacts([person])).get(person);
    // The texts read as null after the person's erasure.
    if (!contact || title === null || !(await this.identity.emailVerified(person))) return undefined;
    const group = groupOf(kind);
    const { state: chosen } = await this.store.load(inbox, `inbox-${person}`);
    if (!always && !channelsOf(chosen, group).includes('email')) return undefined;
    if (group === 'matches' && !(await this.identity.hasAccess(person))) return undefined;
    const unsubscribeUrl = always ? undefined : this.links.for(person, group);
    const written = renderMail({
      subject: title,
      greeting: contact.name,
      paragraphs: [text],
      button: { label: link.label, url: `${this.site.url}${link.path}` },
      small: [reasonFor(group)],
      ...(unsubscribeUrl && { smallLink: { label: `Stop emails about ${group}`, url: unsubscribeUrl } }),
    });
    return { id: `${id}/mail`, kind, person, to: contact.email, ...(unsubscribeUrl && { unsubscribeUrl }), ...written };
  }

  /**
   * Hands an email over once. If a worker was killed while it did so, it is unknown whether the mail server has taken
   * the email.
   */
  async #send(email: OutgoingMail, { id }: Sent): Promise<EmailResult> {
    try {
      const result = await this.effects.once(id, 'notifications.mail', () => this.mail.send(email));
      return result === 'completed' ? 'sent' : 'unknown';
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      this.#log.warn(`The mail server rejected the ${email.kind} email for event ${id}`);
      return 'rejected';
    }
  }
}

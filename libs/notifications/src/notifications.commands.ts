import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { NotificationPreferences } from './contract.ts';
import { channelsOf, inbox } from './inbox.ts';
import { type Notification, notification } from './notification.ts';
import { groupOf, type NotificationGroup, notificationChannels } from './notification-group.ts';
import { UnsubscribeLinks } from './unsubscribe.links.ts';

/**
 * Notifies a person of something that happened. For reactions: repeated under the reaction's idempotency key, it
 * notifies once. The channels are those that the person has chosen for this group of notifications. A closed account
 * gets none. `always`: through every channel, for what may mean that another person uses the account.
 */
export class Notify extends Command<void> {
  constructor(
    readonly notification: Notification,
    readonly options: { readonly always?: boolean } = {},
  ) {
    super();
  }
}

@CommandHandler(Notify)
export class NotifyHandler implements ICommandHandler<Notify> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly identity: IdentityQueries,
  ) {}

  async execute({ notification: facts, options }: Notify): Promise<void> {
    if ((await this.identity.erasedAmong([facts.personId])).length > 0) return;
    const { state } = await this.store.load(inbox, `inbox-${facts.personId}`);
    const channels = options.always ? notificationChannels : channelsOf(state, groupOf(facts.kind));
    const always = options.always && ({ always: true } as const);
    // Named after the person, because a retry of the reaction may leave out people who were erased in the meantime.
    const id = this.context.idFor(`notification/${facts.personId}/${facts.kind}`) ?? randomUUID();
    await this.store.handle(notification, `notification-${id}`, 'send', { ...facts, channels, ...always });
  }
}

/** Marks the caller's notifications up to this position as read. */
export class ReadNotifications extends Command<void> {
  constructor(readonly upTo: number) {
    super();
  }
}

@CommandHandler(ReadNotifications)
export class ReadNotificationsHandler implements ICommandHandler<ReadNotifications> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ upTo }: ReadNotifications): Promise<void> {
    const personId = this.context.origin.by.id;
    // Notifications that do not exist yet cannot have been read.
    const facts = { personId, upTo: Math.min(upTo, Number(await this.store.head())) };
    await this.store.handle(inbox, `inbox-${personId}`, 'read', facts);
  }
}

/** Changes how the caller is notified of some groups. */
export class ChangeNotificationPreferences extends Command<void> {
  constructor(readonly items: NotificationPreferences['items']) {
    super();
  }
}

@CommandHandler(ChangeNotificationPreferences)
export class ChangeNotificationPreferencesHandler implements ICommandHandler<ChangeNotificationPreferences> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ items }: ChangeNotificationPreferences): Promise<void> {
    const personId = this.context.origin.by.id;
    const muted = items.flatMap(({ group, app, email }) => [
      ...(app ? [] : [{ group, channel: 'app' as const }]),
      ...(email ? [] : [{ group, channel: 'email' as const }]),
    ]);
    const facts = { personId, groups: items.map(({ group }) => group), muted };
    await this.store.handle(inbox, `inbox-${personId}`, 'change', facts);
  }
}

/**
 * Ends the emails of the group of an email, by the token of its link. Returns the group. Refuses
 * `unsubscribe-link-not-found`.
 */
export class Unsubscribe extends Command<NotificationGroup> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(Unsubscribe)
export class UnsubscribeHandler implements ICommandHandler<Unsubscribe> {
  constructor(
    private readonly store: EventStore,
    private readonly links: UnsubscribeLinks,
  ) {}

  async execute({ token }: Unsubscribe): Promise<NotificationGroup> {
    const { personId, group } = this.links.contentOf(token);
    await this.store.handle(inbox, `inbox-${personId}`, 'unsubscribe', { personId, group });
    return group;
  }
}

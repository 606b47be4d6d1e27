import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Context } from '#platform/context';
import { pageOf, placeIn } from '#platform/reads';
import type { NotificationFilter, NotificationPreferences, NotificationsPage } from './contract.ts';
import { channelsOf } from './inbox.ts';
import { notificationGroups } from './notification-group.ts';
import { type NotificationRow, notificationRows, preferenceRows, readMarkRows } from './notifications.rows.ts';

/** `path` is a path of this site, `createdAt` ISO 8601 UTC. */
export type SentNotification = {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly createdAt: string;
};

const newestFirst = { position: 'desc' } as const;
const place = z.tuple([z.int()]);

@Injectable()
export class NotificationsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly context: Context,
  ) {}

  /** The caller's notifications that use the channel `app`, newest first. */
  async mine({ limit, cursor }: NotificationFilter): Promise<NotificationsPage> {
    const personId = this.context.origin.by.id;
    const mine = { personId, inApp: true };
    const after = placeIn(place, cursor);
    const where = after ? { ...mine, position: { $lt: after[0] } } : mine;
    const [rows, mark] = await Promise.all([
      this.em.find(notificationRows, where, { orderBy: newestFirst, limit: limit + 1 }),
      this.em.findOne(readMarkRows, { id: personId }),
    ]);
    const readUpTo = mark?.readUpTo ?? 0;
    const { items, nextCursor } = pageOf(rows, limit, ({ position }) => [position]);
    const unread = await this.em.count(notificationRows, { ...mine, position: { $gt: readUpTo } });
    return {
      items: items.map((row) => ({ ...sentOf(row), position: row.position, isUnread: row.position > readUpTo })),
      nextCursor,
      unread,
    };
  }

  /** The caller's channels for each group. */
  preferences(): Promise<NotificationPreferences> {
    return this.preferencesOf(this.context.origin.by.id);
  }

  async preferencesOf(personId: string): Promise<NotificationPreferences> {
    const muted = (await this.em.findOne(preferenceRows, { id: personId }))?.muted ?? [];
    const items = notificationGroups.map((group) => {
      const channels = channelsOf({ muted }, group);
      return { group, app: channels.includes('app'), email: channels.includes('email') };
    });
    return { items };
  }

  /** Everything a person was notified of, newest first. */
  async sentTo(personId: string): Promise<readonly SentNotification[]> {
    return (await this.em.find(notificationRows, { personId }, { orderBy: newestFirst })).map(sentOf);
  }
}

const sentOf = ({ id, kind, title, text, path, createdAt }: NotificationRow): SentNotification => ({
  id,
  kind,
  title: title ?? '',
  text: text ?? '',
  path,
  createdAt,
});

import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { notificationRows } from './notifications.rows.ts';

/** `path` is a path of this site, `createdAt` ISO 8601 UTC. */
export type SentNotification = {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly createdAt: string;
};

@Injectable()
export class NotificationsQueries {
  constructor(private readonly em: EntityManager) {}

  /** Everything a person was notified of, newest first. */
  async sentTo(personId: string): Promise<readonly SentNotification[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const;
    const rows = await this.em.find(notificationRows, { personId }, { orderBy: newestFirst });
    return rows.map(({ id, kind, title, text, path, createdAt }) => ({
      id,
      kind,
      title: title ?? '',
      text: text ?? '',
      path,
      createdAt,
    }));
  }
}

import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dayAfter, noonOf } from '#kernel';
import type { Reaction } from '#platform/reactions';
import { EndFileRetention, RemindOfDelivery, RemindOfRemoval } from './galleries.commands.ts';
import {
  type DeliveryReminder,
  deliveryReminderDays,
  type GalleryEvents,
  type RemovalReminder,
  removalDateAfter,
  removalReminderDays,
} from './gallery.ts';

/** The scheduled work of a gallery. When the job runs, the gallery decides whether the work still applies. */
@Injectable()
export class GallerySchedule {
  constructor(private readonly commands: CommandBus) {}

  readonly remindSoon = this.#deliveryReminder('galleries.remind-delivery-soon', 'soon');
  readonly remindDue = this.#deliveryReminder('galleries.remind-delivery-due', 'due');
  readonly remindLate = this.#deliveryReminder('galleries.remind-delivery-late', 'late');
  readonly remindMovedSoon = this.#movedReminder('galleries.remind-moved-delivery-soon', 'soon');
  readonly remindMovedDue = this.#movedReminder('galleries.remind-moved-delivery-due', 'due');
  readonly remindMovedLate = this.#movedReminder('galleries.remind-moved-delivery-late', 'late');

  readonly remindMonthBefore = this.#removalReminder('galleries.remind-removal-month', 'month');
  readonly remindWeekBefore = this.#removalReminder('galleries.remind-removal-week', 'week');

  readonly removeFiles: Reaction<GalleryEvents> = {
    name: 'galleries.expire-files',
    to: 'GalleryDelivered',
    queue: 'default',
    runAt: ({ data: { deliveredAt } }) => noonOf(removalDateAfter(deliveredAt)),
    react: ({ stream, data: { version } }) => this.commands.execute(new EndFileRetention(stream, version)),
  };

  /** A gallery may be created after the day of a reminder, which is then left out. */
  #deliveryReminder(
    name: `galleries.${string}`,
    reminder: DeliveryReminder,
    to: 'GalleryCreated' | 'GalleryRescheduled' = 'GalleryCreated',
  ): Reaction<GalleryEvents> {
    return {
      name,
      to,
      queue: 'default',
      runAt: ({ at, data: { dueDate } }: { at: string; data: { dueDate: string } }) => {
        const instant = noonOf(dayAfter(dueDate, deliveryReminderDays[reminder]));
        return instant < at ? undefined : instant;
      },
      react: ({ stream }: { stream: string }) => this.commands.execute(new RemindOfDelivery(stream, reminder)),
    };
  }

  #movedReminder(name: `galleries.${string}`, reminder: DeliveryReminder): Reaction<GalleryEvents> {
    return this.#deliveryReminder(name, reminder, 'GalleryRescheduled');
  }

  #removalReminder(name: `galleries.${string}`, reminder: RemovalReminder): Reaction<GalleryEvents> {
    return {
      name,
      to: 'GalleryDelivered',
      queue: 'default',
      runAt: ({ data: { deliveredAt } }) =>
        noonOf(dayAfter(removalDateAfter(deliveredAt), removalReminderDays[reminder])),
      react: ({ stream, data: { version } }) => this.commands.execute(new RemindOfRemoval(stream, version, reminder)),
    };
  }
}

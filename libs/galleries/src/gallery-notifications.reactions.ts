import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { daysBetween, writtenDay } from '#kernel';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { type GalleryEvents, gallery, removalDateOf } from './gallery.ts';

type Texts = Pick<Notification, 'kind' | 'title' | 'text'>;

/**
 * Notifications about a gallery: their recipients and texts. The texts name neither the other party nor the gallery,
 * because they are stored for their reader and would remain after the other party's erasure.
 */
@Injectable()
export class GalleryNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
  ) {}

  readonly notifyReady: Reaction<GalleryEvents> = {
    name: 'galleries.notify-ready',
    to: 'GalleryMarkedReady',
    queue: 'mails',
    react: ({ stream }) =>
      this.#notify(stream, 'clientId', {
        kind: 'galleries.ready',
        title: 'The previews of your gallery are ready',
        text: 'You can already look at the photos and videos and choose your favorites.',
      }),
  };

  readonly notifyDelivered: Reaction<GalleryEvents> = {
    name: 'galleries.notify-delivered',
    to: 'GalleryDelivered',
    queue: 'mails',
    react: ({ stream, data: { itemIds, version } }) =>
      this.#notify(stream, 'clientId', {
        kind: 'galleries.delivered',
        title: version === 1 ? 'Your gallery is here' : 'Your gallery was delivered again',
        text: `It contains ${itemIds.length === 1 ? 'one file' : `${itemIds.length} photos and videos`}.`,
      }),
  };

  readonly notifyAccepted: Reaction<GalleryEvents> = {
    name: 'galleries.notify-accepted',
    to: 'GalleryAccepted',
    queue: 'mails',
    react: ({ stream }) =>
      this.#notify(stream, 'creatorId', {
        kind: 'galleries.accepted',
        title: 'Your client accepted a gallery',
        text: 'The delivery is confirmed.',
      }),
  };

  readonly notifyReopened: Reaction<GalleryEvents> = {
    name: 'galleries.notify-reopened',
    to: 'GalleryReopened',
    queue: 'mails',
    react: ({ stream }) =>
      this.#notify(stream, 'clientId', {
        kind: 'galleries.reopened',
        title: 'Your gallery is being corrected',
        text: 'You see previews with a watermark until it is delivered again.',
      }),
  };

  readonly notifyDeliveryReminder: Reaction<GalleryEvents> = {
    name: 'galleries.notify-delivery-reminder',
    to: 'GalleryDeliveryReminded',
    queue: 'mails',
    react: async ({ stream, at, data: { reminder } }) => {
      const { dueDate } = (await this.store.load(gallery, stream)).state;
      const texts = deliveryTexts(dueDate, daysBetween(dueDate, at.slice(0, 10)));
      await this.#notify(stream, 'creatorId', { kind: `galleries.delivery-${reminder}`, ...texts });
    },
  };

  readonly notifyCreatorOfRemoval = this.#removalReminder('galleries.notify-creator-of-removal', 'creatorId');
  readonly notifyClientOfRemoval = this.#removalReminder('galleries.notify-client-of-removal', 'clientId');

  #removalReminder(name: `galleries.${string}`, party: 'clientId' | 'creatorId'): Reaction<GalleryEvents> {
    return {
      name,
      to: 'GalleryRemovalReminded',
      queue: 'mails',
      react: async ({ stream, at, data: { version } }) => {
        const { state } = await this.store.load(gallery, stream);
        const removalDate = removalDateOf(state);
        if (removalDate === null || state.version !== version) return;
        const texts = removalTexts(removalDate, daysBetween(at.slice(0, 10), removalDate));
        await this.#notify(stream, party, { kind: 'galleries.removal', ...texts });
      },
    };
  }

  async #notify(stream: string, party: 'clientId' | 'creatorId', texts: Texts): Promise<void> {
    const { state } = await this.store.load(gallery, stream);
    if (state.status === 'closed' || (party === 'creatorId' && state.creatorLeft)) return;
    const link = { label: 'Open the gallery', path: `/galleries/${stream}` };
    await this.commands.execute(new Notify({ personId: state[party], ...texts, link }));
  }
}

const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

/** `daysLate` is negative before the last day of the promise. */
const deliveryTexts = (dueDate: string, daysLate: number): Pick<Texts, 'title' | 'text'> => {
  const promise = `You promised to deliver it by ${writtenDay(dueDate)}.`;
  if (daysLate > 0)
    return { title: `A gallery is ${days(daysLate)} late`, text: `${promise} Please deliver it as soon as you can.` };
  return { title: daysLate === 0 ? 'A gallery is due today' : `A gallery is due in ${days(-daysLate)}`, text: promise };
};

const removalTexts = (removalDate: string, daysLeft: number): Pick<Texts, 'title' | 'text'> => ({
  title: `The files of a gallery will be removed in ${days(daysLeft)}`,
  text: `They are removed on ${writtenDay(removalDate)}, 12 months after the delivery. Download them before that day.`,
});

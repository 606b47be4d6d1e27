import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { type GalleryEvents, gallery } from './gallery.ts';

type Texts = Pick<Notification, 'kind' | 'title' | 'text'>;

/**
 * Whom the life of a gallery concerns, and what they read about it. The texts name neither the other party nor the gallery:
 * they are stored for their reader, and would otherwise outlast the other's erasure.
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
        text: 'You can already look at the pictures and choose your favorites.',
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

  async #notify(stream: string, party: 'clientId' | 'creatorId', texts: Texts): Promise<void> {
    const { state } = await this.store.load(gallery, stream);
    if (state.status === 'closed') return;
    const link = { label: 'Open the gallery', path: `/galleries/${stream}` };
    await this.commands.execute(new Notify({ personId: state[party], ...texts, link }));
  }
}

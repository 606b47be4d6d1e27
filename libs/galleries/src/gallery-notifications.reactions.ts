import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { type Notification, Notify } from '#notifications';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { GalleriesQueries } from './galleries.queries.ts';
import { type GalleryEvents, gallery } from './gallery.ts';

type Facts = { readonly name: string; readonly creator: string; readonly client: string };
type Texts = Pick<Notification, 'title' | 'text'> & { readonly label: string };

/** Whom the life of a gallery concerns, and what they read about it. */
@Injectable()
export class GalleryNotifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly galleries: GalleriesQueries,
    private readonly identity: IdentityQueries,
  ) {}

  readonly notifyReady: Reaction<GalleryEvents> = {
    name: 'galleries.notify-ready',
    to: 'GalleryMarkedReady',
    queue: 'default',
    react: ({ stream }) =>
      this.#notify(stream, 'client', 'galleries.ready', ({ name, creator }) => ({
        title: `The previews of “${name}” are ready`,
        text: `${creator} has prepared your gallery. You can already look at the pictures and choose your favorites.`,
        label: 'View the previews',
      })),
  };

  readonly notifyDelivered: Reaction<GalleryEvents> = {
    name: 'galleries.notify-delivered',
    to: 'GalleryDelivered',
    queue: 'default',
    react: ({ stream, data: { itemIds, version } }) =>
      this.#notify(stream, 'client', 'galleries.delivered', ({ name, creator }) => ({
        title: version === 1 ? `Your gallery “${name}” is here` : `Your gallery “${name}” was delivered again`,
        text: `${creator} has delivered ${itemIds.length === 1 ? 'one file' : `${itemIds.length} photos and videos`}.`,
        label: 'Open the gallery',
      })),
  };

  readonly notifyAccepted: Reaction<GalleryEvents> = {
    name: 'galleries.notify-accepted',
    to: 'GalleryAccepted',
    queue: 'default',
    react: ({ stream }) =>
      this.#notify(stream, 'creator', 'galleries.accepted', ({ name, client }) => ({
        title: `${client} accepted the gallery “${name}”`,
        text: 'Your client is happy with the delivery.',
        label: 'Open the gallery',
      })),
  };

  async #notify(
    stream: string,
    party: 'client' | 'creator',
    kind: string,
    textsFor: (facts: Facts) => Texts,
  ): Promise<void> {
    const { status, clientId, creatorId } = (await this.store.load(gallery, stream)).state;
    if (status === 'closed') return;
    const name = await this.galleries.nameOf(stream);
    const names = await this.identity.names([clientId, creatorId]);
    const nameOf = (id: string) => names.get(id)?.displayName ?? 'Former member';
    const { label, ...texts } = textsFor({ name, creator: nameOf(creatorId), client: nameOf(clientId) });
    const personId = party === 'client' ? clientId : creatorId;
    await this.commands.execute(
      new Notify({ personId, kind, ...texts, link: { label, path: `/galleries/${stream}` } }),
    );
  }
}

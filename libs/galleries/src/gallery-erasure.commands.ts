import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { EventStore } from '#platform/event-store';
import { Storage } from '#platform/storage';
import { folderOf, galleryIdOf } from './galleries.paths.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { type Gallery, gallery } from './gallery.ts';
import { RemoveGalleryItem } from './gallery-items.commands.ts';
import { RemoveGallerySettings } from './gallery-settings.commands.ts';
import { RemoveGalleryShare } from './gallery-shares.commands.ts';

/**
 * Ends an erased person's participation in galleries. Galleries of which they are the client, and undelivered galleries
 * of which they are the creator, are closed and their files removed. Galleries that they delivered stay for their
 * clients, without links. Idempotent.
 */
export class CloseGalleries extends Command<void> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(CloseGalleries)
export class CloseGalleriesHandler implements ICommandHandler<CloseGalleries> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly bookings: BookingsQueries,
    private readonly galleries: GalleriesQueries,
    private readonly storage: Storage,
  ) {}

  async execute({ personId }: CloseGalleries): Promise<void> {
    // The ids follow from the bookings, because galleries that were closed earlier no longer have rows.
    for (const id of (await this.bookings.idsOf(personId)).map(galleryIdOf)) {
      const { state } = await this.store.handle(gallery, id, 'close', { personId });
      if (state.status !== 'none') await this.#removeLinks(id);
      if (state.status === 'closed') await this.#empty(id, state);
    }
    await this.commands.execute(new RemoveGallerySettings(personId));
  }

  async #removeLinks(id: string): Promise<void> {
    for (const shareId of await this.galleries.linksOf(id))
      await this.commands.execute(new RemoveGalleryShare(shareId));
  }

  async #empty(id: string, { items }: Gallery): Promise<void> {
    const shown = await this.galleries.progressOf(id);
    const itemIds = new Set([...items, ...shown].map((item) => item.id));
    for (const itemId of itemIds) await this.commands.execute(new RemoveGalleryItem(id, itemId));
    await this.storage.removeFolder(folderOf(id));
  }
}

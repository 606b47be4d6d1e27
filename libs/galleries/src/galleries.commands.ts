import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { Gallery } from './contract.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { gallery } from './gallery.ts';

/** The id of a booking's gallery. It follows from the booking's, so that a booking cannot have two. */
export const galleryIdOf = (bookingId: string): Gallery['id'] => `gallery-${uuidFrom(`gallery of ${bookingId}`)}`;

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Creates the gallery of a confirmed booking. Only for the booking's creator. Returns the new gallery's id. */
export class CreateGallery extends Command<Gallery['id']> {
  constructor(
    readonly bookingId: string,
    readonly name: string,
    readonly description?: string,
  ) {
    super();
  }
}

@CommandHandler(CreateGallery)
export class CreateGalleryHandler implements ICommandHandler<CreateGallery> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: BookingsQueries,
    private readonly galleries: GalleriesQueries,
  ) {}

  async execute({ bookingId, name, description }: CreateGallery): Promise<Gallery['id']> {
    const id = galleryIdOf(bookingId);
    const booking = (await this.bookings.summaries([bookingId])).get(bookingId) ?? null;
    const { deliveryDays } = await this.galleries.settingsOf(booking?.creatorId ?? '');
    const dueDate = booking ? dayAfter(booking.eventDate, deliveryDays) : '';
    const details = { bookingId, booking, name, description: description || null, dueDate };
    await this.store.handle(gallery, id, 'create', details);
    return id;
  }
}

/** Shows a draft to its client, with watermarks. Refuses `gallery-empty`, `gallery-items-processing`, `gallery-items-refused`. */
export class MarkGalleryReady extends Command<void> {
  constructor(readonly galleryId: string) {
    super();
  }
}

@CommandHandler(MarkGalleryReady)
export class MarkGalleryReadyHandler implements ICommandHandler<MarkGalleryReady> {
  constructor(
    private readonly store: EventStore,
    private readonly galleries: GalleriesQueries,
  ) {}

  async execute({ galleryId }: MarkGalleryReady): Promise<void> {
    const items = await this.galleries.progressOf(galleryId);
    await this.store.handle(gallery, galleryId, 'markReady', { items });
  }
}

/** Hands a gallery to its client as its next version. The refusals are those of {@link MarkGalleryReady}. */
export class DeliverGallery extends Command<void> {
  constructor(readonly galleryId: string) {
    super();
  }
}

@CommandHandler(DeliverGallery)
export class DeliverGalleryHandler implements ICommandHandler<DeliverGallery> {
  constructor(
    private readonly store: EventStore,
    private readonly galleries: GalleriesQueries,
  ) {}

  async execute({ galleryId }: DeliverGallery): Promise<void> {
    const items = await this.galleries.progressOf(galleryId);
    await this.store.handle(gallery, galleryId, 'deliver', { items });
  }
}

/** Makes a delivered gallery ready again, so that its creator can correct it. */
export class ReopenGallery extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReopenGallery)
export class ReopenGalleryHandler implements ICommandHandler<ReopenGallery> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, reason }: ReopenGallery): Promise<void> {
    await this.store.handle(gallery, galleryId, 'reopen', { reason });
  }
}

/** Accepts the delivered version that the client looked at. Only for the client. Refuses `gallery-version-changed`. */
export class AcceptGallery extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly version: number,
  ) {
    super();
  }
}

@CommandHandler(AcceptGallery)
export class AcceptGalleryHandler implements ICommandHandler<AcceptGallery> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, version }: AcceptGallery): Promise<void> {
    await this.store.handle(gallery, galleryId, 'accept', { version });
  }
}

/**
 * Closes the galleries of a person whose account was closed; their files are removed afterwards. Returns how many there were.
 */
export class CloseGalleries extends Command<number> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(CloseGalleries)
export class CloseGalleriesHandler implements ICommandHandler<CloseGalleries> {
  constructor(
    private readonly store: EventStore,
    private readonly galleries: GalleriesQueries,
  ) {}

  async execute({ personId }: CloseGalleries): Promise<number> {
    const ids = await this.galleries.idsOf(personId);
    for (const id of ids) await this.store.handle(gallery, id, 'close', { personId });
    return ids.length;
  }
}

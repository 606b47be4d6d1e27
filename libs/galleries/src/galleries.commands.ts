import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookingsQueries } from '#bookings';
import { dayAfter } from '#kernel';
import { EventStore } from '#platform/event-store';
import type { Gallery } from './contract.ts';
import { galleryIdOf } from './galleries.paths.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { type DeliveryReminder, gallery, type RemovalReminder } from './gallery.ts';

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
    const eventDate = booking?.lastDate ?? '';
    const dueDate = booking ? dayAfter(eventDate, deliveryDays) : '';
    const details = { bookingId, booking, name, description: description || null, eventDate, dueDate };
    await this.store.handle(gallery, id, 'create', details);
    return id;
  }
}

/**
 * Moves the promise to deliver of a gallery whose event has moved; its last day is `eventDate`. Does nothing if there
 * is no gallery.
 */
export class RescheduleGallery extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly change: number,
    readonly eventDate: string,
  ) {
    super();
  }
}

@CommandHandler(RescheduleGallery)
export class RescheduleGalleryHandler implements ICommandHandler<RescheduleGallery> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, change, eventDate }: RescheduleGallery): Promise<void> {
    await this.store.handle(gallery, galleryId, 'reschedule', { change, eventDate });
  }
}

/**
 * Shows a draft to its client, with watermarks. Refuses `gallery-empty`, `gallery-items-processing`,
 * `gallery-items-refused`.
 */
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
 * Records that a creator is reminded of their promise to deliver, if the reminder still applies. Nothing has to be
 * delivered for a booking that was cancelled.
 */
export class RemindOfDelivery extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly reminder: DeliveryReminder,
  ) {
    super();
  }
}

@CommandHandler(RemindOfDelivery)
export class RemindOfDeliveryHandler implements ICommandHandler<RemindOfDelivery> {
  constructor(
    private readonly store: EventStore,
    private readonly bookings: BookingsQueries,
  ) {}

  async execute({ galleryId, reminder }: RemindOfDelivery): Promise<void> {
    const { bookingId } = (await this.store.load(gallery, galleryId)).state;
    const booking = (await this.bookings.summaries([bookingId])).get(bookingId);
    if (booking?.status !== 'cancelled') await this.store.handle(gallery, galleryId, 'remindDelivery', { reminder });
  }
}

/** Records that both parties are reminded of the removal of a version's files, if the reminder still applies. */
export class RemindOfRemoval extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly version: number,
    readonly reminder: RemovalReminder,
  ) {
    super();
  }
}

@CommandHandler(RemindOfRemoval)
export class RemindOfRemovalHandler implements ICommandHandler<RemindOfRemoval> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, version, reminder }: RemindOfRemoval): Promise<void> {
    await this.store.handle(gallery, galleryId, 'remindRemoval', { version, reminder });
  }
}

/** Records that the retention period of a version's files has ended. A reaction then removes the files. */
export class EndFileRetention extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly version: number,
  ) {
    super();
  }
}

@CommandHandler(EndFileRetention)
export class EndFileRetentionHandler implements ICommandHandler<EndFileRetention> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, version }: EndFileRetention): Promise<void> {
    await this.store.handle(gallery, galleryId, 'removeFiles', { version });
  }
}

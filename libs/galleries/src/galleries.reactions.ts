import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BookingsPublished, BookingsQueries, CompleteBooking } from '#bookings';
import { dayAfter, instantAfter, noonOf, Refusal } from '#kernel';
import { StoredArchives } from '#platform/archives';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { MediaCopies, mediaPaths, processUploadedFile, type UploadStatus } from '#platform/images';
import type { Reaction } from '#platform/reactions';
import { copyPath, Storage } from '#platform/storage';
import { RescheduleGallery } from './galleries.commands.ts';
import { copiesOf, folderOf, galleryIdOf, visitorPath } from './galleries.paths.ts';
import { acceptanceTime, type GalleryEvents, gallery, isFinal } from './gallery.ts';
import { type GalleryItemEvents, galleryItem } from './gallery-item.ts';
import {
  type ItemFacts,
  RecordGalleryItemCopies,
  RecordGalleryItemRefusal,
  RemoveGalleryItem,
  UnlistMissingGalleryItem,
} from './gallery-items.commands.ts';

/** After this time an interrupted upload can no longer be continued, in milliseconds. */
const uploadTime = 25 * 3_600_000;

@Injectable()
export class GalleriesReactions {
  readonly #log = new Logger('Galleries');

  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly copies: MediaCopies,
    private readonly archives: StoredArchives,
    private readonly context: Context,
    private readonly bookings: BookingsQueries,
  ) {}

  /** If a file cannot be shown, or cannot be processed in any attempt, its item is refused. */
  readonly deriveItem: Reaction<GalleryItemEvents> = {
    name: 'galleries.derive-item',
    to: 'GalleryItemAdded',
    queue: 'images',
    react: ({ stream, data: { path } }, attempt) => {
      const file = {
        status: () => this.#statusOf(stream),
        makeCopies: () => this.#makeCopies(path),
        publish: (facts: ItemFacts) => this.commands.execute(new RecordGalleryItemCopies(stream, facts)),
        refuse: (message: string) => this.commands.execute(new RecordGalleryItemRefusal(stream, message)),
        removeFiles: () => this.#removeFiles(path),
      };
      return processUploadedFile(file, attempt);
    },
  };

  readonly removeFiles: Reaction<GalleryItemEvents> = {
    name: 'galleries.remove-files',
    to: 'GalleryItemRemoved',
    queue: 'files',
    react: ({ data: { path } }) => this.#removeFiles(path),
  };

  /** Completes a removal that was interrupted. */
  readonly removeUnlistedItem: Reaction<GalleryEvents> = {
    name: 'galleries.remove-unlisted-item',
    to: 'GalleryItemUnlisted',
    queue: 'files',
    react: ({ stream, data: { itemId } }) => this.commands.execute(new RemoveGalleryItem(stream, itemId)),
  };

  /** Without it, a gallery would wait forever for a file whose upload was interrupted at its very end. */
  readonly unlistMissingItem: Reaction<GalleryEvents> = {
    name: 'galleries.unlist-missing-item',
    to: 'GalleryItemListed',
    queue: 'default',
    delay: uploadTime,
    react: ({ stream, data: { itemId } }) => this.commands.execute(new UnlistMissingGalleryItem(stream, itemId)),
  };

  readonly removeExpiredFiles: Reaction<GalleryEvents> = {
    name: 'galleries.remove-expired-files',
    to: 'GalleryFilesRemoved',
    queue: 'files',
    react: ({ stream }) => this.storage.removeFolder(folderOf(stream)),
  };

  readonly completeAcceptedBooking: Reaction<GalleryEvents> = {
    name: 'galleries.complete-accepted-booking',
    to: 'GalleryAccepted',
    queue: 'default',
    react: ({ stream }) => this.#completeBooking(stream),
  };

  readonly completeDeliveredBooking: Reaction<GalleryEvents> = {
    name: 'galleries.complete-delivered-booking',
    to: 'GalleryDelivered',
    queue: 'default',
    runAt: ({ data: { deliveredAt } }) => instantAfter(deliveredAt, acceptanceTime),
    react: ({ stream }) => this.#completeBooking(stream),
  };

  /**
   * A gallery may be accepted before the event is over, for example one with pictures of the engagement. Its booking is
   * then completed after the event.
   */
  readonly completeBookingAfterEvent = this.#afterEvent('galleries.complete-booking-after-event', 'GalleryCreated');
  readonly completeBookingAfterMovedEvent = this.#afterEvent(
    'galleries.complete-booking-after-moved-event',
    'GalleryRescheduled',
  );

  readonly reschedule: Reaction<BookingsPublished> = {
    name: 'galleries.reschedule',
    to: 'BookingChanged',
    queue: 'default',
    react: ({ stream, data: { number, eventDate, durationDays } }) => {
      const lastDate = dayAfter(eventDate, durationDays - 1);
      return this.commands.execute(new RescheduleGallery(galleryIdOf(stream), number, lastDate));
    },
  };

  /**
   * The parties may have agreed on other days while the gallery was created, when there was nothing to reschedule yet.
   */
  readonly rescheduleCreated: Reaction<GalleryEvents> = {
    name: 'galleries.reschedule-created',
    to: 'GalleryCreated',
    queue: 'default',
    react: async ({ stream, data: { bookingId } }) => {
      const change = await this.bookings.latestChange(bookingId);
      if (change) await this.commands.execute(new RescheduleGallery(stream, change.number, change.lastDate));
    },
  };

  /** A gallery may be final before the booking is paid in full. */
  readonly completePaidBooking: Reaction<BookingsPublished> = {
    name: 'galleries.complete-paid-booking',
    to: 'BookingPaid',
    queue: 'default',
    react: ({ stream }) => this.#completeBooking(galleryIdOf(stream)),
  };

  /** A gallery may become final while a problem with the booking is reported. */
  readonly completeUndisputedBooking: Reaction<BookingsPublished> = {
    name: 'galleries.complete-undisputed-booking',
    to: 'BookingDisputeResolved',
    queue: 'default',
    react: ({ stream }) => this.#completeBooking(galleryIdOf(stream)),
  };

  /**
   * Does nothing if the delivery is not final. A booking that cannot be completed yet is completed by the reaction to
   * what is missing: its day, a payment, or the end of a dispute.
   */
  // Noon of the next day in UTC is after the end of the event in every time zone.
  #afterEvent(
    name: `galleries.${string}`,
    to: 'GalleryCreated' | 'GalleryRescheduled',
  ): Reaction<Pick<GalleryEvents, 'GalleryCreated' | 'GalleryRescheduled'>> {
    return {
      name,
      to,
      queue: 'default',
      runAt: ({ data }: { data: { eventDate: string } }) => noonOf(dayAfter(data.eventDate, 1)),
      react: ({ stream }: { stream: string }) => this.#completeBooking(stream),
    };
  }

  async #completeBooking(id: string): Promise<void> {
    const { state } = await this.store.load(gallery, id);
    if (!isFinal(state, this.context.now().toISOString())) return;
    try {
      await this.commands.execute(new CompleteBooking(state.bookingId));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#log.log(`${state.bookingId} is not completed: ${error.code}`);
    }
  }

  async #statusOf(itemId: string): Promise<UploadStatus> {
    const { status } = (await this.store.load(galleryItem, itemId)).state;
    if (status === 'removed') return 'removed';
    return status === 'processing' ? 'waiting' : 'done';
  }

  async #makeCopies(path: string): Promise<ItemFacts> {
    const facts = await this.copies.make(path, copiesOf(path));
    const original = await this.archives.checksum(path);
    const large = await this.archives.checksum(copyPath(copiesOf(path), 1440));
    const full = await this.archives.checksum(visitorPath(path, facts.kind));
    return {
      ...facts,
      originalCrc32: original.crc32,
      largeCrc32: large.crc32,
      largeSize: large.size,
      fullCrc32: full.crc32,
      fullSize: full.size,
    };
  }

  async #removeFiles(path: string): Promise<void> {
    await this.storage.remove([path, ...mediaPaths(copiesOf(path))]);
  }
}

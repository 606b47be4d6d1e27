import { randomUUID } from 'node:crypto';
import type { Command } from '@nestjs/cqrs';
import { BookingsQueries, ConfirmBooking, RequestBooking, RequestBookingPayment } from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { GalleriesQueries, galleriesModule } from '#galleries';
import { RegisterUser, type Role } from '#identity';
import type { Actor } from '#kernel';
import { Storage } from '#platform/storage';
import { eventually, TestApp, untilCaughtUp } from '#platform/testing';
import { acceptUploadBodies } from '#platform/uploads';
import { itemsOf } from './contract.ts';
import { CreateGallery } from './galleries.commands.ts';
import { AddGalleryItem, itemIdOf } from './gallery-items.commands.ts';

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const onboarding = {
  serviceType: 'photographer' as const,
  specialties: ['Weddings' as const],
  yearsExperience: 8,
  bio: 'Light and people.',
  country: 'US' as const,
  city: 'Burlington',
  state: 'Vermont',
  travelRadius: 50,
  packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: ['300 edited photos'] }],
};

let day = 0;

/** An app with the galleries and the modules they use, for tests that send commands. */
export class GalleryTestApp {
  private constructor(readonly site: TestApp) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<GalleryTestApp> {
    const parts = { imports: [galleriesModule.nest], actorHeader: true, prepare: acceptUploadBodies };
    return new GalleryTestApp(await TestApp.start({ ...parts, settings }));
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  get galleries(): GalleriesQueries {
    return this.site.app.get(GalleriesQueries, { strict: false });
  }

  get storage(): Storage {
    return this.site.app.get(Storage, { strict: false });
  }

  send<T>(by: Actor, command: Command<T>): Promise<T> {
    return this.site.send(by, command);
  }

  async register(role: Role, firstName: string): Promise<Actor> {
    const email = `${firstName}-${randomUUID()}@example.org`;
    const names = { firstName, lastName: 'Tester', email, password: 'Correct-horse-1' };
    return { id: await this.send(seeder, new RegisterUser({ ...names, role })), kind: 'user', role };
  }

  /** Registers a creator with one package. */
  async creator(firstName: string): Promise<Actor> {
    const by = await this.register('creator', firstName);
    await this.send(by, new CompleteOnboarding(onboarding));
    return by;
  }

  async book(client: Actor, creator: Actor): Promise<string> {
    const profiles = await this.site.as(seeder, () =>
      this.site.app.get(CatalogQueries, { strict: false }).profiles([creator.id]),
    );
    const packageId = profiles.get(creator.id)?.packages[0]?.id ?? '';
    const eventDate = new Date(Date.UTC(2999, 0, ++day)).toISOString().slice(0, 10);
    const occasion = { eventType: 'wedding', eventName: 'Ann and Ben', eventLocation: 'Old mill', eventDate };
    return this.send(client, new RequestBooking({ ...occasion, creatorId: creator.id, packageId }));
  }

  async confirmed(client: Actor, creator: Actor): Promise<string> {
    const id = await this.book(client, creator);
    await this.send(creator, new ConfirmBooking(id));
    return id;
  }

  /** A confirmed booking whose event is over: it is written as it was then, because no one can book a past date. */
  async past(client: Actor, creator: Actor): Promise<string> {
    const id = `booking-${randomUUID()}`;
    const requested = (await this.site.store.read(await this.book(client, creator)))[0];
    const data = { ...requested?.data, eventDate: '2026-01-01' };
    await this.site.as(client, () =>
      this.site.store.append(id, 0, [
        { type: 'BookingRequested', data },
        {
          type: 'BookingConfirmed',
          data: {
            eventDate: data.eventDate,
            durationDays: 1,
            startTime: null,
            timeZone: 'UTC',
            graceUntil: null,
            depositDueAt: null,
            balanceDueDate: null,
            unpaidCancellableFrom: null,
          },
        },
      ]),
    );
    return id;
  }

  /** The parties of a confirmed booking agree on other days. */
  async moveEvent(bookingId: string, days: { eventDate: string; durationDays: number }): Promise<void> {
    const stored = await this.site.store.read(bookingId);
    const [first] = stored as readonly {
      data: { eventDate: string; clientId: string; creatorId: string; due: object };
    }[];
    const { eventDate: previousDate, clientId, creatorId, due } = first?.data ?? {};
    const unchanged = {
      eventLocation: null,
      packageId: null,
      packageName: null,
      deliverables: null,
      durationHours: null,
    };
    const previous = { previousDate, previousDurationDays: 1, previousStartTime: null, attempt: 0 };
    const deadlines = { expiresAt: null, depositDueAt: null, balanceDueDate: null, unpaidCancellableFrom: null };
    const time = { ...days, startTime: null, timeZone: 'UTC' };
    const data = {
      ...unchanged,
      ...previous,
      ...deadlines,
      ...time,
      number: 1,
      clientId,
      creatorId,
      due,
      status: 'confirmed',
    };
    await this.site.as(seeder, () =>
      this.site.store.append(bookingId, stored.length, [{ type: 'BookingChanged', data }]),
    );
  }

  /** This party cancels a booking. */
  async cancel(bookingId: string, by: Actor): Promise<void> {
    const data = { reason: null, cancelledBy: by.id, rule: 'pending', percent: 100 };
    await this.site.as(by, async () =>
      this.site.store.append(bookingId, (await this.site.store.read(bookingId)).length, [
        { type: 'BookingCancelled', data },
      ]),
    );
  }

  async statusOf(bookingId: string): Promise<string | undefined> {
    const queries = this.site.app.get(BookingsQueries, { strict: false });
    return (await this.site.as(seeder, () => queries.summaries([bookingId]))).get(bookingId)?.status;
  }

  async gallery(client: Actor, creator: Actor): Promise<string> {
    return this.send(creator, new CreateGallery(await this.confirmed(client, creator), 'Ann and Ben'));
  }

  /** Stores a file and adds it to a gallery, as a finished upload does. Returns the item's id. */
  async add(by: Actor, galleryId: string, content: Buffer, fileName = 'a.jpg', fileType = 'image/jpeg') {
    const uploadId = randomUUID();
    const path = `private/${galleryId}/1-${uploadId.slice(0, 8)}${fileName.slice(fileName.lastIndexOf('.'))}`;
    const { sha256 } = await this.storage.write(path, content);
    const file = { path, fileName, fileType, fileSize: content.length, sha256 };
    await this.send(by, new AddGalleryItem(galleryId, uploadId, file));
    return { id: itemIdOf(uploadId), path };
  }

  seenBy(by: Actor, id: string) {
    return this.site.as(by, () => this.galleries.byId(id));
  }

  async itemsFor(by: Actor, id: string) {
    return itemsOf(await this.site.as(by, () => this.galleries.items(id, { limit: 1_000 })));
  }

  /** Waits until all items that were added are shown and none is being processed. */
  async processed(by: Actor, id: string): Promise<void> {
    await untilCaughtUp(this.site.app);
    await eventually(
      async () => (await this.itemsFor(by, id)).every(({ state }) => state !== 'processing'),
      'all items to be processed',
      60_000,
    );
  }

  async pay(client: Actor, bookingId: string): Promise<void> {
    for (const part of ['deposit', 'balance'] as const) {
      const { url } = await this.send(client, new RequestBookingPayment(bookingId, part));
      await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
      await this.site.app.inject({
        method: 'POST',
        url: '/functions/v1/verify-payment',
        headers: { 'x-actor': JSON.stringify(client) },
        payload: { sessionId: url.split('/').at(-1) ?? '' },
      });
      await eventually(async () => {
        const seen = await this.site.as(client, () =>
          this.site.app.get(BookingsQueries, { strict: false }).byId(bookingId),
        );
        return seen[`${part}Paid`];
      });
    }
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { galleriesModule } from '#galleries';
import { ErasePerson } from '#identity';
import { type Actor, dayAfter, type Recorded } from '#kernel';
import { recorded } from '#kernel/testing';
import { placedMp4, recordedPlace } from '#platform/fixtures';
import { MediaCopies } from '#platform/images';
import { Database } from '#platform/postgres';
import { Reactor } from '#platform/reactions';
import { ageFiles, eventually } from '#platform/testing';
import { FileSweep, FileVerification } from '#platform/uploads';
import { AcceptGallery, CreateGallery, DeliverGallery, MarkGalleryReady, ReopenGallery } from './galleries.commands.ts';
import { galleryIdOf } from './galleries.paths.ts';
import { GalleriesReactions } from './galleries.reactions.ts';
import { GalleryTestApp } from './galleries.suite.ts';
import type { GalleryEvents } from './gallery.ts';
import { CloseGalleries } from './gallery-erasure.commands.ts';
import {
  AddGalleryItem,
  ChangeGalleryItem,
  FavoriteGalleryItem,
  itemIdOf,
  MoveGalleryItemsToSection,
  OrderGalleryItems,
  RemoveGalleryItem,
  UnlistMissingGalleryItem,
} from './gallery-items.commands.ts';
import { GalleryItemUploads } from './gallery-items.uploads.ts';
import { GalleryReceipts } from './gallery-receipts.queries.ts';
import { GallerySchedule } from './gallery-schedule.reactions.ts';
import { ChangeGallerySettings } from './gallery-settings.commands.ts';
import { CreateGalleryShare, OpenGalleryShare } from './gallery-shares.commands.ts';
import { SharedGalleriesController } from './gallery-shares.controller.ts';
import { GallerySharesQueries } from './gallery-shares.queries.ts';

/** The size of each picture in pixels: small, because each of its copies is encoded. */
const [width, height] = [120, 80];
const picture = () =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();

const visitor: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };
const worker: Actor = { id: 'galleries.test', kind: 'worker', role: 'reaction' };

let site: GalleryTestApp;
let ann: Actor;
let bo: Actor;
let eve: Actor;
beforeAll(async () => {
  site = await GalleryTestApp.start();
  [ann, eve] = [await site.register('client', 'Ann'), await site.register('client', 'Eve')];
  bo = await site.creator('Bo');
});
afterAll(() => site.stop());

test('the creator of a confirmed booking creates its gallery, once', async () => {
  const bookingId = await site.confirmed(ann, bo);
  const withoutGallery = async () =>
    (await site.site.as(bo, () => site.galleries.bookingsWithoutGallery())).items.map(({ id }) => id);
  expect(await withoutGallery()).toContain(bookingId);
  const id = await site.send(bo, new CreateGallery(bookingId, 'Ann and Ben', 'The whole day'));
  expect(id).toBe(galleryIdOf(bookingId));
  expect(await withoutGallery()).not.toContain(bookingId);
  expect(await site.seenBy(bo, id)).toMatchObject({
    bookingId,
    name: 'Ann and Ben',
    description: 'The whole day',
    status: 'draft',
    version: 0,
    itemCount: 0,
    totalSize: 0,
    booking: { eventName: 'Ann and Ben', eventType: 'wedding' },
    creator: { id: bo.id, displayName: 'Bo Tester' },
    client: { id: ann.id, displayName: 'Ann Tester' },
    cover: null,
    originalsLocked: true,
    may: { upload: true, markReady: false, deliver: false, reopen: false, accept: false },
  });
  await expect(site.send(bo, new CreateGallery(bookingId, 'Again'))).rejects.toMatchObject({ code: 'gallery-exists' });
});

test('only the creator of a confirmed booking without a gallery is offered to create it', async () => {
  const [pending, confirmed, created] = [
    await site.book(ann, bo),
    await site.confirmed(ann, bo),
    await site.confirmed(ann, bo),
  ];
  await site.send(bo, new CreateGallery(created, 'Ann and Ben'));
  const mayCreate = async (by: Actor, id: string) =>
    (await site.site.as(by, () => site.galleries.delivery(id))).may.createGallery;
  expect(await mayCreate(bo, confirmed)).toBe(true);
  expect(await mayCreate(ann, confirmed)).toBe(false);
  expect(await mayCreate(bo, pending)).toBe(false);
  expect(await mayCreate(bo, created)).toBe(false);
});

test('a pending booking gets no gallery, and other users cannot tell that a booking exists', async () => {
  const pending = await site.book(ann, bo);
  const create = (by: Actor, id: string) => site.send(by, new CreateGallery(id, 'Ours'));
  await expect(create(bo, pending)).rejects.toMatchObject({ code: 'gallery-booking-not-confirmed' });
  await expect(create(eve, pending)).rejects.toMatchObject({ code: 'booking-not-yours' });
  await expect(create(eve, 'booking-00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    code: 'booking-not-found',
  });
});

test('a gallery lives from draft to accepted, and each person sees what they may', async () => {
  const id = await site.gallery(ann, bo);
  await expect(site.seenBy(ann, id)).rejects.toMatchObject({ code: 'gallery-not-yours' });
  const photo = await picture();
  const [first, second] = [
    await site.add(bo, id, photo, 'one.jpg'),
    await site.add(bo, id, Buffer.from('a text'), 'two.jpg'),
  ];
  expect(await site.seenBy(bo, id)).toMatchObject({ itemCount: 2, totalSize: photo.length + 6 });
  await site.processed(bo, id);
  expect(await site.itemsFor(bo, id)).toMatchObject([
    {
      id: first.id,
      state: 'ready',
      width,
      height,
      fileUrl: first.path.slice('private/'.length),
      fileName: 'one.jpg',
      duration: null,
    },
    { id: second.id, state: 'refused', refusal: 'This file is not a photo that Festoon can show.', previews: null },
  ]);
  await expect(site.send(bo, new MarkGalleryReady(id))).rejects.toMatchObject({ code: 'gallery-items-refused' });
  await site.send(bo, new RemoveGalleryItem(id, second.id));
  await site.send(bo, new MarkGalleryReady(id));

  expect(await site.seenBy(ann, id)).toMatchObject({ status: 'ready', itemCount: 1, may: { accept: false } });
  expect((await site.itemsFor(ann, id))[0]?.previews?.large).toContain('.marked.w1440.webp');
  expect((await site.itemsFor(bo, id))[0]?.previews?.large).not.toContain('.marked');
  await expect(site.send(ann, new AcceptGallery(id, 1))).rejects.toMatchObject({ code: 'gallery-not-delivered' });

  await site.send(bo, new DeliverGallery(id));
  const delivery = (await site.site.store.read(id)).findLast(({ type }) => type === 'GalleryDelivered');
  expect(await site.seenBy(ann, id)).toMatchObject({
    status: 'delivered',
    version: 1,
    deliveryDate: delivery?.at.slice(0, 10),
    cover: { width },
    may: { accept: true, download: false },
  });
  expect((await site.itemsFor(ann, id))[0]?.previews?.large).not.toContain('.marked');
  await expect(site.send(bo, new RemoveGalleryItem(id, first.id))).rejects.toMatchObject({ code: 'gallery-delivered' });

  await site.send(bo, new ReopenGallery(id, 'One more picture'));
  expect(await site.seenBy(ann, id)).toMatchObject({ status: 'ready', reopenReason: 'One more picture' });
  await site.send(bo, new DeliverGallery(id));
  await expect(site.send(ann, new AcceptGallery(id, 1))).rejects.toMatchObject({ code: 'gallery-version-changed' });
  await site.send(ann, new AcceptGallery(id, 2));
  expect(await site.seenBy(bo, id)).toMatchObject({
    status: 'delivered',
    version: 2,
    reopenReason: null,
    acceptedAt: expect.stringMatching(/^20/),
    may: { reopen: false },
  });

  const receiptOf = (by: Actor) => site.site.as(by, () => site.site.app.get(GalleryReceipts).of(id));
  const receipt = await receiptOf(ann);
  expect(receipt).toMatchObject({ subject: id, holder: { id: ann.id, part: 'client' } });
  expect(receipt.events.map(({ title, status, by, note }) => [title, status, by, note])).toEqual([
    ['Gallery created', 'draft', 'professional', null],
    ['Gallery shown to the client', 'ready', 'professional', null],
    ['Gallery delivered', 'delivered', 'professional', 'Version 1, 1 file'],
    // What one party writes about the other is encrypted for both.
    ['Gallery reopened', 'ready', 'professional', null],
    ['Gallery delivered', 'delivered', 'professional', 'Version 2, 1 file'],
    ['Gallery accepted', 'delivered', 'client', null],
  ]);
  expect(JSON.stringify([receipt, await receiptOf(bo)])).not.toMatch(/Ann and Ben|One more picture/);
  await expect(receiptOf(eve)).rejects.toMatchObject({ code: 'gallery-not-yours' });
});

test('the creator orders and describes pictures, and the client chooses favorites', async () => {
  const id = await site.gallery(ann, bo);
  const [one, two] = [await site.add(bo, id, await picture()), await site.add(bo, id, await picture())];
  await site.processed(bo, id);
  await site.send(bo, new ChangeGalleryItem(id, one.id, { title: 'Rings', section: 'Morning', sortOrder: 5 }));
  await site.send(bo, new ChangeGalleryItem(id, one.id, { section: '' }));
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(ann, new FavoriteGalleryItem(id, two.id, true));
  expect(await site.itemsFor(bo, id)).toMatchObject([
    { id: two.id, title: null, isFavorite: true },
    { id: one.id, title: 'Rings', section: null, sortOrder: 5, isFavorite: false },
  ]);
});

test('several files are moved to a section at once, all or none of them', async () => {
  const id = await site.gallery(ann, bo);
  const [one, two] = [await site.add(bo, id, await picture()), await site.add(bo, id, await picture())];
  const other = await site.add(bo, await site.gallery(ann, bo), await picture());
  await site.processed(bo, id);
  await site.send(bo, new ChangeGalleryItem(id, one.id, { title: 'Rings' }));
  const move = (by: Actor, ids: readonly string[], section: string | null) =>
    site.send(by, new MoveGalleryItemsToSection(id, ids, section));
  const seen = async () => (await site.itemsFor(bo, id)).map(({ title, section }) => [title, section]);
  await expect(move(bo, [one.id, other.id], 'Morning')).rejects.toMatchObject({ code: 'gallery-item-not-found' });
  await expect(move(ann, [one.id], 'Morning')).rejects.toMatchObject({ code: 'gallery-not-yours' });
  expect(await seen()).toEqual([
    ['Rings', null],
    [null, null],
  ]);
  await move(bo, [one.id, two.id], 'Morning');
  expect(await seen()).toEqual([
    ['Rings', 'Morning'],
    [null, 'Morning'],
  ]);
  await move(bo, [two.id], '');
  expect(await seen()).toEqual([
    ['Rings', 'Morning'],
    [null, null],
  ]);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  await expect(move(bo, [one.id], 'Evening')).rejects.toMatchObject({ code: 'gallery-delivered' });
});

test('one command orders 12 files that all have the same number, all or none of them', async () => {
  const id = await site.gallery(ann, bo);
  await Promise.all(Array.from({ length: 12 }, () => site.add(bo, id, Buffer.from('a text'))));
  const ids = async () => (await site.itemsFor(bo, id)).map((item) => item.id);
  const before = await ids();
  const places = before.map((itemId, i) => ({ itemId, sortOrder: 12 - i }));
  const order = (by: Actor, items: typeof places) => site.send(by, new OrderGalleryItems(id, items));
  const other = { itemId: 'gallery-item-00000000-0000-4000-8000-000000000002' as const, sortOrder: 1 };
  await expect(order(bo, [...places, other])).rejects.toMatchObject({ code: 'gallery-item-not-found' });
  await expect(order(ann, places)).rejects.toMatchObject({ code: 'gallery-not-yours' });
  expect(await ids()).toEqual(before);
  await order(bo, places);
  expect(await ids()).toEqual(before.toReversed());
  // As after a crash: what is stored already is not stored again.
  const head = await site.site.store.head();
  await order(bo, places);
  expect((await site.site.store.after(head)).filter(({ type }) => type === 'GalleryItemMoved')).toEqual([]);
});

test('a delivered gallery shows only the files of its version', async () => {
  const id = await site.gallery(ann, bo);
  const photo = await picture();
  const one = await site.add(bo, id, photo);
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  const page = await site.site.as(bo, () => site.galleries.items(id, { limit: 1 }));
  expect(page.nextCursor).toBeNull();
  await site.send(bo, new DeliverGallery(id));
  // A file that is not part of the version, although it is ready and would be the first.
  await site.site.as(bo, () =>
    site.site.store.append(`gallery-item-00000000-0000-4000-8000-000000000001`, 0, [
      {
        type: 'GalleryItemAdded',
        data: {
          galleryId: id,
          creatorId: bo.id,
          clientId: ann.id,
          path: `private/${id}/0-x.jpg`,
          fileName: 'x',
          fileType: 'y',
          fileSize: 1,
          sha256: '',
        },
      },
      { type: 'GalleryItemMoved', data: { sortOrder: -1 } },
      {
        type: 'GalleryItemDerived',
        data: {
          clientId: ann.id,
          kind: 'image',
          width: 7,
          height: 7,
          thumbhash: 'aa',
          durationMs: null,
          originalCrc32: 1,
          largeCrc32: 2,
          largeSize: 3,
          fullCrc32: 4,
          fullSize: 5,
        },
      },
    ]),
  );
  for (const by of [ann, bo]) {
    expect((await site.itemsFor(by, id)).map((item) => item.id)).toEqual([one.id]);
    const cover = { width, height };
    expect(await site.seenBy(by, id)).toMatchObject({
      itemCount: 1,
      totalSize: photo.length,
      itemsProcessing: 0,
      cover,
    });
  }
});

test('the retry of an upload succeeds after the delivery that it is part of', async () => {
  const id = await site.gallery(ann, bo);
  const { id: itemId, path } = await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  const uploads = site.site.app.get(GalleryItemUploads, { strict: false });
  const upload = (uploadId: string) => ({
    id: uploadId,
    person: bo.id,
    purpose: 'gallery',
    targetId: id,
    fileName: 'a.jpg',
    contentType: 'image/jpeg',
    size: 1,
    sha256: '',
    createdAt: new Date(),
  });
  const retried = upload(itemId.slice('gallery-item-'.length));
  await site.site.as(bo, async () => {
    await uploads.requireAllowed(retried);
    await uploads.accept(retried, path);
    await expect(uploads.requireAllowed(upload(randomUUID()))).rejects.toMatchObject({ code: 'gallery-delivered' });
  });
  expect(await site.site.typesOf(itemId)).toEqual(['GalleryItemAdded', 'GalleryItemDerived']);
});

test('what a crash interrupted is completed: an upload by its retry, a removal automatically', async () => {
  const id = await site.gallery(ann, bo);
  const { id: kept } = await site.add(bo, id, await picture());
  await site.processed(bo, id);
  const append = async (type: string, data: object) =>
    site.site.as(bo, async () => site.site.store.append(id, (await site.site.store.read(id)).length, [{ type, data }]));

  const [uploadId, lostId] = [randomUUID(), randomUUID()];
  await append('GalleryItemListed', { itemId: itemIdOf(uploadId), size: 6 });
  await append('GalleryItemListed', { itemId: itemIdOf(lostId), size: 7 });
  await expect(site.send(bo, new MarkGalleryReady(id))).rejects.toMatchObject({ code: 'gallery-items-processing' });
  const path = `private/${id}/1-${uploadId.slice(0, 8)}.jpg`;
  await site.storage.write(path, await picture());
  const file = { path, fileName: 'a.jpg', fileType: 'image/jpeg', fileSize: 6, sha256: '' };
  await site.send(bo, new AddGalleryItem(id, uploadId, file));
  await site.processed(bo, id);
  await expect(site.send(bo, new MarkGalleryReady(id))).rejects.toMatchObject({ code: 'gallery-items-processing' });

  for (const itemId of [itemIdOf(lostId), kept]) await site.send(worker, new UnlistMissingGalleryItem(id, itemId));
  await site.send(bo, new MarkGalleryReady(id));
  await expect(site.send(bo, new AddGalleryItem(id, lostId, file))).rejects.toMatchObject({
    code: 'gallery-item-not-found',
  });

  await append('GalleryItemUnlisted', { itemId: itemIdOf(uploadId) });
  await eventually(async () => (await site.site.typesOf(itemIdOf(uploadId))).at(-1) === 'GalleryItemRemoved');
  await site.send(bo, new DeliverGallery(id));
  expect((await site.itemsFor(ann, id)).map((item) => item.id)).toEqual([kept]);
});

test('originals are locked until the booking is paid, unless the creator decides otherwise', async () => {
  const id = await site.gallery(ann, bo);
  const one = await site.add(bo, id, await picture(), 'rings.JPG');
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  const url = (by: Actor, variant: 'original' | 'large') =>
    site.site.as(by, () => site.galleries.url(id, one.id, { variant, download: true }));
  await expect(url(ann, 'original')).rejects.toMatchObject({ code: 'gallery-originals-locked' });
  expect((await url(ann, 'large')).url).toContain('.w1440.webp?token=');
  expect((await url(bo, 'original')).url).toContain('.JPG?token=');
  // An original that is requested for display is a download too, because only copies that Festoon wrote are safe to
  // show.
  const displayed = await site.site.as(bo, () =>
    site.galleries.url(id, one.id, { variant: 'original', download: false }),
  );
  expect(Date.parse(displayed.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  const { bookingId } = await site.seenBy(ann, id);
  await site.pay(ann, bookingId);
  expect((await url(ann, 'original')).url).toContain('.JPG?token=');
  expect(await site.seenBy(ann, id)).toMatchObject({ originalsLocked: false, may: { download: true } });

  const other = await site.creator('Cleo');
  await site.send(other, new ChangeGallerySettings({ lockOriginals: false }));
  await site.send(other, new ChangeGallerySettings({ deliveryDays: 14 }));
  const gallery = await site.seenBy(other, await site.gallery(ann, other));
  expect(gallery).toMatchObject({ originalsLocked: false, isLate: false });
  expect(Date.parse(gallery.dueDate) - Date.parse(gallery.booking.eventDate)).toBe(14 * 86_400_000);
});

test('a booking is late for staff two weeks after the promise, with a gallery or without one, until it is delivered', async () => {
  const lee = await site.creator('Lee');
  const [without, created, recent] = [
    await site.past(ann, lee),
    await site.past(ann, lee),
    await site.confirmed(ann, lee),
  ];
  const id = await site.send(lee, new CreateGallery(created, 'Old mill'));
  const lateOnes = async () => {
    const late = await site.site.as(lee, () => site.galleries.lateBookings());
    return [without, created, recent].map((each) => late.includes(each));
  };
  await eventually(async () => (await lateOnes()).join() === 'true,true,false');
  expect(await site.seenBy(lee, id)).toMatchObject({ isLate: true });
  const deliveryOf = (each: string) => site.site.as(ann, () => site.galleries.delivery(each));
  const promised = { dueDate: '2026-01-31', may: { createGallery: false } };
  expect(await deliveryOf(without)).toEqual({ ...promised, isLate: true });
  expect(await deliveryOf(recent)).toMatchObject({ isLate: false });
  await site.add(lee, id, await picture());
  await site.processed(lee, id);
  await site.send(lee, new MarkGalleryReady(id));
  await site.send(lee, new DeliverGallery(id));
  expect(await lateOnes()).toEqual([true, false, false]);
  expect(await deliveryOf(created)).toEqual({ ...promised, isLate: false });
  await site.send(lee, new ChangeGallerySettings({ deliveryDays: 365 }));
  expect(await lateOnes()).toEqual([false, false, false]);
});

test('the gallery of a cancelled booking is not late', async () => {
  const lee = await site.creator('Lee');
  const bookingId = await site.past(ann, lee);
  const id = await site.send(lee, new CreateGallery(bookingId, 'Old mill'));
  const late = async () => {
    const staff = await site.site.as(worker, () => site.galleries.factsForStaff(bookingId));
    const delivery = await site.site.as(ann, () => site.galleries.delivery(bookingId));
    return [(await site.seenBy(lee, id)).isLate, staff.isLate, delivery.isLate];
  };
  expect(await late()).toEqual([true, true, true]);
  await site.cancel(bookingId, ann);
  await eventually(async () => (await site.statusOf(bookingId)) === 'cancelled');
  expect(await late()).toEqual([false, false, false]);
});

test('visitors of a link get photos and videos without metadata, which may say where they were taken', async () => {
  const id = await site.gallery(ann, bo);
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '44/1 28/1 30/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '73/1 12/1 0/1',
  };
  const photo = await sharp(await picture())
    .withExif({ IFD3: place })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const one = await site.add(bo, id, photo, 'home.JPG');
  const film = await site.add(bo, id, placedMp4(), 'speech.mp4', 'video/mp4');
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  await site.pay(ann, (await site.seenBy(ann, id)).bookingId);
  const link = 'gallery-share-00000000-0000-4000-8000-000000000001';
  const pathFor = async (person: string, itemId: string) => {
    const request = { variant: 'original', download: true } as const;
    const { url } = await site.galleries.url(id, itemId, request, { by: ann, person });
    return `private/${url.slice('/storage/v1/object/sign/galleries/'.length, url.indexOf('?'))}`;
  };
  expect(await pathFor(ann.id, one.id)).toBe(one.path);
  const forVisitor = await buffer(await site.storage.read(await pathFor(link, one.id)));
  const metadata = await sharp(forVisitor).metadata();
  expect([metadata.exif, metadata.width]).toEqual([undefined, width]);
  expect(await pathFor(ann.id, film.id)).toBe(film.path);
  const filmForVisitor = await buffer(await site.storage.read(await pathFor(link, film.id)));
  expect(filmForVisitor.length).toBe(placedMp4().length);
  expect([placedMp4().includes(recordedPlace), filmForVisitor.includes(recordedPlace)]).toEqual([true, false]);
  const archived = async (person: string) => {
    const { files } = await site.galleries.archiveContents(id, 'original', { by: ann, person });
    return files.map(({ path, name, size }) => [path, name, size]);
  };
  expect((await archived(ann.id))[0]).toEqual([one.path, 'home.JPG', photo.length]);
  expect(await archived(link)).toEqual([
    [await pathFor(link, one.id), 'home.JPG', forVisitor.length],
    [await pathFor(link, film.id), 'speech.mp4', filmForVisitor.length],
  ]);
});

test('a visit for viewing plays the videos of a delivered gallery that is paid, and playing is no download', async () => {
  const id = await site.gallery(ann, bo);
  const photo = await site.add(bo, id, await picture());
  const film = await site.add(bo, id, placedMp4(), 'speech.mp4', 'video/mp4');
  await site.processed(bo, id);
  const shares = site.site.app.get(GallerySharesQueries, { strict: false });
  const controller = site.site.app.get(SharedGalleriesController, { strict: false });
  const visit = async (access: 'view' | 'download') => {
    const shareId = await site.send(bo, new CreateGalleryShare(id, { access }));
    const { accessToken } = await shares.visitToken(shareId, access);
    const request = async (itemId: string, download = false) => {
      const body = { variant: 'original', download } as const;
      const { url } = await site.site.as(visitor, () =>
        controller.url(shares.tokenOf(shareId), itemId, accessToken, body),
      );
      return url.slice(0, url.indexOf('?')).replace(/^.*\./, '.');
    };
    const downloads = async () =>
      (await site.site.typesOf(shareId)).filter((type) => type === 'GalleryShareDownloaded').length;
    return { request, downloads };
  };
  const locked = { code: 'gallery-originals-locked' };
  await site.send(bo, new MarkGalleryReady(id));
  await expect((await visit('view')).request(film.id)).rejects.toMatchObject(locked);
  await site.send(bo, new DeliverGallery(id));
  const [viewing, downloading] = [await visit('view'), await visit('download')];
  await expect(viewing.request(film.id)).rejects.toMatchObject(locked);
  await site.pay(ann, (await site.seenBy(ann, id)).bookingId);
  for (const { request, downloads } of [viewing, downloading]) {
    expect(await request(film.id)).toBe('.mp4');
    expect(await downloads()).toBe(0);
  }
  const refused = { code: 'gallery-share-download-not-allowed' };
  await expect(viewing.request(film.id, true)).rejects.toMatchObject(refused);
  await expect(viewing.request(photo.id)).rejects.toMatchObject(refused);
  expect([await downloading.request(film.id, true), await downloading.request(photo.id)]).toEqual(['.mp4', '.jpg']);
  expect([await viewing.downloads(), await downloading.downloads()]).toEqual([0, 2]);
});

test('a gallery with videos only has no archive in web size', async () => {
  const id = await site.gallery(ann, bo);
  await site.add(bo, id, placedMp4(), 'speech.mp4', 'video/mp4');
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  const contents = (variant: 'original' | 'large', by: Actor) =>
    site.galleries.archiveContents(id, variant, { by, person: by.id });
  await expect(contents('large', ann)).rejects.toMatchObject({ code: 'gallery-archive-empty' });
  expect((await contents('original', bo)).files).toHaveLength(1);
});

test('lists are paged, newest first, and a client sees no drafts in them', async () => {
  const client = await site.register('client', 'Lia');
  const ids = [await site.gallery(client, bo), await site.gallery(client, bo), await site.gallery(client, bo)];
  const mine = (by: Actor, more: object = {}) => site.site.as(by, () => site.galleries.mine({ limit: 2, ...more }));
  expect((await mine(client)).items).toEqual([]);
  const first = await mine(bo);
  expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect((await mine(bo, { cursor: first.nextCursor })).items[0]?.id).toBe(ids[0]);
  const { bookingId } = await site.seenBy(bo, ids[0] ?? '');
  expect((await mine(bo, { bookingId })).items.map(({ id }) => id)).toEqual([ids[0]]);
});

const storedIn = async (id: string): Promise<readonly string[]> => {
  const paths: string[] = [];
  for await (const { path } of site.storage.list(`private/${id}`)) paths.push(path);
  return paths;
};

test('the files of a removed item are removed', async () => {
  const id = await site.gallery(ann, bo);
  const [one, two] = [await site.add(bo, id, await picture()), await site.add(bo, id, await picture())];
  await site.processed(bo, id);
  expect(await storedIn(id)).toHaveLength(16);
  await site.send(bo, new RemoveGalleryItem(id, one.id));
  await eventually(async () => (await storedIn(id)).length === 8);
  expect((await storedIn(id)).every((path) => path.startsWith(two.path.replace('.jpg', '')))).toBe(true);
});

test('copies that an interrupted attempt left of a removed item are removed by the next one', async () => {
  const id = await site.gallery(ann, bo);
  const item = await site.add(bo, id, await picture());
  await site.processed(bo, id);
  const copy = (await storedIn(id)).find((path) => path !== item.path) ?? '';
  await site.send(bo, new RemoveGalleryItem(id, item.id));
  await eventually(async () => (await storedIn(id)).length === 0);
  await site.storage.write(copy, await picture());
  const [added] = await site.site.store.read(item.id);
  await site.site.app.get(GalleriesReactions, { strict: false }).deriveItem.react(added as never);
  expect(await storedIn(id)).toEqual([]);
});

test('an item that cannot be processed in any attempt is refused, and its creator can remove it', async () => {
  const copies = jest.spyOn(site.site.app.get(MediaCopies, { strict: false }), 'make');
  copies.mockRejectedValue(new Error('The store does not answer'));
  const id = await site.gallery(ann, bo);
  const item = await site.add(bo, id, await picture());
  const [added] = await site.site.store.read(item.id);
  const { deriveItem } = site.site.app.get(GalleriesReactions, { strict: false });
  await expect(
    deriveItem.react(added as never, { number: 12, isLast: false, report: () => undefined }),
  ).rejects.toThrow('does not answer');
  const worker: Actor = { id: deriveItem.name, kind: 'worker', role: 'reaction' };
  await site.site.as(worker, () =>
    deriveItem.react(added as never, { number: 13, isLast: true, report: () => undefined }),
  );
  copies.mockRestore();
  await eventually(async () => (await site.itemsFor(bo, id))[0]?.state === 'refused');
  const refusal = 'This file could not be processed. Delete it and upload it again.';
  expect(await site.itemsFor(bo, id)).toMatchObject([{ refusal }]);
  await site.send(bo, new RemoveGalleryItem(id, item.id));
  await eventually(async () => (await site.itemsFor(bo, id)).length === 0);
});

test('originals that are missing or have other bytes than the upload are found', async () => {
  const id = await site.gallery(ann, bo);
  const [kept, changed, lost] = [
    await site.add(bo, id, await picture()),
    await site.add(bo, id, await picture()),
    await site.add(bo, id, await picture()),
  ];
  await site.processed(bo, id);
  const verification = site.site.app.get(FileVerification, { strict: false });
  const found = async () => {
    const { missing, changed } = await verification.verify();
    return [missing.filter((path) => path.includes(id)), changed.filter((path) => path.includes(id))];
  };
  expect(await found()).toEqual([[], []]);
  const file = join(site.site.config.dataFolder, 'files', changed.path);
  const bytes = readFileSync(file);
  bytes[100] = 255 - (bytes[100] ?? 0);
  writeFileSync(file, bytes);
  await site.storage.remove([lost.path]);
  expect(await found()).toEqual([[lost.path], [changed.path]]);
  const { sha256 } = (await site.itemsFor(bo, id)).find((item) => item.id === kept.id) ?? {};
  expect(sha256).toBe(
    createHash('sha256')
      .update(await picture())
      .digest('hex'),
  );
  await site.send(bo, new MarkGalleryReady(id));
  const seenByClient = await eventually(() => site.itemsFor(ann, id).catch(() => undefined));
  expect(seenByClient.every((item) => item.sha256 === null)).toBe(true);
});

test('files that belong to no item are removed after a day', async () => {
  const id = await site.gallery(ann, bo);
  await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.storage.write(`private/${id}/0-lost.jpg`, await picture());
  const fileSweep = site.site.app.get(FileSweep, { strict: false });
  expect((await fileSweep.sweep()).orphans).toEqual([]);
  ageFiles(site.site.config.dataFolder);
  const { orphans } = await fileSweep.sweep();
  expect(orphans.map(({ path }) => path)).toContain(`private/${id}/0-lost.jpg`);
  expect(await storedIn(id)).toHaveLength(8);
  expect((await storedIn(id)).some((path) => path.endsWith('0-lost.jpg'))).toBe(false);
});

const delivered = async (client: Actor, creator: Actor) => {
  const id = await site.gallery(client, creator);
  const item = await site.add(creator, id, await picture(), 'rings of Hal.jpg');
  await site.processed(creator, id);
  await site.send(creator, new ChangeGalleryItem(id, item.id, { title: 'The rings of Hal', section: 'Hal’s morning' }));
  await site.send(creator, new MarkGalleryReady(id));
  await site.send(creator, new DeliverGallery(id));
  return { id, item };
};
const erase = async (person: Actor): Promise<void> => {
  await site.send(person, new ErasePerson(person.id));
  const erased = (await site.site.store.read(`user-${person.id}`)).findLast(({ type }) => type === 'PersonErased');
  expect(await site.site.app.get(Reactor).waitForReactions(erased as never, 60_000)).toBe(true);
};
/** Everything in the log and the read tables, as text. */
const everything = async (): Promise<string> => {
  const database = site.site.app.get(Database);
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'read'`,
  );
  const rows = [];
  for (const { name } of tables) rows.push(...(await database.query(`select t::text from ${name} t`)));
  const events = (await site.site.store.after(0n, 100_000)).map(({ type, data }) => ({ type, data }));
  return JSON.stringify([rows, events]);
};

test.each(['client', 'creator'] as const)(
  'if the %s is erased, a gallery that was not delivered and its files are removed',
  async (who) => {
    const [client, creator] = [await site.register('client', 'Hal'), await site.creator('Ida')];
    const id = await site.gallery(client, creator);
    const item = await site.add(creator, id, await picture());
    await site.processed(creator, id);
    const [leaving, left] = who === 'client' ? [client, creator] : [creator, client];
    await erase(leaving);
    expect(await storedIn(id)).toEqual([]);
    expect((await site.site.typesOf(item.id)).at(-1)).toBe('GalleryItemRemoved');
    expect((await site.site.typesOf(id)).at(-1)).toBe('GalleryClosed');
    expect(await site.galleries.remainingOf(leaving.id)).toEqual([]);
    await expect(site.seenBy(left, id)).rejects.toMatchObject({ code: 'gallery-not-found' });
  },
);

test('if the client is erased, nothing that the creator wrote about them is left', async () => {
  const [client, creator] = [await site.register('client', 'Hal'), await site.creator('Ida')];
  const { id } = await delivered(client, creator);
  await site.send(creator, new CreateGalleryShare(id, { label: 'Hal’s parents', access: 'view' }));
  await site.send(creator, new ReopenGallery(id, 'Hal wants another one'));
  expect(await everything()).toContain('rings of Hal');
  await erase(client);
  const left = await everything();
  for (const text of ['rings of Hal', 'The rings of Hal', 'Hal’s morning', 'Hal’s parents', 'Hal wants'])
    expect(left).not.toContain(text);
  expect(await storedIn(id)).toEqual([]);
  expect(await site.galleries.remainingOf(client.id)).toEqual([]);
});

test('if the creator is erased, the client keeps the delivered photos, without texts and links', async () => {
  const [client, creator] = [await site.register('client', 'Hal'), await site.creator('Ida')];
  await site.send(creator, new ChangeGallerySettings({ deliveryDays: 14 }));
  const { id, item } = await delivered(client, creator);
  await site.send(creator, new CreateGalleryShare(id, { access: 'view' }));
  await site.send(creator, new ReopenGallery(id, 'Ida wants another one'));
  await erase(creator);
  expect((await site.site.typesOf(id)).at(-1)).toBe('GalleryCreatorLeft');
  expect(await site.seenBy(client, id)).toMatchObject({
    status: 'delivered',
    name: 'Gallery',
    reopenReason: null,
    creator: { displayName: 'Former member' },
    originalsLocked: false,
    may: { accept: true, download: true, archive: true },
  });
  expect(await site.itemsFor(client, id)).toMatchObject([
    {
      id: item.id,
      fileName: 'File',
      title: null,
      section: null,
      previews: { large: expect.not.stringContaining('marked') },
    },
  ]);
  expect(await storedIn(id)).toHaveLength(8);
  expect(await site.galleries.linksOf(id)).toEqual([]);
  const left = await everything();
  for (const text of ['rings of Hal', 'Hal’s morning', 'Ida wants']) expect(left).not.toContain(text);
  expect(await site.galleries.settingsOf(creator.id)).toEqual({ lockOriginals: true, deliveryDays: 30 });
  expect(await site.galleries.remainingOf(creator.id)).toEqual([]);

  await erase(client);
  expect((await site.site.typesOf(id)).at(-1)).toBe('GalleryClosed');
  expect(await storedIn(id)).toEqual([]);
});

test('an erasure is not complete while files, items or links of a closed gallery are left', async () => {
  const [client, creator] = [await site.register('client', 'Hal'), await site.creator('Ida')];
  const { id } = await delivered(client, creator);
  const shareId = await site.send(creator, new CreateGalleryShare(id, { access: 'view' }));
  const closed = { personId: client.id, creatorId: creator.id, clientId: client.id };
  await site.site.as(worker, async () =>
    site.site.store.append(id, (await site.site.store.read(id)).length, [{ type: 'GalleryClosed', data: closed }]),
  );
  const [itemId] = (await site.galleries.progressOf(id)).map((row) => row.id);
  const left = await site.galleries.remainingOf(client.id);
  expect(left.slice(0, 2).sort()).toEqual([itemId, shareId].sort());
  expect(left.slice(2)).toEqual([expect.stringContaining(`private/${id}/`)]);
  await site.send(worker, new CloseGalleries(client.id));
  expect(await site.galleries.remainingOf(client.id)).toEqual([]);
});

test('a person’s data export contains their galleries with the items, and no links', async () => {
  const client = await site.register('client', 'Mia');
  const id = await site.gallery(client, bo);
  await site.add(bo, id, await picture(), 'first dance.jpg');
  await site.processed(bo, id);
  const exported = (by: Actor) => site.site.as(by, () => site.galleries.ownWithItems());
  expect(await exported(client)).toEqual([]);
  const own = (await exported(bo)).find((each) => each.id === id);
  expect(own).toMatchObject({ name: 'Ann and Ben', items: [{ fileName: 'first dance.jpg' }] });
  expect(own).toMatchObject({ links: [] });
  await site.send(bo, new MarkGalleryReady(id));
  const shareId = await site.send(bo, new CreateGalleryShare(id, { label: 'Guests', access: 'view' }));
  await site.send(eve, new OpenGalleryShare(shareId, {}));
  const ofCreator = (await exported(bo)).find((each) => each.id === id);
  expect(ofCreator?.links).toMatchObject([
    { id: shareId, label: 'Guests', visits: [{ kind: 'opened', access: 'view' }] },
  ]);
  const [ofClient] = await exported(client);
  expect(ofClient).toMatchObject({ id, items: [{ fileName: 'first dance.jpg' }] });
  expect(ofClient).not.toHaveProperty('links');
  for (const text of [JSON.stringify(ofCreator), JSON.stringify(ofClient)]) {
    expect(text).not.toContain('token=');
    expect(text).not.toContain(eve.id);
  }
});

test('a booking is completed after its event once its gallery is accepted and everything is paid', async () => {
  const bookingId = await site.past(ann, bo);
  const id = await site.send(bo, new CreateGallery(bookingId, 'Ann and Ben'));
  await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  await site.send(ann, new AcceptGallery(id, 1));
  const accepted = (await site.site.store.read(id)).at(-1);
  expect(await site.site.app.get(Reactor).waitForReactions(accepted as never, 60_000)).toBe(true);
  // The balance is still due.
  expect(await site.statusOf(bookingId)).toBe('confirmed');
  await site.pay(ann, bookingId);
  await eventually(async () => (await site.statusOf(bookingId)) === 'completed');
});

test('a gallery that is accepted before the event completes its booking the day after it', async () => {
  const id = await site.gallery(ann, bo);
  const { booking, bookingId } = await site.seenBy(bo, id);
  await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  await site.pay(ann, bookingId);
  await site.send(ann, new AcceptGallery(id, 1));
  const accepted = (await site.site.store.read(id)).at(-1);
  expect(await site.site.app.get(Reactor).waitForReactions(accepted as never, 60_000)).toBe(true);
  expect(await site.statusOf(bookingId)).toBe('confirmed');

  const [created] = (await site.site.store.read(id)) as readonly Recorded<Pick<GalleryEvents, 'GalleryCreated'>>[];
  const reaction = site.site.app.get(GalleriesReactions, { strict: false }).completeBookingAfterEvent;
  const runsAt = Date.parse(reaction.runAt?.(created as never) ?? '');
  expect(runsAt - Date.parse(booking.eventDate)).toBe(36 * 3_600_000);
  await site.site.at(new Date(runsAt), () => site.site.as(worker, () => reaction.react(created as never)));
  expect(await site.statusOf(bookingId)).toBe('completed');
});

test('a gallery that is created while its event moves has the days that the parties agreed on', async () => {
  const bookingId = await site.confirmed(ann, bo);
  const [requested] = await site.site.store.read(bookingId);
  const { eventDate = '' } = (requested?.data ?? {}) as { eventDate?: string };
  const moved = dayAfter(eventDate, 40);
  await site.moveEvent(bookingId, { eventDate: moved, durationDays: 2 });
  // Written as by a command that read the booking before it was changed.
  const id = galleryIdOf(bookingId);
  const details = { bookingId, name: 'Moved', description: null, creatorId: bo.id, clientId: ann.id };
  const dates = { eventDate, dueDate: dayAfter(eventDate, 30) };
  await site.site.as(bo, () =>
    site.site.store.append(id, 0, [{ type: 'GalleryCreated', data: { ...details, ...dates } }]),
  );
  await eventually(async () => (await site.seenBy(bo, id)).dueDate === dayAfter(moved, 31));
});

test('a gallery moves with the event of its booking: the promise to deliver, its reminders and the completion', async () => {
  const id = await site.gallery(ann, bo);
  const before = await site.seenBy(bo, id);
  const [eventDate, dueDate] = [dayAfter(before.booking.eventDate, 99), dayAfter(before.dueDate, 100)];
  await site.moveEvent(before.bookingId, { eventDate, durationDays: 2 });
  await eventually(async () => (await site.seenBy(bo, id)).dueDate === dueDate);
  expect(await site.seenBy(bo, id)).toMatchObject({ booking: { eventDate }, isLate: false });
  const moved = (await site.site.store.read(id)).at(-1);
  const { completeBookingAfterMovedEvent } = site.site.app.get(GalleriesReactions, { strict: false });
  expect(completeBookingAfterMovedEvent.runAt?.(moved as never)).toBe(`${dayAfter(eventDate, 2)}T12:00:00.000Z`);
  const { remindMovedDue } = site.site.app.get(GallerySchedule, { strict: false });
  expect(remindMovedDue.runAt?.(moved as never)).toBe(`${dueDate}T12:00:00.000Z`);
});

test('the pages of both parties are notified that a gallery was closed', async () => {
  const { audience } = galleriesModule.subscribers.find(({ aggregate }) => aggregate.stream === 'gallery') ?? {};
  const data = { personId: ann.id, creatorId: bo.id, clientId: ann.id };
  const [closed] = recorded('gallery-1', [{ type: 'GalleryClosed', data }]);
  expect(await audience?.(closed as never, site.galleries)).toEqual({ people: [bo.id, ann.id] });
});

test('the read tables match a fresh fold of the log', async () => {
  expect(await site.site.differences()).toEqual(new Map());
});

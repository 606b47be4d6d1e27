import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import {
  AddGalleryItem,
  ChangeGalleryItem,
  CreateGallery,
  DeliverGallery,
  GalleriesQueries,
  MarkGalleryReady,
} from '#galleries';
import { uuidFrom } from '#platform/context';
import { drawScene, type Scene } from '#platform/images';
import { ObjectExists, Storage } from '#platform/storage';
import { DemoCommands } from './demo-commands.ts';
import { type DemoGallery, demoGalleries, galleryOwner } from './demo-data.ts';

/** Pictures of a demo gallery alternate between landscape and portrait, like the photos of an event. */
const shapes = [
  [1_500, 1_000],
  [1_500, 1_000],
  [1_000, 1_500],
  [1_200, 1_200],
] as const;
/** How long to wait until the photos of a gallery are processed, in milliseconds. */
const processingTimeout = 600_000;

/**
 * Fills the demo's galleries with drawn photos, which pass through the same processing as uploads. This takes a while,
 * so it runs while the product is already in use. Repeatable: it continues where an earlier run ended. `scale` makes
 * the photos smaller.
 */
export const loadDemoGalleries = async (
  product: INestApplicationContext,
  signal: AbortSignal,
  scale = 1,
): Promise<void> => {
  const demo = new DemoCommands(product);
  const { items: galleries } = await demo.as(galleryOwner, () => demo.get(GalleriesQueries).mine({ limit: 100 }));
  if (galleries.some(({ version }) => version > 0)) return;
  const bookings = await demo
    .as(galleryOwner, () => demo.get(BookingsQueries).mine({ limit: 100 }))
    .then(({ items }) => new Map(items.map(({ eventName, id }) => [eventName, id])));
  for (const gallery of demoGalleries) {
    const bookingId = bookings.get(gallery.eventName);
    if (bookingId) await loadGallery(demo, bookingId, gallery, signal, scale);
  }
};

const loadGallery = async (
  demo: DemoCommands,
  bookingId: string,
  { eventName, name, description, sections, delivered }: DemoGallery,
  signal: AbortSignal,
  scale: number,
): Promise<void> => {
  const id = await demo.send(galleryOwner, `gallery-${eventName}`, new CreateGallery(bookingId, name, description));
  const photos = sections.flatMap(({ title, scene, photos: count }) =>
    Array.from({ length: count }, () => [title, scene] as const),
  );
  for (const [index, [title, scene]] of photos.entries())
    if (!signal.aborted) await addPhoto(demo, id, title, scene, index + 1, scale);
  if (!delivered || !(await arePhotosProcessed(demo, id, signal))) return;
  await demo.send(galleryOwner, `ready-${eventName}`, new MarkGalleryReady(id));
  await demo.send(galleryOwner, `deliver-${eventName}`, new DeliverGallery(id));
};

const addPhoto = async (
  demo: DemoCommands,
  galleryId: string,
  section: string,
  scene: Scene,
  number: number,
  scale: number,
) => {
  const [width, height] = shapes[number % shapes.length] ?? shapes[0];
  const content = await drawScene(scene, number, width * scale, height * scale);
  const path = `private/${galleryId}/${1_767_225_600_000 + number}-${scene}.jpg`;
  await demo
    .get(Storage)
    .write(path, content)
    .catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error;
    });
  const uploadId = uuidFrom(`demo ${galleryId} ${number}`);
  const fileName = `${scene}-${String(number).padStart(2, '0')}.jpg`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path, fileName, fileType: 'image/jpeg', fileSize: content.length, sha256 };
  await demo.send(galleryOwner, `photo-${galleryId}-${number}`, new AddGalleryItem(galleryId, uploadId, file));
  const change = new ChangeGalleryItem(galleryId, `gallery-item-${uploadId}`, { section, sortOrder: number });
  await demo.send(galleryOwner, `section-${galleryId}-${number}`, change);
};

/** Whether all photos were processed in time. */
const arePhotosProcessed = async (demo: DemoCommands, galleryId: string, signal: AbortSignal): Promise<boolean> => {
  for (const deadline = Date.now() + processingTimeout; Date.now() < deadline && !signal.aborted; await sleep(250)) {
    const items = await demo.get(GalleriesQueries).progressOf(galleryId);
    if (items.length > 0 && items.every(({ state }) => state === 'ready')) return true;
  }
  return false;
};

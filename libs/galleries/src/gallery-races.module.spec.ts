import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Actor } from '#kernel';
import { outcomeOf, raceRuns } from '#platform/testing';
import { DeliverGallery, MarkGalleryReady, ReopenGallery } from './galleries.commands.ts';
import { GalleryTestApp } from './galleries.suite.ts';
import type { GalleryEvents } from './gallery.ts';
import { AddGalleryItem, itemIdOf, RecordGalleryItemCopies, RemoveGalleryItem } from './gallery-items.commands.ts';

/** A round takes less than a second, and several on a busy machine. */
const timeout = 60_000 + raceRuns.length * 4_000;
const facts = { kind: 'image', width: 8, height: 8, thumbhash: 'aa', durationMs: null } as const;
const checksums = { originalCrc32: 1, largeCrc32: 2, largeSize: 3, fullCrc32: 4, fullSize: 5 };

let site: GalleryTestApp;
let ann: Actor;
let bo: Actor;
let picture: Buffer;
beforeAll(async () => {
  site = await GalleryTestApp.start();
  ann = await site.register('client', 'Ann');
  bo = await site.creator('Bo');
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => site.stop());

/** Adds a file whose copies need not be waited for. */
const addReady = async (galleryId: string): Promise<string> => {
  const { id } = await site.add(bo, galleryId, picture);
  await site.send(bo, new RecordGalleryItemCopies(id, { ...facts, ...checksums }));
  return id;
};

/** The version that was delivered last. */
const frozen = async (id: string): Promise<readonly string[]> => {
  const events = await site.site.store.read<GalleryEvents>(id);
  const last = events.findLast(({ type }) => type === 'GalleryDelivered');
  return last?.type === 'GalleryDelivered' ? last.data.itemIds : [];
};

/** Fails unless the frozen version is what both parties see, and every original of it is stored. */
const requireWhole = async (id: string): Promise<readonly string[]> => {
  const version = await frozen(id);
  for (const by of [ann, bo]) {
    const seen = await site.itemsFor(by, id);
    expect(seen.map((item) => item.id)).toEqual(version);
    expect((await site.seenBy(by, id)).itemCount).toBe(version.length);
    for (const { fileUrl } of seen) expect(await site.storage.stat(`private/${fileUrl}`)).toBeDefined();
  }
  return version;
};

const readyGallery = async (): Promise<string> => {
  const id = await site.gallery(ann, bo);
  await addReady(id);
  await site.send(bo, new MarkGalleryReady(id));
  return id;
};

test(
  'a delivery and a removal at the same time: the version has the file, or the file is removed',
  async () => {
    const id = await readyGallery();
    for (const run of raceRuns) {
      const item = await addReady(id);
      const [delivered, removed] = await Promise.all([
        outcomeOf(site.send(bo, new DeliverGallery(id))),
        outcomeOf(site.send(bo, new RemoveGalleryItem(id, item))),
      ]);
      expect([run, delivered]).toEqual([run, 'done']);
      expect((await requireWhole(id)).includes(item)).toBe(removed !== 'done');
      await site.send(bo, new ReopenGallery(id, 'Once more'));
      if (removed !== 'done') await site.send(bo, new RemoveGalleryItem(id, item));
    }
  },
  timeout,
);

test(
  'a delivery and an upload at the same time: what was accepted is part of the gallery, and nothing else',
  async () => {
    const id = await readyGallery();
    for (const _ of raceRuns) {
      const uploadId = randomUUID();
      const path = `private/${id}/1-${uploadId.slice(0, 8)}.jpg`;
      await site.storage.write(path, picture);
      const file = { path, fileName: 'a.jpg', fileType: 'image/jpeg', fileSize: picture.length, sha256: '' };
      const [delivered, added] = await Promise.all([
        outcomeOf(site.send(bo, new DeliverGallery(id))),
        outcomeOf(site.send(bo, new AddGalleryItem(id, uploadId, file))),
      ]);
      const itemId = itemIdOf(uploadId);
      // A file that was accepted is not processed yet, so the delivery that comes second is refused.
      expect([
        ['done', 'gallery-delivered'],
        ['gallery-items-processing', 'done'],
      ]).toContainEqual([delivered, added]);
      if (delivered === 'done') {
        expect(await requireWhole(id)).not.toContain(itemId);
        expect(await site.site.typesOf(itemId)).toEqual([]);
        await site.send(bo, new ReopenGallery(id, 'Once more'));
      } else {
        expect((await site.itemsFor(bo, id)).map((item) => item.id)).toContain(itemId);
        await site.send(bo, new RemoveGalleryItem(id, itemId));
      }
    }
  },
  timeout,
);

test(
  'ten uploads into one gallery at the same time are all added, even if each of them is repeated',
  async () => {
    const id = await site.gallery(ann, bo);
    const file = {
      path: `private/${id}/1-missing.jpg`,
      fileName: 'a.jpg',
      fileType: 'image/jpeg',
      fileSize: 10,
      sha256: '',
    };
    const uploadIds = Array.from({ length: 10 }, () => randomUUID());
    await Promise.all([...uploadIds, ...uploadIds].map((each) => site.send(bo, new AddGalleryItem(id, each, file))));
    const items = await site.itemsFor(bo, id);
    expect([items.length, new Set(items.map((item) => item.id))]).toEqual([10, new Set(uploadIds.map(itemIdOf))]);
    expect(await site.site.typesOf(id)).toEqual(['GalleryCreated', ...uploadIds.map(() => 'GalleryItemListed')]);
  },
  timeout,
);

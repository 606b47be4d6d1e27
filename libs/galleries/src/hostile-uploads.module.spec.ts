import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Actor } from '#kernel';
import { type HostileFile, hostilePictures, hostileVideos, sampleOf } from '#platform/fixtures';
import { DeadLetters } from '#platform/jobs';
import { ageFiles, eventually, uploadFile } from '#platform/testing';
import { FileSweep } from '#platform/uploads';
import { type GalleryItem, galleryFileTypes, galleryUploadPurpose } from './contract.ts';
import { extensionOf } from './galleries.paths.ts';
import { GalleryTestApp } from './galleries.suite.ts';
import { itemIdOf } from './gallery-items.commands.ts';
import { GalleryItemUploads } from './gallery-items.uploads.ts';

let site: GalleryTestApp;
let bo: Actor;
let galleryId: string;
beforeAll(async () => {
  site = await GalleryTestApp.start();
  bo = await site.creator('Bo');
  galleryId = await site.gallery(await site.register('client', 'Ann'), bo);
});
afterAll(() => site.stop());

const upload = (fileName: string, content: Uint8Array) =>
  uploadFile(
    site.site.url,
    { 'x-actor': JSON.stringify(bo) },
    { purpose: galleryUploadPurpose, targetId: galleryId, fileName, content },
  );

/** What was uploaded, by the id of its item. */
const uploaded = new Map<string, HostileFile>();

const uploadHostile = async (file: HostileFile): Promise<void> => {
  const content = await file.content();
  const { id, status } = await upload(file.fileName, content);
  if (status === 204) uploaded.set(itemIdOf(id), file);
  // A file is refused before it is decoded only if it is empty, or named like one that galleries cannot hold.
  else
    expect([file.name, content.length > 0 && extensionOf(file.fileName) in galleryFileTypes]).toEqual([
      file.name,
      false,
    ]);
};

const expectOutcome = ({ id, state, refusal, width, height }: GalleryItem): void => {
  const { name, outcome } = uploaded.get(id) as HostileFile;
  const expected = { refused: ['refused'], derived: ['ready'], either: ['refused', 'ready'] }[outcome];
  expect([name, expected]).toEqual([name, expect.arrayContaining([state])]);
  const isExplained = state === 'refused' ? /^This .+\.$/.test(refusal ?? '') : Math.min(width ?? 0, height ?? 0) > 0;
  expect([name, isExplained]).toEqual([name, true]);
};

test('hostile files end with an explanation or with copies, and none as a dead letter', async () => {
  for (const file of sampleOf([...hostilePictures, ...hostileVideos])) await uploadHostile(file);
  expect(uploaded.size).toBeGreaterThanOrEqual(6);
  await site.processed(bo, galleryId);
  const items = await site.itemsFor(bo, galleryId);
  expect(items).toHaveLength(uploaded.size);
  for (const item of items) expectOutcome(item);
  expect(await site.site.app.get(DeadLetters).list()).toEqual([]);
}, 240_000);

test('a sweep keeps the files of all items, and removes those of items that do not exist', async () => {
  const stray = [`private/${galleryId}/1-stray.jpg`, `private/${galleryId}/1-stray-web.marked.w250.webp`];
  for (const path of stray) await site.storage.write(path, Buffer.from('a picture'));
  const processing = await site.add(bo, galleryId, Buffer.from('hello'));
  ageFiles(site.site.config.dataFolder);
  const before = await storedPaths();
  const { orphans, unknown } = await site.site.app.get(FileSweep, { strict: false }).sweep();
  expect([new Set(orphans.map(({ path }) => path)), unknown]).toEqual([new Set(stray), []]);
  const after = await storedPaths();
  expect(after).toEqual(expect.arrayContaining([processing.path]));
  expect(before.filter((path) => !after.includes(path))).toEqual(expect.arrayContaining(stray));
  expect(after.length).toBeGreaterThanOrEqual(before.length - stray.length);
  await site.processed(bo, galleryId);
});

const storedPaths = async (): Promise<readonly string[]> => {
  const paths: string[] = [];
  for await (const { path } of site.storage.list(`private/${galleryId}`)) paths.push(path);
  return paths;
};

test.each(['gallery-item-', 'gallery-share-'])('a file cannot belong to a %s', async (prefix) => {
  const uploads = site.site.app.get(GalleryItemUploads, { strict: false });
  const upload = { id: randomUUID(), person: bo.id, purpose: galleryUploadPurpose, targetId: prefix + randomUUID() };
  const file = { fileName: 'a.jpg', contentType: '', size: 1, sha256: '', createdAt: new Date() };
  await expect(site.site.as(bo, () => uploads.requireAllowed({ ...upload, ...file }))).rejects.toMatchObject({
    code: 'gallery-not-found',
  });
});

test.each([
  ['../../../etc/passwd.jpg', 'passwd.jpg'],
  ['..\\..\\photo.jpg', 'photo.jpg'],
  ['photo\u202egpj.exe.jpg', 'photogpj.exe.jpg'],
  ['first\u0000\r\n\tdance.jpg', 'firstdance.jpg'],
  [`${'é'.repeat(251)}.jpg`, `${'é'.repeat(251)}.jpg`],
  ['photo.jpg/', undefined],
  ['photo.jpg\u0000.exe', undefined],
  ['.jpg', '.jpg'],
])('a file named %j is stored in its gallery under a path of its own', async (name, shown) => {
  const content = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();
  const { id, status } = await upload(name, content);
  if (shown === undefined) return expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBe(204);
  const row = await eventually(() => site.galleries.item(itemIdOf(id)));
  expect(row.fileName).toBe(shown);
  expect(row.path).toMatch(new RegExp(`^private/${galleryId}/\\d{13}-[0-9a-f]{12}\\.jpg$`));
});

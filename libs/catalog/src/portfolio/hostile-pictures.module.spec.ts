import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CatalogQueries, catalogModule } from '#catalog';
import { RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { type HostileFile, hostilePictures, sampleOf } from '#platform/fixtures';
import { copyPaths } from '#platform/images';
import { DeadLetters } from '#platform/jobs';
import { Storage } from '#platform/storage';
import { ageFiles, eventually, TestApp, uploadFile } from '#platform/testing';
import { acceptUploadBodies, FileSweep } from '#platform/uploads';
import { PortfolioUploads } from './portfolio.uploads.ts';

/** A portfolio has 30 pictures at most, so each creator uploads a few of the files. */
const filesPerCreator = 10;
const seeder: Actor = { id: 'catalog.test', kind: 'system', role: 'test' };

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [catalogModule.nest], actorHeader: true, prepare: acceptUploadBodies });
});
afterAll(() => site.stop());

const registered = async (): Promise<Actor> => {
  const email = `${randomUUID()}@example.com`;
  const newUser = { firstName: 'Bo', lastName: 'Stone', email, password: 'Orchard-Lane-7', phone: '876-555-0100' };
  return {
    id: await site.send(seeder, new RegisterUser({ ...newUser, role: 'creator' })),
    kind: 'user',
    role: 'creator',
  };
};
const own = async (by: Actor) => (await site.app.get(CatalogQueries).ownPortfolio(by.id)).items;
const stored = async (by: Actor): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const folder of [`public/${by.id}`, `private/${by.id}`])
    for await (const { path } of site.app.get(Storage).list(folder)) paths.push(path);
  return paths;
};

/** What was uploaded, by the id of its picture. */
const uploaded = new Map<string, HostileFile>();

const uploadHostile = async (by: Actor, file: HostileFile): Promise<void> => {
  const { name, fileName } = file;
  const contentType = `image/${fileName.slice(fileName.lastIndexOf('.') + 1)}`;
  const sent = { purpose: 'portfolio', fileName, contentType, content: await file.content() };
  const { id, status, body } = await uploadFile(site.url, { 'x-actor': JSON.stringify(by) }, sent);
  if (status === 204) uploaded.set(id, file);
  else expect([name, JSON.parse(body).message]).toEqual([name, 'This file is empty']);
};

const expectOutcome = ({ id, status, reason }: Awaited<ReturnType<typeof own>>[number]): void => {
  const { name, outcome } = uploaded.get(id) as HostileFile;
  const expected = { refused: ['refused'], derived: ['published'], either: ['refused', 'published'] }[outcome];
  expect([name, expected]).toEqual([name, expect.arrayContaining([status])]);
  expect([name, reason]).toEqual([name, status === 'refused' ? expect.stringMatching(/^This .+\.$/) : null]);
};

test('hostile files end as a refused or a published picture, and none as a dead letter', async () => {
  const creators: Actor[] = [];
  for (const [index, file] of sampleOf(hostilePictures).entries()) {
    if (index % filesPerCreator === 0) creators.push(await registered());
    await uploadHostile(creators.at(-1) as Actor, file);
  }
  expect(uploaded.size).toBeGreaterThanOrEqual(6);
  let count = 0;
  for (const by of creators) {
    await eventually(async () => (await own(by)).every(({ status }) => status !== 'processing'), 'all pictures');
    const items = await own(by);
    for (const item of items) expectOutcome(item);
    count += items.length;
    // Only the copies of published pictures stay stored.
    const copies = items.filter(({ status }) => status === 'published').length * copyPaths('').length;
    await eventually(async () => (await stored(by)).length === copies, 'the originals to be removed');
  }
  expect(count).toBe(uploaded.size);
  expect(await site.app.get(DeadLetters).list()).toEqual([]);
}, 240_000);

test('a sweep keeps the copies of published pictures, and removes those of pictures that do not exist', async () => {
  const bo = await registered();
  const stray = [`public/${bo.id}/portfolio-1-0.w250.webp`, `private/${bo.id}/portfolio-${randomUUID()}.jpg`];
  for (const path of stray) await site.app.get(Storage).write(path, Buffer.from('a copy'));
  ageFiles(site.config.dataFolder);
  const { checked, orphans } = await site.app.get(FileSweep, { strict: false }).sweep();
  expect(checked).toBeGreaterThan(stray.length);
  expect(new Set(orphans.map(({ path }) => path))).toEqual(new Set(stray));
  expect(await stored(bo)).toEqual([]);
});

test('the original and the copies of a picture that is being processed are not orphans', async () => {
  const bo = await registered();
  const [original, target] = [`private/${bo.id}/portfolio-${randomUUID()}.jpg`, `public/${bo.id}/portfolio-2-0`];
  // The file is not stored, so the picture stays in this state until all attempts have failed.
  const data = { creatorId: bo.id, pictureId: randomUUID(), fileName: 'a.jpg', original, target };
  await site.as(bo, () =>
    site.store.append(`portfolio-${bo.id}`, 0, [
      { type: 'PortfolioOpened', data: { creatorId: bo.id } },
      { type: 'PortfolioPictureAdded', data },
    ]),
  );
  const used = [original, ...copyPaths(target)];
  const uploads = site.app.get(PortfolioUploads, { strict: false });
  expect(used.every((path) => uploads.owns(path))).toBe(true);
  expect(await uploads.referenced([...used, `public/${bo.id}/portfolio-3-1.jpg`])).toEqual(used);
});

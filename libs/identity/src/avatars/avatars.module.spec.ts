import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { IdentityQueries, identityModule, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { Storage } from '#platform/storage';
import { ageFiles, eventually, TestApp, uploadFile } from '#platform/testing';
import { acceptUploadBodies, FileSweep } from '#platform/uploads';
import { RemoveAvatar } from './avatars.commands.ts';
import { AvatarQueries } from './avatars.queries.ts';

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [identityModule.nest], actorHeader: true, prepare: acceptUploadBodies });
});
afterAll(() => site.stop());

const testSystem: Actor = { id: 'identity.test', kind: 'system', role: 'test' };
const register = async (): Promise<Actor> => {
  const email = `${randomUUID()}@example.com`;
  const ann = { firstName: 'Ann', lastName: 'Archer', email, password: 'Orchard-Lane-7', phone: '876-555-0100' };
  const id = await site.send(testSystem, new RegisterUser({ ...ann, role: 'client' }));
  return { id, kind: 'user', role: 'client' };
};
const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#336655' } })
    .png()
    .toBuffer();
const upload = (by: Actor, content: Uint8Array) => {
  const file = { purpose: 'avatar', fileName: 'me.png', contentType: 'image/png', content };
  return uploadFile(site.url, { 'x-actor': JSON.stringify(by) }, file);
};
const ownAvatar = (by: Actor) => site.app.get(AvatarQueries).ownAvatar(by.id);
const waitUntilPrepared = (by: Actor) => eventually(async () => !(await ownAvatar(by)).isProcessing);
const shownUrl = async (by: Actor) => (await site.app.get(IdentityQueries).names([by.id])).get(by.id)?.avatarUrl;
const countFiles = async (by: Actor): Promise<number> => {
  let count = 0;
  for (const folder of [`public/${by.id}`, `private/${by.id}`])
    for await (const _ of site.app.get(Storage).list(folder)) count += 1;
  return count;
};

test('a client’s picture is shown wherever their name is, and a new one replaces it', async () => {
  const ann = await register();
  expect([await shownUrl(ann), await ownAvatar(ann)]).toEqual([
    null,
    { url: null, isProcessing: false, refusal: null },
  ]);
  await upload(ann, await picture());
  await waitUntilPrepared(ann);
  const { url: first } = await ownAvatar(ann);
  expect(first).toMatch(new RegExp(`^/storage/v1/object/public/galleries/${ann.id}/avatar-\\d{13}-0\\.jpg$`));
  await eventually(async () => (await shownUrl(ann)) === first);
  expect((await fetch(`${site.url}${first?.replace('.jpg', '.w250.webp')}`)).status).toBe(200);

  await upload(ann, await picture());
  await waitUntilPrepared(ann);
  await eventually(async () => ![first, null].includes((await shownUrl(ann)) ?? null));
  await eventually(async () => (await countFiles(ann)) === 4);
  expect((await fetch(`${site.url}${first}`)).status).toBe(404);

  await site.send(ann, new RemoveAvatar(ann.id));
  expect(await shownUrl(ann)).toBeNull();
  await eventually(async () => (await countFiles(ann)) === 0);
});

test('a sweep keeps the copies of the picture that is shown, and removes those of others', async () => {
  const ann = await register();
  await upload(ann, await picture());
  await waitUntilPrepared(ann);
  await eventually(async () => (await countFiles(ann)) === 4);
  const stray = `public/${ann.id}/avatar-1.w250.webp`;
  await site.app.get(Storage).write(stray, Buffer.from('a copy'));
  ageFiles(site.config.dataFolder);
  const { orphans } = await site.app.get(FileSweep, { strict: false }).sweep();
  expect(orphans.map(({ path }) => path)).toEqual([stray]);
  expect(await countFiles(ann)).toBe(4);
});

test('a file that is not a picture is refused with a reason', async () => {
  const ann = await register();
  await upload(ann, randomBytes(500));
  await waitUntilPrepared(ann);
  const refusal = 'This file is not a photo that Festoon can show.';
  expect(await ownAvatar(ann)).toEqual({ url: null, isProcessing: false, refusal });
  await eventually(async () => (await countFiles(ann)) === 0);
  await upload(ann, await picture());
  await waitUntilPrepared(ann);
  expect(await ownAvatar(ann)).toMatchObject({ refusal: null });
});

test('every read table equals a fresh fold of the event log', async () => {
  expect([...(await site.differences()).keys()]).toEqual([]);
});

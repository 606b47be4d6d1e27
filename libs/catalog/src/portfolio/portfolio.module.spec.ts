import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { CatalogQueries, catalogModule } from '#catalog';
import { RegisterUser, type Role } from '#identity';
import type { Actor } from '#kernel';
import { copyPaths, PictureCopies } from '#platform/images';
import { Storage } from '#platform/storage';
import { eventually, TestApp, uploadFile } from '#platform/testing';
import { acceptUploadBodies } from '#platform/uploads';
import {
  ClearPortfolio,
  DescribePortfolioPicture,
  OrderPortfolio,
  RemovePortfolioPicture,
} from './portfolio.commands.ts';
import { PortfolioReactions } from './portfolio.reactions.ts';
import type { PortfolioEvents } from './portfolio.ts';

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [catalogModule.nest], actorHeader: true, prepare: acceptUploadBodies });
});
afterAll(() => site.stop());

const testSystem: Actor = { id: 'catalog.test', kind: 'system', role: 'test' };
const registered = async (role: Role = 'creator'): Promise<Actor> => {
  const email = `${randomUUID()}@example.com`;
  const newUser = { firstName: 'Bo', lastName: 'Stone', email, password: 'Orchard-Lane-7', phone: null, role };
  const id = await site.send(testSystem, new RegisterUser({ ...newUser, phone: '876-555-0100' }));
  return { id, kind: 'user', role };
};
const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } })
    .png()
    .toBuffer();
const upload = (by: Actor, content: Uint8Array, fileName = 'First dance.png', contentType = 'image/png') =>
  uploadFile(site.url, { 'x-actor': JSON.stringify(by) }, { purpose: 'portfolio', fileName, contentType, content });
const own = async (by: Actor) => (await site.app.get(CatalogQueries).ownPortfolio(by.id)).items;
const settled = (by: Actor, count: number) =>
  eventually(async () => {
    const pictures = await own(by);
    return pictures.length === count && pictures.every(({ status }) => status !== 'processing');
  });
const shown = async (by: Actor) =>
  (await site.as(testSystem, () => site.app.get(CatalogQueries).byId(by.id))).portfolio;
const stored = async (by: Actor): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const folder of [`public/${by.id}`, `private/${by.id}`])
    for await (const { path } of site.app.get(Storage).list(folder)) paths.push(path);
  return paths;
};

test('an uploaded file becomes a picture of the public profile, and only its copies stay stored', async () => {
  const bo = await registered();
  const { id, status } = await upload(bo, await picture());
  expect(status).toBe(204);
  await settled(bo, 1);
  const [first] = await shown(bo);
  expect(first).toEqual({
    id,
    mediaUrl: expect.stringMatching(
      new RegExp(`^/storage/v1/object/public/galleries/${bo.id}/portfolio-\\d{13}-0\\.jpg$`),
    ),
    mediaType: 'image',
    isFeatured: true,
    title: null,
    description: null,
    width: 900,
    height: 600,
    thumbhash: expect.stringMatching(/^[\w+/]{20,60}=*$/),
  });
  const target = `public/${first?.mediaUrl.replace(/^.*galleries\//, '').replace('.jpg', '')}`;
  await eventually(async () => (await stored(bo)).length === copyPaths(target).length);
  expect(new Set(await stored(bo))).toEqual(new Set(copyPaths(target)));
  const response = await fetch(`${site.url}${first?.mediaUrl.replace('.jpg', '.w250.webp')}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('a file that is not a picture is refused with a reason, and is not kept', async () => {
  const bo = await registered();
  await upload(bo, randomBytes(2_000), 'broken.jpg', 'image/jpeg');
  await settled(bo, 1);
  expect(await own(bo)).toMatchObject([
    {
      fileName: 'broken.jpg',
      status: 'refused',
      reason: 'This file is not a photo that Festoon can show.',
      mediaUrl: null,
    },
  ]);
  expect(await shown(bo)).toEqual([]);
  await eventually(async () => (await stored(bo)).length === 0);
});

test('files of other types, and files of clients, are refused before they are sent', async () => {
  const [bo, ann] = [await registered(), await registered('client')];
  for (const [by, name, type] of [
    [bo, 'notes.pdf', 'application/pdf'],
    [bo, 'drawing.svg', 'image/svg+xml'],
    [ann, 'first.png', 'image/png'],
  ] as const) {
    const { status, id } = await upload(by, await picture(), name, type);
    expect([name, status >= 400, id]).toEqual([name, true, '']);
  }
  expect(await stored(ann)).toEqual([]);
});

test('pictures can be described, reordered and removed; the first one is featured', async () => {
  const bo = await registered();
  const ids: string[] = [];
  for (const width of [300, 400, 500]) ids.push((await upload(bo, await picture(width))).id);
  await settled(bo, 3);
  const [a = '', b = '', c = ''] = ids;
  await site.send(bo, new OrderPortfolio([c, a]));
  await site.send(bo, new DescribePortfolioPicture(a, { title: 'First dance', description: 'Under the oak' }));
  expect((await shown(bo)).map(({ id, isFeatured, title }) => [id, isFeatured, title])).toEqual([
    [c, true, null],
    [a, false, 'First dance'],
    [b, false, null],
  ]);
  await eventually(async () => (await stored(bo)).length === 12, 'the originals to be removed');
  await site.send(bo, new RemovePortfolioPicture(c));
  expect((await shown(bo)).map(({ id, isFeatured }) => [id, isFeatured])).toEqual([
    [a, true],
    [b, false],
  ]);
  await eventually(async () => (await stored(bo)).length === 8);
});

/** The event of the first picture that was added. */
const additionOf = async (bo: Actor) => {
  const events = await site.store.read<PortfolioEvents>(`portfolio-${bo.id}`);
  const added = events.find(({ type }) => type === 'PortfolioPictureAdded');
  if (added?.type !== 'PortfolioPictureAdded') throw new Error('The picture is not in the log');
  return added;
};

test('the copies of a picture that is removed while it is decoded are removed, too', async () => {
  const bo = await registered();
  const copies = site.app.get(PictureCopies);
  const make = copies.make.bind(copies);
  const saved = `private/${randomUUID()}/a.png`;
  await site.app.get(Storage).write(saved, await picture());
  const decoding = jest.spyOn(copies, 'make').mockImplementationOnce(async (_, target) => {
    // From the log, because the read table may not show the picture yet.
    await site.send(bo, new RemovePortfolioPicture((await additionOf(bo)).data.pictureId));
    await eventually(async () => (await stored(bo)).length === 0);
    return make(saved, target);
  });
  await upload(bo, await picture());
  await eventually(async () => decoding.mock.results.length > 0);
  await decoding.mock.results[0]?.value;
  expect(await shown(bo)).toEqual([]);
  await eventually(async () => (await stored(bo)).length === 0);

  const added = await additionOf(bo);
  // As if the first attempt had been interrupted after its first copy.
  await site.app.get(Storage).write(`${added.data.target}.jpg`, await picture());
  await site.app.get(PortfolioReactions, { strict: false }).publishPicture.react(added as never);
  expect(await stored(bo)).toEqual([]);
});

test('a former member has no portfolio', async () => {
  const bo = await registered();
  await upload(bo, await picture());
  await settled(bo, 1);
  await site.send(testSystem, new ClearPortfolio(bo.id));
  expect(await own(bo)).toEqual([]);
  expect(await site.app.get(CatalogQueries).openStreams(bo.id)).toEqual([]);
});

test('titles, descriptions and file names are sealed in the event log', async () => {
  const bo = await registered();
  const { id } = await upload(bo, await picture(), 'Secret garden.png');
  await site.send(bo, new DescribePortfolioPicture(id, { title: 'Secret title', description: 'Secret text' }));
  await settled(bo, 1);
  const sealed = await site.store.readSealed(`portfolio-${bo.id}`);
  expect(sealed.length).toBeGreaterThan(3);
  expect(JSON.stringify(sealed.map(({ data }) => data))).not.toMatch(/Secret/);
});

test('every read table equals a fresh fold of the event log', async () => {
  expect([...(await site.differences()).keys()]).toEqual([]);
});

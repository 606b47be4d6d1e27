import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Actor } from '#kernel';
import { MarkGalleryReady } from './galleries.commands.ts';
import { GallerySite } from './galleries.suite.ts';
import { CreateGalleryShare, OpenGalleryShare } from './gallery-shares.commands.ts';

const visitor: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };
let site: GallerySite;
let gallery: string;
let bo: Actor;
beforeAll(async () => {
  site = await GallerySite.start({ RATE_LIMITS: '1' });
  const ann = await site.register('client', 'Ann');
  bo = await site.creator('Bo');
  gallery = await site.gallery(ann, bo);
  const create = { width: 60, height: 40, channels: 3, background: '#cc8844' } as const;
  await site.add(bo, gallery, await sharp({ create }).jpeg().toBuffer());
  await site.processed(bo, gallery);
  await site.send(bo, new MarkGalleryReady(gallery));
});
afterAll(() => site.stop());

test('after ten wrong PINs for a link, every further PIN is refused, even the right one', async () => {
  const id = await site.send(bo, new CreateGalleryShare(gallery, { access: 'download', pin: '4711' }));
  const open = (pin?: string) => site.send(visitor, new OpenGalleryShare(id, { pin }));
  expect(await open('4711')).toBe('download');
  for (let count = 0; count < 10; count++)
    await expect(open('0000')).rejects.toMatchObject({ code: 'gallery-share-pin' });
  await expect(open('4711')).rejects.toMatchObject({ code: 'limit-reached' });
  expect(await open()).toBe('view');
  const other = await site.send(bo, new CreateGalleryShare(gallery, { access: 'download', pin: '4711' }));
  expect(await site.send(visitor, new OpenGalleryShare(other, { pin: '4711' }))).toBe('download');
});

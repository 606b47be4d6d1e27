import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Actor } from '#kernel';
import { MarkGalleryReady } from './galleries.commands.ts';
import { GalleryTestApp } from './galleries.suite.ts';
import { CreateGalleryShare, OpenGalleryShare } from './gallery-shares.commands.ts';

const visitor: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };
let site: GalleryTestApp;
let gallery: string;
let bo: Actor;
beforeAll(async () => {
  site = await GalleryTestApp.start({ RATE_LIMITS: '1' });
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

test('of many wrong PINs that are sent at once, ten are compared', async () => {
  const id = await site.send(bo, new CreateGalleryShare(gallery, { access: 'download', pin: '4711' }));
  const guesses = Array.from({ length: 30 }, (_, index) => `${1000 + index}`);
  const outcomes = await Promise.allSettled(
    guesses.map((pin) => site.send(visitor, new OpenGalleryShare(id, { pin }))),
  );
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code);
  expect(codes.filter((code) => code === 'gallery-share-pin')).toHaveLength(10);
  expect(codes.filter((code) => code === 'limit-reached')).toHaveLength(20);
});

test('any number of visitors can enter the right PIN', async () => {
  const id = await site.send(bo, new CreateGalleryShare(gallery, { access: 'download', pin: '4711' }));
  for (let count = 0; count < 12; count++)
    expect(await site.send(visitor, new OpenGalleryShare(id, { pin: '4711' }))).toBe('download');
});

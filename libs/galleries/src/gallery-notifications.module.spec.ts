import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { NotificationsQueries } from '#notifications';
import { eventually } from '#platform/testing';
import { AcceptGallery, DeliverGallery, MarkGalleryReady, ReopenGallery } from './galleries.commands.ts';
import { GallerySite } from './galleries.suite.ts';

let site: GallerySite;
beforeAll(async () => {
  site = await GallerySite.start();
});
afterAll(() => site.stop());

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();

/** What a person was notified of, oldest first, once there are `count` notifications. */
const notificationsOf = (personId: string, count: number) =>
  eventually(async () => {
    const sent = await site.site.app.get(NotificationsQueries, { strict: false }).sentTo(personId);
    return sent.length >= count && sent.toReversed();
  });

test('the client is notified of previews and of each delivery, the creator of the acceptance', async () => {
  const [ann, bo] = [await site.register('client', 'Ann'), await site.creator('Bo')];
  const id = await site.gallery(ann, bo);
  await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await notificationsOf(ann.id, 1);
  await site.send(bo, new DeliverGallery(id));
  await notificationsOf(ann.id, 2);
  await site.send(bo, new ReopenGallery(id, 'One more picture'));
  await site.send(bo, new DeliverGallery(id));
  await notificationsOf(ann.id, 3);
  await site.send(ann, new AcceptGallery(id, 2));
  const path = `/galleries/${id}`;
  expect(await notificationsOf(ann.id, 3)).toEqual([
    expect.objectContaining({ kind: 'galleries.ready', title: 'The previews of your gallery are ready', path }),
    expect.objectContaining({
      kind: 'galleries.delivered',
      title: 'Your gallery is here',
      text: 'It contains one file.',
      path,
    }),
    expect.objectContaining({ kind: 'galleries.delivered', title: 'Your gallery was delivered again', path }),
  ]);
  expect(await notificationsOf(bo.id, 1)).toEqual([
    expect.objectContaining({ kind: 'galleries.accepted', title: 'Your client accepted a gallery', path }),
  ]);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Actor, type Recorded, yearAfter } from '#kernel';
import { NotificationsQueries } from '#notifications';
import type { Reaction } from '#platform/reactions';
import { eventually } from '#platform/testing';
import { AcceptGallery, DeliverGallery, MarkGalleryReady, ReopenGallery } from './galleries.commands.ts';
import { GalleryTestApp } from './galleries.suite.ts';
import type { GalleryEvents } from './gallery.ts';
import { FavoriteGalleryItem } from './gallery-items.commands.ts';
import { GallerySchedule } from './gallery-schedule.reactions.ts';
import { CreateGalleryShare } from './gallery-shares.commands.ts';

let site: GalleryTestApp;
beforeAll(async () => {
  site = await GalleryTestApp.start();
});
afterAll(() => site.stop());

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();

/** What a person was notified of about galleries, oldest first, once there are `count` notifications. */
const notificationsOf = (personId: string, count: number) =>
  eventually(async () => {
    const sent = await site.site.app.get(NotificationsQueries, { strict: false }).sentTo(personId);
    const aboutGalleries = sent.filter(({ kind }) => kind.startsWith('galleries.'));
    return aboutGalleries.length >= count && aboutGalleries.toReversed();
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
  await notificationsOf(ann.id, 3);
  await site.send(bo, new DeliverGallery(id));
  await notificationsOf(ann.id, 4);
  await site.send(ann, new AcceptGallery(id, 2));
  const path = `/galleries/${id}`;
  expect(await notificationsOf(ann.id, 4)).toEqual([
    expect.objectContaining({ kind: 'galleries.ready', title: 'The previews of your gallery are ready', path }),
    expect.objectContaining({
      kind: 'galleries.delivered',
      title: 'Your gallery is here',
      text: 'It contains one file.',
      path,
    }),
    expect.objectContaining({
      kind: 'galleries.reopened',
      title: 'Your gallery is being corrected',
      text: 'You see previews with a watermark until it is delivered again.',
      path,
    }),
    expect.objectContaining({ kind: 'galleries.delivered', title: 'Your gallery was delivered again', path }),
  ]);
  expect(await notificationsOf(bo.id, 1)).toEqual([
    expect.objectContaining({ kind: 'galleries.accepted', title: 'Your client accepted a gallery', path }),
  ]);
});

type ScheduledWork = Exclude<keyof GallerySchedule, symbol>;
const worker: Actor = { id: 'galleries.test', kind: 'worker', role: 'reaction' };

/** Runs a scheduled reaction at the instant for which the job was added, twice, as after the end of its worker. */
const runScheduled = async (work: ScheduledWork, id: string): Promise<string> => {
  const reaction = site.site.app.get(GallerySchedule, { strict: false })[work] as Reaction<GalleryEvents>;
  const events = await site.site.store.read<GalleryEvents>(id);
  const event = events.findLast(({ type }) => type === reaction.to) as Recorded<GalleryEvents>;
  const instant = reaction.runAt?.(event as never) ?? '';
  for (let attempt = 0; attempt < 2; attempt++)
    await site.site.at(new Date(instant), () => site.site.as(worker, () => reaction.react(event as never)));
  return instant;
};
/** By kind and title, because each has the time at which its job ran. */
const ofKind = <T extends { kind: string; title: string }>(kind: string, all: readonly T[]) =>
  all
    .filter((one) => one.kind.startsWith(kind))
    .sort((a, b) => (`${a.kind} ${a.title}` < `${b.kind} ${b.title}` ? -1 : 1));
const written = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

test('a creator is reminded of a promise 7 days before its last day, on it and 7 days after it, each once', async () => {
  const [ann, bo] = [await site.register('client', 'Ann'), await site.creator('Bo')];
  const id = await site.gallery(ann, bo);
  const { dueDate } = await site.seenBy(bo, id);
  const instants = [];
  for (const work of ['remindSoon', 'remindDue', 'remindLate'] as const) instants.push(await runScheduled(work, id));
  expect(instants).toEqual([-7, 0, 7].map((days) => `${daysAfter(dueDate, days)}T12:00:00.000Z`));
  const text = `You promised to deliver it by ${written(dueDate)}.`;
  const path = `/galleries/${id}`;
  expect(ofKind('galleries.delivery', await notificationsOf(bo.id, 3))).toEqual([
    expect.objectContaining({ kind: 'galleries.delivery-due', title: 'A gallery is due today', text, path }),
    expect.objectContaining({
      kind: 'galleries.delivery-late',
      title: 'A gallery is 7 days late',
      text: `${text} Please deliver it as soon as you can.`,
      path,
    }),
    expect.objectContaining({ kind: 'galleries.delivery-soon', title: 'A gallery is due in 7 days', text, path }),
  ]);
  expect(await site.site.typesOf(id)).toEqual(['GalleryCreated', ...Array(3).fill('GalleryDeliveryReminded')]);
});

test('a creator is not reminded of a booking that was cancelled', async () => {
  const [ann, bo] = [await site.register('client', 'Ann'), await site.creator('Bo')];
  const id = await site.gallery(ann, bo);
  const { bookingId } = await site.seenBy(bo, id);
  await site.cancel(bookingId, ann);
  await runScheduled('remindDue', id);
  expect(await site.site.typesOf(id)).toEqual(['GalleryCreated']);
});

test('the files of a delivery are removed after 12 months, and both parties are reminded 30 and 7 days before', async () => {
  const [ann, bo] = [await site.register('client', 'Ann'), await site.creator('Bo')];
  const id = await site.gallery(ann, bo);
  const item = await site.add(bo, id, await picture());
  await site.processed(bo, id);
  await site.send(bo, new MarkGalleryReady(id));
  await site.send(bo, new DeliverGallery(id));
  const { deliveryDate, removalDate } = await site.seenBy(ann, id);
  const date = removalDate ?? '';
  expect(date).toBe(yearAfter(deliveryDate ?? ''));
  const instants = [];
  for (const work of ['remindMonthBefore', 'remindWeekBefore'] as const) instants.push(await runScheduled(work, id));
  const text = `They are removed on ${written(date)}, 12 months after the delivery. Download them before that day.`;
  const reminders = [30, 7].map((days) =>
    expect.objectContaining({
      kind: 'galleries.removal',
      title: `The files of a gallery will be removed in ${days} days`,
      text,
      path: `/galleries/${id}`,
    }),
  );
  expect(ofKind('galleries.removal', await notificationsOf(ann.id, 4))).toEqual(reminders);
  expect(ofKind('galleries.removal', await notificationsOf(bo.id, 2))).toEqual(reminders);

  instants.push(await runScheduled('removeFiles', id));
  expect(instants).toEqual([-30, -7, 0].map((days) => `${daysAfter(date, days)}T12:00:00.000Z`));
  await eventually(async () => {
    for await (const _ of site.storage.list(`private/${id}`)) return false;
    return true;
  });
  for (const by of [ann, bo]) {
    expect(await site.seenBy(by, id)).toMatchObject({
      status: 'delivered',
      version: 1,
      itemCount: 1,
      cover: null,
      removalDate: null,
      filesRemovedAt: instants[2],
      may: { download: false, archive: false, reopen: false, accept: false, favorite: false, share: false },
    });
    expect(await site.itemsFor(by, id)).toMatchObject([{ id: item.id, fileName: 'a.jpg', previews: null }]);
    const url = site.site.as(by, () => site.galleries.url(id, item.id, { variant: 'large', download: true }));
    await expect(url).rejects.toMatchObject({ code: 'gallery-files-removed' });
  }
  const [share, favorite] = [
    new CreateGalleryShare(id, { access: 'view' }),
    new FavoriteGalleryItem(id, item.id, true),
  ];
  await expect(site.send(bo, share)).rejects.toMatchObject({ code: 'gallery-files-removed' });
  await expect(site.send(ann, favorite)).rejects.toMatchObject({ code: 'gallery-files-removed' });
  for await (const { path } of site.galleries.checksums()) expect(path).not.toContain(id);
  expect(await site.galleries.pathsIn([id])).toEqual([]);
  expect(await site.site.differences()).toEqual(new Map());
});

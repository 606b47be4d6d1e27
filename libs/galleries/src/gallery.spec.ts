import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type GalleryEvents, gallery, largestGallery, requireOriginals, seesWatermark } from './gallery.ts';

type Event = Message<GalleryEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'identity.finish-erasure', kind: 'worker', role: 'reaction' };

const booking = { clientId: 'ann', creatorId: 'bo', status: 'confirmed' };
const details = { bookingId: 'booking-1', name: 'Ann and Ben', description: null, dueDate: '2026-07-20' };
const created: Event = { type: 'GalleryCreated', data: { ...details, creatorId: 'bo', clientId: 'ann' } };
const markedReady: Event = { type: 'GalleryMarkedReady', data: {} };
const deliveredAs = (version: number): Event => ({
  type: 'GalleryDelivered',
  data: { version, itemIds: ['a', 'b'], totalSize: 30 },
});
const delivered = deliveredAs(1);
const reopened: Event = { type: 'GalleryReopened', data: { version: 1, reason: 'Two more', creatorId: 'bo' } };
const accepted: Event = { type: 'GalleryAccepted', data: { version: 1 } };
const closed: Event = { type: 'GalleryClosed', data: { personId: 'ann' } };
const listed = (itemId: string, size = 10): Event => ({ type: 'GalleryItemListed', data: { itemId, size } });
const unlisted = (itemId: string): Event => ({ type: 'GalleryItemUnlisted', data: { itemId } });
const item = (id: string, state: 'processing' | 'ready' | 'refused' = 'ready') => ({ id, state });
const items = [item('a'), item('b')];
const filled = [created, listed('a'), listed('b', 20)];

describe('create', () => {
  test('the creator of a confirmed booking creates its gallery', () =>
    given(gallery)
      .when('create', { ...details, booking }, bo)
      .emits(created));

  test('a booking has one gallery', () =>
    given(gallery, created)
      .when('create', { ...details, booking }, bo)
      .refuses('gallery-exists'));

  test.each(['pending', 'completed', 'cancelled'])('a booking that is %s gets no gallery', (status) =>
    given(gallery)
      .when('create', { ...details, booking: { ...booking, status } }, bo)
      .refuses('gallery-booking-not-confirmed'),
  );

  test('the booking of others does not exist for the caller, nor does a missing one', () => {
    given(gallery)
      .when('create', { ...details, booking }, eve)
      .refuses('booking-not-yours');
    given(gallery)
      .when('create', { ...details, booking }, sue)
      .refuses('booking-not-yours');
    given(gallery)
      .when('create', { ...details, booking: null }, bo)
      .refuses('booking-not-found');
  });

  test('the client cannot create it', () =>
    given(gallery)
      .when('create', { ...details, booking }, ann)
      .refuses('gallery-not-allowed'));
});

describe('list and unlist', () => {
  test.each([
    ['a draft', []],
    ['a ready gallery', [markedReady]],
    ['a reopened gallery', [markedReady, delivered, reopened]],
  ])('the creator adds files to %s and removes them', (_, past) => {
    given(gallery, ...filled, ...past)
      .when('list', { itemId: 'c', size: 5 }, bo)
      .emits(listed('c', 5));
    given(gallery, ...filled, ...past)
      .when('unlist', { itemId: 'a' }, bo)
      .emits(unlisted('a'));
  });

  test('the contents of a delivered gallery do not change', () => {
    const past = [...filled, markedReady, delivered];
    given(gallery, ...past)
      .when('list', { itemId: 'c', size: 5 }, bo)
      .refuses('gallery-delivered');
    given(gallery, ...past)
      .when('unlist', { itemId: 'a' }, bo)
      .refuses('gallery-delivered');
    given(gallery, ...past)
      .when('unlist', { itemId: 'a' }, worker)
      .emits();
  });

  test('an upload becomes one file, even if it is completed again after a delivery or a removal', () => {
    given(gallery, ...filled, markedReady, delivered)
      .when('list', { itemId: 'a', size: 10 }, bo)
      .emits();
    given(gallery, ...filled, unlisted('a'))
      .when('list', { itemId: 'a', size: 10 }, bo)
      .emits();
    given(gallery, ...filled, unlisted('a'))
      .when('unlist', { itemId: 'a' }, bo)
      .emits();
  });

  test('a gallery holds 5,000 files and 50 GB', () => {
    const many = Array.from({ length: largestGallery.count - 1 }, (_, i) => listed(`item-${i}`, 1));
    given(gallery, created, ...many)
      .when('list', { itemId: 'last', size: 1 }, bo)
      .emits(listed('last', 1));
    given(gallery, created, ...many, listed('last', 1))
      .when('list', { itemId: 'more', size: 1 }, bo)
      .refuses('gallery-full');
    given(gallery, created, ...many, listed('last', 1), unlisted('item-7'))
      .when('list', { itemId: 'more', size: 1 }, bo)
      .emits(listed('more', 1));
    given(gallery, created, listed('large', 50 * 1_024 ** 3 - 1))
      .when('list', { itemId: 'small', size: 1 }, bo)
      .emits(listed('small', 1));
    given(gallery, created, listed('large', 50 * 1_024 ** 3 - 1))
      .when('list', { itemId: 'small', size: 2 }, bo)
      .refuses('gallery-full');
  });

  test('only the creator changes the contents, and only of files that the gallery has', () => {
    for (const [by, code] of [
      [ann, 'gallery-not-allowed'],
      [sue, 'gallery-not-allowed'],
      [eve, 'gallery-not-yours'],
    ] as const) {
      given(gallery, ...filled, markedReady)
        .when('list', { itemId: 'c', size: 5 }, by)
        .refuses(code);
      given(gallery, ...filled, markedReady)
        .when('unlist', { itemId: 'a' }, by)
        .refuses(code);
    }
    given(gallery, ...filled)
      .when('unlist', { itemId: 'c' }, bo)
      .refuses('gallery-item-not-found');
    given(gallery).when('list', { itemId: 'c', size: 5 }, bo).refuses('gallery-not-found');
  });
});

describe('mark ready', () => {
  test('a draft whose files are all processed becomes ready', () =>
    given(gallery, ...filled)
      .when('markReady', { items }, bo)
      .emits(markedReady));

  test.each([
    ['without files', [created], [], 'gallery-empty'],
    ['whose only file was removed', [created, listed('a'), unlisted('a')], [item('a')], 'gallery-empty'],
    ['with a file that is being processed', filled, [item('a'), item('b', 'processing')], 'gallery-items-processing'],
    ['with a file whose row is not there yet', filled, [item('a')], 'gallery-items-processing'],
    ['with a file that could not be processed', filled, [item('a'), item('b', 'refused')], 'gallery-items-refused'],
  ] as const)('a gallery %s is not ready', (_, past, rows, code) => {
    given(gallery, ...past)
      .when('markReady', { items: rows }, bo)
      .refuses(code);
    given(gallery, ...past, markedReady)
      .when('deliver', { items: rows }, bo)
      .refuses(code);
  });

  test('a gallery is marked ready once', () =>
    given(gallery, created, markedReady).when('markReady', { items }, bo).refuses('gallery-not-draft'));
});

describe('deliver', () => {
  test('a ready gallery is delivered with its files as version 1', () =>
    given(gallery, ...filled, markedReady)
      .when('deliver', { items }, bo)
      .emits(delivered));

  test('the version has the files that the gallery has now, in the order of their rows', () =>
    given(gallery, ...filled, listed('c', 5), unlisted('a'), markedReady)
      .when('deliver', { items: [item('c'), item('a', 'processing'), item('x'), item('b')] }, bo)
      .emits({ type: 'GalleryDelivered', data: { version: 1, itemIds: ['c', 'b'], totalSize: 25 } }));

  test('a draft cannot be delivered, nor can a delivered gallery', () => {
    given(gallery, created).when('deliver', { items }, bo).refuses('gallery-not-ready');
    given(gallery, created, markedReady, delivered).when('deliver', { items }, bo).refuses('gallery-not-ready');
  });

  test('after it was reopened it is delivered as version 2', () =>
    given(gallery, ...filled, markedReady, delivered, reopened, listed('c'))
      .when('deliver', { items: [...items, item('c')] }, bo)
      .emits({ type: 'GalleryDelivered', data: { version: 2, itemIds: ['a', 'b', 'c'], totalSize: 40 } }));
});

describe('reopen and accept', () => {
  const past = [created, markedReady, delivered];

  test('the creator reopens a delivered gallery with a reason', () =>
    given(gallery, ...past)
      .when('reopen', { reason: 'Two more' }, bo)
      .emits(reopened));

  test('the client accepts a delivered gallery', () =>
    given(gallery, ...past)
      .when('accept', { version: 1 }, ann)
      .emits(accepted));

  test('the client accepts only the version that they looked at', () =>
    given(gallery, ...filled, markedReady, delivered, reopened, deliveredAs(2))
      .when('accept', { version: 1 }, ann)
      .refuses('gallery-version-changed'));

  test('an accepted gallery stays as it is', () => {
    given(gallery, ...past, accepted)
      .when('reopen', { reason: 'Two more' }, bo)
      .refuses('gallery-accepted');
    given(gallery, ...past, accepted)
      .when('accept', { version: 1 }, ann)
      .refuses('gallery-accepted');
  });

  test('only what was delivered can be reopened or accepted', () => {
    given(gallery, created, markedReady).when('reopen', { reason: 'Two more' }, bo).refuses('gallery-not-delivered');
    given(gallery, created, markedReady).when('accept', { version: 1 }, ann).refuses('gallery-not-delivered');
    given(gallery, created).when('accept', { version: 1 }, ann).refuses('gallery-not-yours');
  });
});

describe('rights', () => {
  const past = [created, markedReady, delivered];
  const verbs = [
    ['markReady', { items }],
    ['deliver', { items }],
    ['reopen', { reason: 'Two more' }],
  ] as const;

  test.each(verbs)('%s is only for the creator', (verb, facts) => {
    given(gallery, ...past)
      .when(verb, facts as never, ann)
      .refuses('gallery-not-allowed');
    given(gallery, ...past)
      .when(verb, facts as never, sue)
      .refuses('gallery-not-allowed');
    given(gallery, ...past)
      .when(verb, facts as never, eve)
      .refuses('gallery-not-yours');
    given(gallery)
      .when(verb, facts as never, eve)
      .refuses('gallery-not-found');
  });

  test('the client sees a watermark until the gallery is delivered', () => {
    const ready = replay(gallery, [created, markedReady]);
    expect([ann, bo, sue].map((by) => seesWatermark(ready, by))).toEqual([true, false, false]);
    expect(seesWatermark(replay(gallery, [created, markedReady, delivered]), ann)).toBe(false);
  });

  test('the client has the originals once the gallery is delivered and, if the creator wants that, paid', () => {
    const locked = { code: 'gallery-originals-locked' };
    const state = replay(gallery, past);
    expect(() => requireOriginals(state, ann, false)).not.toThrow();
    expect(() => requireOriginals(state, ann, true)).toThrow(expect.objectContaining(locked));
    expect(() => requireOriginals(replay(gallery, [created, markedReady]), ann, false)).toThrow(
      expect.objectContaining(locked),
    );
    expect(() => requireOriginals(state, bo, true)).not.toThrow();
    expect(() => requireOriginals(state, eve, false)).toThrow(expect.objectContaining({ code: 'gallery-not-yours' }));
  });
});

describe('close', () => {
  test('the gallery of an erased party is closed, once', () => {
    given(gallery, created).when('close', { personId: 'ann' }, worker).emits(closed);
    given(gallery, created, closed).when('close', { personId: 'bo' }, worker).emits();
    given(gallery, created).when('close', { personId: 'eve' }, worker).emits();
    given(gallery).when('close', { personId: 'ann' }, worker).emits();
  });

  test('users and staff cannot close a gallery, and a closed one does not exist', () => {
    given(gallery, created).when('close', { personId: 'ann' }, bo).refuses('gallery-not-allowed');
    given(gallery, created, closed).when('markReady', { items }, bo).refuses('gallery-not-found');
    given(gallery, created, closed)
      .when('create', { ...details, booking }, bo)
      .refuses('gallery-exists');
  });
});

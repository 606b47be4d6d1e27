import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type GalleryEvents, gallery, requireOriginals, seesWatermark } from './gallery.ts';

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
const delivered: Event = { type: 'GalleryDelivered', data: { version: 1, itemIds: ['a', 'b'], totalSize: 30 } };
const reopened: Event = { type: 'GalleryReopened', data: { version: 1, reason: 'Two more', creatorId: 'bo' } };
const accepted: Event = { type: 'GalleryAccepted', data: { version: 1 } };
const closed: Event = { type: 'GalleryClosed', data: { personId: 'ann' } };
const item = (id: string, state: 'processing' | 'ready' | 'refused' = 'ready', size = 10) => ({ id, state, size });
const items = [item('a'), item('b', 'ready', 20)];

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

describe('mark ready', () => {
  test('a draft whose files are all processed becomes ready', () =>
    given(gallery, created).when('markReady', { items }, bo).emits(markedReady));

  test.each([
    ['without files', [], 'gallery-empty'],
    ['with a file that is being processed', [...items, item('c', 'processing')], 'gallery-items-processing'],
    ['with a file that could not be processed', [...items, item('c', 'refused')], 'gallery-items-refused'],
  ])('a gallery %s is not ready', (_, contents, code) => {
    given(gallery, created).when('markReady', { items: contents }, bo).refuses(code);
    given(gallery, created, markedReady).when('deliver', { items: contents }, bo).refuses(code);
  });

  test('a gallery is marked ready once', () =>
    given(gallery, created, markedReady).when('markReady', { items }, bo).refuses('gallery-not-draft'));
});

describe('deliver', () => {
  test('a ready gallery is delivered with its files as version 1', () =>
    given(gallery, created, markedReady).when('deliver', { items }, bo).emits(delivered));

  test('a draft cannot be delivered, nor can a delivered gallery', () => {
    given(gallery, created).when('deliver', { items }, bo).refuses('gallery-not-ready');
    given(gallery, created, markedReady, delivered).when('deliver', { items }, bo).refuses('gallery-not-ready');
  });

  test('after it was reopened it is delivered as version 2', () =>
    given(gallery, created, markedReady, delivered, reopened)
      .when('deliver', { items: [item('c')] }, bo)
      .emits({ type: 'GalleryDelivered', data: { version: 2, itemIds: ['c'], totalSize: 10 } }));
});

describe('reopen and accept', () => {
  const past = [created, markedReady, delivered];

  test('the creator reopens a delivered gallery with a reason', () =>
    given(gallery, ...past)
      .when('reopen', { reason: 'Two more' }, bo)
      .emits(reopened));

  test('the client accepts a delivered gallery', () =>
    given(gallery, ...past)
      .when('accept', {}, ann)
      .emits(accepted));

  test('an accepted gallery stays as it is', () => {
    given(gallery, ...past, accepted)
      .when('reopen', { reason: 'Two more' }, bo)
      .refuses('gallery-accepted');
    given(gallery, ...past, accepted)
      .when('accept', {}, ann)
      .refuses('gallery-accepted');
  });

  test('only what was delivered can be reopened or accepted', () => {
    given(gallery, created, markedReady).when('reopen', { reason: 'Two more' }, bo).refuses('gallery-not-delivered');
    given(gallery, created, markedReady).when('accept', {}, ann).refuses('gallery-not-delivered');
    given(gallery, created).when('accept', {}, ann).refuses('gallery-not-yours');
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

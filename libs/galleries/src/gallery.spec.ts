import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import {
  type GalleryEvents,
  gallery,
  isFinal,
  maxGallery,
  removalDateAfter,
  removalDateOf,
  requireArchive,
  requireOriginals,
  requireVisible,
  seesWatermark,
} from './gallery.ts';

type Event = Message<GalleryEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'identity.finish-erasure', kind: 'worker', role: 'reaction' };

const booking = { clientId: 'ann', creatorId: 'bo', status: 'confirmed' };
const details = {
  bookingId: 'booking-1',
  name: 'Ann and Ben',
  description: null,
  eventDate: '2026-06-20',
  dueDate: '2026-07-20',
};
const created: Event = { type: 'GalleryCreated', data: { ...details, creatorId: 'bo', clientId: 'ann' } };
const markedReady: Event = { type: 'GalleryMarkedReady', data: {} };
const deliveredAt = '2026-01-01T00:00:00.000Z';
const deliveredAs = (version: number): Event => ({
  type: 'GalleryDelivered',
  data: { version, itemIds: ['a', 'b'], totalSize: 30, deliveredAt },
});
const delivered = deliveredAs(1);
const reopened: Event = {
  type: 'GalleryReopened',
  data: { version: 1, reason: 'Two more', creatorId: 'bo', clientId: 'ann' },
};
const accepted: Event = { type: 'GalleryAccepted', data: { version: 1 } };
const closedBy = (personId: string): Event => ({
  type: 'GalleryClosed',
  data: { personId, creatorId: 'bo', clientId: 'ann' },
});
const closed = closedBy('ann');
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

  test('another person’s booking is refused like a missing one', () => {
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
    const many = Array.from({ length: maxGallery.count - 1 }, (_, i) => listed(`item-${i}`, 1));
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
      [sue, 'gallery-not-yours'],
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
      .emits({ type: 'GalleryDelivered', data: { version: 1, itemIds: ['c', 'b'], totalSize: 25, deliveredAt } }));

  test('a draft cannot be delivered, nor can a delivered gallery', () => {
    given(gallery, created).when('deliver', { items }, bo).refuses('gallery-not-ready');
    given(gallery, created, markedReady, delivered).when('deliver', { items }, bo).refuses('gallery-not-ready');
  });

  test('after it was reopened it is delivered as version 2', () =>
    given(gallery, ...filled, markedReady, delivered, reopened, listed('c'))
      .when('deliver', { items: [...items, item('c')] }, bo)
      .emits({ type: 'GalleryDelivered', data: { version: 2, itemIds: ['a', 'b', 'c'], totalSize: 40, deliveredAt } }));
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
      .refuses('gallery-not-yours');
    given(gallery, ...past)
      .when(verb, facts as never, eve)
      .refuses('gallery-not-yours');
    given(gallery)
      .when(verb, facts as never, eve)
      .refuses('gallery-not-found');
  });

  test('the client sees a watermark until the gallery is delivered', () => {
    const ready = replay(gallery, [created, markedReady]);
    expect([ann, bo].map((by) => seesWatermark(ready, by))).toEqual([true, false]);
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

const noon = (date: string) => `${date}T12:00:00.000Z`;

describe('remindDelivery', () => {
  const reminded = (reminder: 'soon' | 'due' | 'late'): Event => ({
    type: 'GalleryDeliveryReminded',
    data: { reminder },
  });

  test.each([
    ['soon', '2026-07-13', '2026-07-12'],
    ['due', '2026-07-20', '2026-07-19'],
    ['late', '2026-07-27', '2026-07-26'],
  ] as const)('the creator is reminded (%s) on its day, not before, and once', (reminder, date, before) => {
    for (const past of [[created], [...filled, markedReady]])
      given(gallery, ...past)
        .when('remindDelivery', { reminder }, worker, noon(before))
        .emits();
    given(gallery, created).when('remindDelivery', { reminder }, worker, noon(date)).emits(reminded(reminder));
    given(gallery, created, reminded(reminder)).when('remindDelivery', { reminder }, worker, noon(date)).emits();
  });

  test('a reminder that runs so late that the next one is due is left out', () => {
    given(gallery, created).when('remindDelivery', { reminder: 'soon' }, worker, noon('2026-07-20')).emits();
    given(gallery, created).when('remindDelivery', { reminder: 'due' }, worker, noon('2026-07-27')).emits();
  });

  test('a gallery that was delivered needs none, even while it is being corrected', () => {
    for (const past of [[markedReady, delivered], [markedReady, delivered, reopened], [closed]])
      given(gallery, created, ...past)
        .when('remindDelivery', { reminder: 'late' }, worker, noon('2026-07-27'))
        .emits();
    given(gallery).when('remindDelivery', { reminder: 'late' }, worker, noon('2026-07-27')).emits();
    given(gallery, created)
      .when('remindDelivery', { reminder: 'late' }, bo, noon('2026-07-27'))
      .refuses('gallery-not-allowed');
  });
});

describe('retention', () => {
  const past = [...filled, markedReady, delivered];
  const reminded = (reminder: 'month' | 'week'): Event => ({
    type: 'GalleryRemovalReminded',
    data: { version: 1, reminder },
  });
  const removed: Event = { type: 'GalleryFilesRemoved', data: { version: 1 } };

  test('files are kept for 12 months after the delivery, and removed once', () => {
    expect(removalDateOf(replay(gallery, past))).toBe('2027-01-01');
    given(gallery, ...past)
      .when('removeFiles', { version: 1 }, worker, noon('2026-12-31'))
      .emits();
    given(gallery, ...past)
      .when('removeFiles', { version: 1 }, worker, noon('2027-01-01'))
      .emits(removed);
    given(gallery, ...past, removed)
      .when('removeFiles', { version: 1 }, worker, noon('2027-01-02'))
      .emits();
    expect(removalDateOf(replay(gallery, [...past, removed]))).toBeNull();
    given(gallery, ...past)
      .when('removeFiles', { version: 1 }, bo, noon('2027-01-01'))
      .refuses('gallery-not-allowed');
  });

  test.each([
    ['month', '2026-12-02', '2026-12-01'],
    ['week', '2026-12-25', '2026-12-24'],
  ] as const)('both parties are reminded a %s before, not earlier, and once', (reminder, date, before) => {
    const facts = { version: 1, reminder };
    given(gallery, ...past)
      .when('remindRemoval', facts, worker, noon(before))
      .emits();
    given(gallery, ...past)
      .when('remindRemoval', facts, worker, noon(date))
      .emits(reminded(reminder));
    given(gallery, ...past, reminded(reminder))
      .when('remindRemoval', facts, worker, noon(date))
      .emits();
    given(gallery, ...past, removed)
      .when('remindRemoval', facts, worker, noon(date))
      .emits();
    given(gallery, ...past)
      .when('remindRemoval', facts, worker, noon('2027-01-01'))
      .emits();
  });

  test('the retention period restarts with the next version, and does not end while a gallery is being corrected', () => {
    const again = [...past, reopened, deliveredAs(2)];
    for (const events of [[...past, reopened], again, [...past, closed]]) {
      given(gallery, ...events)
        .when('removeFiles', { version: 1 }, worker, noon('2027-01-01'))
        .emits();
      given(gallery, ...events)
        .when('remindRemoval', { version: 1, reminder: 'week' }, worker, noon('2026-12-25'))
        .emits();
    }
    given(gallery, ...again, reminded('month'))
      .when('removeFiles', { version: 2 }, worker, noon('2027-01-01'))
      .emits({ type: 'GalleryFilesRemoved', data: { version: 2 } });
  });

  test('a gallery without its files can be viewed, but not corrected, accepted or downloaded', () => {
    const state = replay(gallery, [...past, removed]);
    expect(() => requireVisible(state, ann)).not.toThrow();
    given(gallery, ...past, removed)
      .when('reopen', { reason: 'More' }, bo)
      .refuses('gallery-files-removed');
    given(gallery, ...past, removed)
      .when('accept', { version: 1 }, ann)
      .refuses('gallery-files-removed');
    for (const by of [ann, bo])
      expect(() => requireArchive(state, by, false, false)).toThrow(
        'The files of this gallery were removed 12 months after its delivery',
      );
  });

  test('the last day of February is followed by the first of March', () =>
    expect(removalDateAfter('2028-02-29T10:00:00.000Z')).toBe('2029-03-01'));
});

describe('isFinal', () => {
  test('a delivery is final when it is accepted, or after seven days', () => {
    const at = (events: readonly Event[], instant: string) => isFinal(replay(gallery, events), instant);
    const past = [...filled, markedReady, delivered];
    expect(at(past, '2026-01-07T23:59:59.999Z')).toBe(false);
    expect(at(past, '2026-01-08T00:00:00.000Z')).toBe(true);
    expect(at([...past, accepted], deliveredAt)).toBe(true);
    expect(at([...past, reopened], '2026-02-01T00:00:00.000Z')).toBe(false);
  });
});

describe('close', () => {
  const left: Event = { type: 'GalleryCreatorLeft', data: { creatorId: 'bo', clientId: 'ann' } };

  test('the gallery of an erased party is closed, once', () => {
    given(gallery, created).when('close', { personId: 'ann' }, worker).emits(closed);
    given(gallery, created).when('close', { personId: 'bo' }, worker).emits(closedBy('bo'));
    given(gallery, created, closed).when('close', { personId: 'bo' }, worker).emits();
    given(gallery, created).when('close', { personId: 'eve' }, worker).emits();
    given(gallery).when('close', { personId: 'ann' }, worker).emits();
  });

  test('a delivered gallery of an erased creator stays for its client, until they are erased too', () => {
    for (const past of [[delivered], [delivered, reopened]])
      given(gallery, ...filled, markedReady, ...past)
        .when('close', { personId: 'bo' }, worker)
        .emits(left);
    const past = [...filled, markedReady, delivered, reopened, left];
    expect(replay(gallery, past).status).toBe('delivered');
    given(gallery, ...past)
      .when('close', { personId: 'bo' }, worker)
      .emits();
    given(gallery, ...past)
      .when('close', { personId: 'ann' }, worker)
      .emits(closed);
    given(gallery, ...past)
      .when('accept', { version: 1 }, ann)
      .emits(accepted);
  });

  test('users and staff cannot close a gallery, and a closed gallery is not found', () => {
    given(gallery, created).when('close', { personId: 'ann' }, bo).refuses('gallery-not-allowed');
    given(gallery, created, closed).when('markReady', { items }, bo).refuses('gallery-not-found');
    given(gallery, created, closed)
      .when('create', { ...details, booking }, bo)
      .refuses('gallery-exists');
  });
});

describe('reschedule', () => {
  const facts = { change: 2, eventDate: '2026-08-22' };
  const rescheduled: Event = {
    type: 'GalleryRescheduled',
    data: { change: 2, eventDate: '2026-08-22', dueDate: '2026-09-21' },
  };

  test('the promise to deliver moves with the event, and its reminders begin again', () => {
    given(gallery, created).when('reschedule', facts, worker).emits(rescheduled);
    const past: Event[] = [created, { type: 'GalleryDeliveryReminded', data: { reminder: 'soon' } }, rescheduled];
    given(gallery, ...past)
      .when('remindDelivery', { reminder: 'soon' }, worker, '2026-07-13T12:00:00.000Z')
      .emits();
    given(gallery, ...past)
      .when('remindDelivery', { reminder: 'soon' }, worker, '2026-09-14T12:00:00.000Z')
      .emits({ type: 'GalleryDeliveryReminded', data: { reminder: 'soon' } });
  });

  test('an earlier change that arrives later, the same date and a missing or closed gallery change nothing', () => {
    given(gallery, created, rescheduled).when('reschedule', { change: 1, eventDate: '2026-07-01' }, worker).emits();
    given(gallery, created, rescheduled).when('reschedule', facts, worker).emits();
    given(gallery, created).when('reschedule', { change: 1, eventDate: details.eventDate }, worker).emits();
    given(gallery).when('reschedule', facts, worker).emits();
    given(gallery, created, closed).when('reschedule', facts, worker).emits();
  });

  test('users cannot do it', () =>
    given(gallery, created).when('reschedule', facts, bo).refuses('gallery-not-allowed'));
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, allows, type Message, project, replay } from '#kernel';
import { randomRuns, recorded } from '#kernel/testing';
import { galleries } from './galleries.projection.ts';
import {
  type GalleryCommands,
  type GalleryEvents,
  gallery,
  requireArchive,
  requireOpen,
  requireOriginals,
  requireVisible,
  seesWatermark,
} from './gallery.ts';

type Event = Message<GalleryEvents>;
type Step = { readonly verb: keyof GalleryCommands; readonly facts: object; readonly by: Actor; readonly at: string };

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'worker', kind: 'worker', role: 'reaction' };
const instants = ['2026-01-01', '2026-07-14', '2026-07-20', '2026-07-28', '2026-12-10', '2027-01-01', '2027-07-28'];
const at = fc.constantFrom(...instants.map((date) => `${date}T12:00:00.000Z`));

const booking = { clientId: 'ann', creatorId: 'bo', status: 'confirmed' };
const itemId = fc.constantFrom('a', 'b', 'c');
const item = fc.record({
  id: itemId,
  state: fc.constantFrom('ready', 'ready', 'ready', 'ready', 'processing', 'refused'),
});
const items = fc
  .uniqueArray(item, { minLength: 2, maxLength: 3, selector: ({ id }) => id })
  .map((all) => ({ items: all }));
const facts: Readonly<Record<keyof GalleryCommands, fc.Arbitrary<object>>> = {
  create: fc.constant({
    bookingId: 'booking-1',
    name: 'Ours',
    description: null,
    eventDate: '2026-06-20',
    dueDate: '2026-07-20',
    booking,
  }),
  reschedule: fc.record({
    change: fc.integer({ min: 1, max: 3 }),
    eventDate: fc.constantFrom('2026-06-20', '2026-08-22'),
  }),
  list: fc.record({ itemId, size: fc.nat(1_000) }),
  unlist: fc.record({ itemId }),
  markReady: items,
  deliver: items,
  reopen: fc.constant({ reason: 'More' }),
  accept: fc.record({ version: fc.constantFrom(1, 1, 2) }),
  remindDelivery: fc.record({ reminder: fc.constantFrom('soon', 'due', 'late') }),
  remindRemoval: fc.record({ version: fc.constantFrom(1, 2), reminder: fc.constantFrom('month', 'week') }),
  removeFiles: fc.record({ version: fc.constantFrom(1, 2) }),
  close: fc.constantFrom({ personId: 'ann' }, { personId: 'bo' }, { personId: 'eve' }),
};
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc
    .constantFrom<keyof GalleryCommands>(
      ...([
        'create',
        'list',
        'list',
        'unlist',
        'markReady',
        'deliver',
        'deliver',
        'reopen',
        'accept',
        'reschedule',
        'remindDelivery',
        'remindRemoval',
        'removeFiles',
        'close',
      ] as const),
    )
    .chain((verb) =>
      fc.record({
        verb: fc.constant(verb),
        facts: facts[verb],
        by: fc.constantFrom(bo, bo, bo, ann, ann, eve, sue, worker, worker),
        at,
      }),
    ),
  { maxLength: 40 },
);

/** The events of these steps; what is refused changes nothing. */
const run = (all: readonly Step[]): readonly (Event & { by: Actor })[] => {
  const past: (Event & { by: Actor })[] = [];
  for (const { verb, facts: given, by, at: now } of all) {
    const state = replay(gallery, past);
    allows(() =>
      past.push(...gallery.decide[verb](state, { facts: given as never, by, at: now }).map((e) => ({ ...e, by }))),
    );
  }
  return past;
};
const check = (property: (events: readonly (Event & { by: Actor })[]) => void) =>
  fc.assert(
    fc.property(steps, (all) => property(run(all))),
    { numRuns: randomRuns(170) },
  );

test('versions count up, each with files that were all processed', () =>
  check((events) => {
    const delivered = events.flatMap(({ type, data }) => (type === 'GalleryDelivered' ? [data] : []));
    expect(delivered.map(({ version }) => version)).toEqual(delivered.map((_, i) => i + 1));
    expect(delivered.every(({ itemIds }) => itemIds.length > 0)).toBe(true);
  }));

test('a version has exactly the files that were listed and not removed before it', () =>
  check((events) => {
    events.forEach(({ type, data }, i) => {
      if (type !== 'GalleryDelivered') return;
      const { items: had } = replay(gallery, events.slice(0, i));
      expect([...data.itemIds].sort()).toEqual(had.map(({ id }) => id).sort());
      expect(data.totalSize).toBe(had.reduce((sum, { size }) => sum + size, 0));
    });
  }));

const automatic = new Set([
  'GalleryRescheduled',
  'GalleryDeliveryReminded',
  'GalleryRemovalReminded',
  'GalleryFilesRemoved',
  'GalleryCreatorLeft',
  'GalleryClosed',
]);

test('only the creator changes a gallery, only the client accepts it, and a closed gallery records no events', () =>
  check((events) => {
    for (const { type, by } of events) {
      const actors = { GalleryAccepted: ['ann'], GalleryItemUnlisted: ['bo', 'worker'] };
      const expected = automatic.has(type) ? ['worker'] : ((actors as Record<string, string[]>)[type] ?? ['bo']);
      expect(expected).toContain(by.id);
    }
    const closed = events.findIndex(({ type }) => type === 'GalleryClosed');
    expect(closed < 0 || closed === events.length - 1).toBe(true);
  }));

test('an accepted version is the last one', () =>
  check((events) => {
    const accepted = events.findIndex(({ type }) => type === 'GalleryAccepted');
    const after = accepted < 0 ? [] : events.slice(accepted + 1);
    expect(after.filter(({ type }) => !automatic.has(type))).toEqual([]);
  }));

test('no one is reminded twice, and files are removed once and not before the end of their time', () =>
  check((events) => {
    // After a change of the date, the creator is reminded again as for the first date.
    let date = 0;
    const reminders = events.flatMap(({ type, data }) => {
      if (type === 'GalleryRescheduled') date += 1;
      return type === 'GalleryDeliveryReminded' ? `${date} ${data.reminder}` : [];
    });
    expect(new Set(reminders).size).toBe(reminders.length);
    const removals = events.flatMap(({ type, data }) =>
      type === 'GalleryRemovalReminded' ? `${data.version} ${data.reminder}` : [],
    );
    expect(new Set(removals).size).toBe(removals.length);
    const removed = events.findIndex(({ type }) => type === 'GalleryFilesRemoved');
    const after = removed < 0 ? [] : events.slice(removed + 1).map(({ type }) => type);
    expect(after.filter((type) => type !== 'GalleryClosed' && type !== 'GalleryCreatorLeft')).toEqual([]);
  }));

test('people who cannot see a gallery can do nothing with it, and the client has no original before its delivery', () =>
  check((events) => {
    const state = replay(gallery, events);
    for (const by of [ann, bo, eve, sue]) {
      const visible = allows(() => requireVisible(state, by));
      const rights = [
        allows(() => requireOpen(state, by)),
        allows(() => requireOriginals(state, by, false)),
        allows(() => requireArchive(state, by, true, false)),
        allows(() => requireArchive(state, by, false, true)),
      ];
      if (!visible) expect(rights).toEqual([false, false, false, false]);
    }
    expect(allows(() => requireOriginals(state, ann, false))).toBe(state.status === 'delivered');
    expect(allows(() => requireOriginals(state, ann, true))).toBe(false);
    if (state.status === 'ready') expect(seesWatermark(state, ann)).toBe(true);
  }));

test('the read table agrees with the state of the aggregate', () =>
  check((events) => {
    const state = replay(gallery, events);
    const row = project(galleries, new Map(), recorded<GalleryEvents>('gallery-1', events)).get('gallery-1');
    if (state.status === 'none' || state.status === 'closed') expect(row).toBeUndefined();
    else
      expect([row?.state, row?.acceptedAt !== null]).toEqual([
        { ...state, items: [], removedItems: [] },
        state.accepted,
      ]);
  }));

import { expect, test } from '@jest/globals';
import { resultsOf, type TimelineEntry } from '#backoffice/contract';
import {
  actorsOf,
  actorText,
  evidenceText,
  filters,
  isBy,
  isRevealable,
  resultsText,
  timelineOf,
  usefulFilters,
} from './timeline-entries.ts';

const ann = '6f2c41d8-0b7e-4f1a-9d2c-3e4f5a6b7c8d';
const entry = (id: string, changes: Partial<TimelineEntry> = {}) =>
  ({
    id,
    module: 'bookings',
    causation: 'request',
    actor: { id: ann, kind: 'user', role: 'client' },
    ...changes,
  }) as TimelineEntry;

test('an event lists those that it directly led to, and the emails of its notifications', () => {
  const cancelled = entry('a');
  const refund = entry('b', { causation: 'a', module: 'payments' });
  const notified = entry('c', { causation: 'a', module: 'notifications' });
  const emailed = entry('d', { causation: 'c', module: 'notifications' });
  const all = [cancelled, refund, notified, emailed, entry('e', { causation: 'b' })];
  expect(resultsOf(cancelled.id, all)).toEqual([refund, notified, emailed]);
});

test('only personal data of some modules can be revealed in a timeline', () => {
  const details = [{ name: 'reason', value: '•••', masked: true }];
  expect(isRevealable(entry('a', { details }))).toBe(true);
  expect(isRevealable(entry('a', { details, module: 'messages' }))).toBe(false);
  expect(isRevealable(entry('a', { details: [{ name: 'reason', value: 'Rain', masked: false }] }))).toBe(false);
});

test('results of the same kind are counted', () => {
  const titles = ['Person notified', 'Refund due', 'Person notified'];
  expect(resultsText(titles.map((title, index) => entry(`${index}`, { title })))).toBe(
    '2 × Person notified · Refund due',
  );
});

test('the evidence names the place in the log and the request, with shortened ids', () =>
  expect(
    evidenceText(
      entry('a', {
        position: 2_707,
        version: 2,
        stream: `booking-${ann}`,
        source: 'worker',
        request: `${ann}.bookings.expire`,
      }),
    ),
  ).toBe('Position 2,707 · version 2 of booking-6f2c41d8… · worker · request 6f2c41d8….bookings.expire'));

test.each<[TimelineEntry['actor'], string | null, string]>([
  [{ id: ann, kind: 'user', role: 'client' }, null, 'by client 6f2c41d8…'],
  [{ id: ann, kind: 'staff', role: 'support' }, ann, 'by staff (support) 6f2c41d8…, on behalf of 6f2c41d8…'],
  [{ id: 'anonymous', kind: 'user', role: 'anonymous' }, null, 'by a visitor who was not signed in'],
  [{ id: 'bookings.expire', kind: 'worker', role: 'reaction' }, null, 'automatically'],
  [{ id: 'sandbox', kind: 'webhook', role: 'gateway' }, null, 'reported by the payment provider'],
])('the actor %j is described', (actor, onBehalfOf, expected) => {
  expect(actorText(entry('a', { actor, onBehalfOf }))).toBe(expected);
});

test('only filters that show an event are offered', () => {
  const entry = (module: string, kind: string) => ({ module, actor: { kind } }) as TimelineEntry;
  expect(usefulFilters([entry('leads', 'user'), entry('payments', 'webhook')])).toEqual([
    'everything',
    'money',
    'lead',
  ]);
  expect(usefulFilters([entry('galleries', 'user'), entry('notifications', 'worker')])).toEqual([
    'main',
    'everything',
    'gallery',
    'notifications',
  ]);
  expect(usefulFilters([entry('bookings', 'staff')])).toEqual(['everything', 'booking', 'staff']);
});

test('the timeline can be limited to one actor: a person, or a part of the system', () => {
  const by = (id: string, kind: string, role: string) =>
    entry(`${kind} ${id}`, { actor: { id, kind, role } as TimelineEntry['actor'] });
  const entries = [
    by(ann, 'user', 'client'),
    by('bookings.expire', 'worker', 'reaction'),
    by('payments.refund', 'worker', 'reaction'),
    by(ann, 'user', 'client'),
    by('12345678-9abc', 'staff', 'support'),
  ];
  expect(actorsOf(entries)).toEqual([
    { value: ann, label: 'Client 6f2c41d8…' },
    { value: 'worker', label: 'Automatic' },
    { value: '12345678-9abc', label: 'Staff (support) 12345678…' },
  ]);
  const idsBy = (actor: string | undefined) => entries.filter((each) => isBy(actor, each)).map(({ id }) => id);
  expect(idsBy('worker')).toEqual(['worker bookings.expire', 'worker payments.refund']);
  expect(idsBy(ann)).toHaveLength(2);
  expect(idsBy(undefined)).toHaveLength(5);
});

test('the timeline can be limited to the main events, money, galleries, leads, messages, notifications and staff', () => {
  const entries = [
    entry('a'),
    entry('b', { module: 'payments' }),
    entry('f', { module: 'payouts' }),
    entry('g', { module: 'galleries' }),
    entry('h', { module: 'leads' }),
    entry('c', { module: 'notifications' }),
    entry('e', { module: 'messages' }),
    entry('d', { actor: { id: ann, kind: 'staff', role: 'support' } }),
  ];
  const idsOf = (filter: keyof typeof filters) => entries.filter(filters[filter].includes).map(({ id }) => id);
  expect(idsOf('main')).toEqual(['a', 'b', 'f', 'g', 'h', 'd']);
  expect(idsOf('everything')).toEqual(['a', 'b', 'f', 'g', 'h', 'c', 'e', 'd']);
  expect(idsOf('booking')).toEqual(['a', 'd']);
  expect(idsOf('money')).toEqual(['b', 'f']);
  expect(idsOf('gallery')).toEqual(['g']);
  expect(idsOf('lead')).toEqual(['h']);
  expect(idsOf('messages')).toEqual(['e']);
  expect(idsOf('notifications')).toEqual(['c']);
  expect(idsOf('staff')).toEqual(['d']);
});

test('the pages of a timeline are one list, in which events of several pages appear once', () => {
  const [a, b, c] = [1, 2, 3].map((position) => entry(`${position}`, { position })) as [
    TimelineEntry,
    TimelineEntry,
    TimelineEntry,
  ];
  const verified = { through: 2, at: '2027-03-03T09:05:12.000Z' };
  const newest = { items: [b, c], complete: true, verified };
  const earlier = { items: [a, c], complete: true, verified: null };
  expect(timelineOf([newest, earlier])).toEqual({ items: [a, b, c], complete: true, verified });
  expect(timelineOf([newest, { ...earlier, complete: false }]).complete).toBe(false);
});

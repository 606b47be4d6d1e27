import { expect, test } from '@jest/globals';
import { originOf } from '#platform/testing';
import { toRecords } from './eventstoredb-records.ts';
import type { Unplaced } from './stored-event.ts';

const origin = originOf({ id: 'ann', kind: 'user', role: 'client' });
const noted = (version: number, changes: Partial<Unplaced> = {}): Unplaced => ({
  ...origin,
  id: `00000000-0000-4000-8000-00000000000${version}`,
  stream: 'note-1',
  version,
  type: 'Noted',
  shape: 1,
  data: { text: 'a' },
  at: '2026-11-01T00:00:00.000Z',
  ...changes,
});
const last = (...events: readonly Unplaced[]) => toRecords(events, '').hash;

test('the same event at the same place has the same hash', () => {
  expect(last(noted(1), noted(2))).toBe(last(noted(1), noted(2)));
  expect(last(noted(1), noted(2))).toBe(toRecords([noted(2)], last(noted(1))).hash);
});

test.each<[string, Partial<Unplaced>]>([
  ['what it says', { data: { text: 'b' } }],
  ['its id', { id: '00000000-0000-4000-8000-00000000000a' }],
  ['its type', { type: 'Noticed' }],
  ['its shape', { shape: 2 }],
  ['its stream', { stream: 'note-2' }],
  ['its place in the stream', { version: 3 }],
  ['its time', { at: '2026-11-01T00:00:00.001Z' }],
  ['who did it', { by: { id: 'bo', kind: 'user', role: 'client' } }],
  ['why', { reason: 'a test' }],
])('%s is in an event’s hash', (_, changes) => {
  expect(last(noted(1), noted(2, changes))).not.toBe(last(noted(1), noted(2)));
});

test('and so is everything that came before it in its stream', () => {
  expect(last(noted(1, { data: { text: 'b' } }), noted(2))).not.toBe(last(noted(1), noted(2)));
});

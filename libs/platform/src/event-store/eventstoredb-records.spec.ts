import { expect, test } from '@jest/globals';
import { originOf } from '#platform/testing';
import { toRecords } from './eventstoredb-records.ts';
import type { UnrecordedEvent } from './stored-event.ts';

const origin = originOf({ id: 'ann', kind: 'user', role: 'client' });
const notedEvent = (version: number, changes: Partial<UnrecordedEvent> = {}): UnrecordedEvent => ({
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
const lastHash = (...events: readonly UnrecordedEvent[]) => toRecords(events, '').hash;

test('the same event at the same version has the same hash', () => {
  expect(lastHash(notedEvent(1), notedEvent(2))).toBe(lastHash(notedEvent(1), notedEvent(2)));
  expect(lastHash(notedEvent(1), notedEvent(2))).toBe(toRecords([notedEvent(2)], lastHash(notedEvent(1))).hash);
});

test.each<[string, Partial<UnrecordedEvent>]>([
  ['its data', { data: { text: 'b' } }],
  ['its id', { id: '00000000-0000-4000-8000-00000000000a' }],
  ['its type', { type: 'Noticed' }],
  ['its shape', { shape: 2 }],
  ['its stream', { stream: 'note-2' }],
  ['its version', { version: 3 }],
  ['its time', { at: '2026-11-01T00:00:00.001Z' }],
  ['its actor', { by: { id: 'bo', kind: 'user', role: 'client' } }],
  ['its reason', { reason: 'a test' }],
])('the hash of an event covers %s', (_, changes) => {
  expect(lastHash(notedEvent(1), notedEvent(2, changes))).not.toBe(lastHash(notedEvent(1), notedEvent(2)));
});

test('the hash of an event covers all earlier events of its stream', () => {
  expect(lastHash(notedEvent(1, { data: { text: 'b' } }), notedEvent(2))).not.toBe(
    lastHash(notedEvent(1), notedEvent(2)),
  );
});

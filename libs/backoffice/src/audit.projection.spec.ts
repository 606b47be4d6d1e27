import { expect, test } from '@jest/globals';
import { project, type Recorded } from '#kernel';
import { auditOf } from './audit.projection.ts';

const [booking, lead] = ['booking-5f0c2a54-9a3e-4a52-8f5f-0c9d9a1f3b11', 'lead-7d1b9a10-2f64-4c8b-9f0e-1a2b3c4d5e6f'];
const event = (stream: string, data: object): Recorded => ({
  type: 'NoteWritten',
  data,
  id: `event of ${stream}`,
  stream,
  version: 3,
  position: 17n,
  at: '2026-01-01T00:00:00.000Z',
  recordedAt: '2026-01-01T00:00:01.000Z',
  by: { id: 'sue', kind: 'staff', role: 'support' },
  source: 'web',
  reason: 'Ann Archer asked for it by telephone',
  onBehalfOf: 'ann',
  request: 'r1',
  correlation: 'c1',
  causation: 'r1',
});
const rowOf = (stream: string, data: object) =>
  [...project(auditOf(new Map([['NoteWritten', 'notes']])), new Map(), [event(stream, data)]).values()][0];

test('an event has one row with its envelope, and none of its data', () => {
  expect(rowOf('note-1', { text: 'a secret', of: { bookingId: booking } })).toEqual({
    id: 'event of note-1',
    position: 17,
    at: '2026-01-01T00:00:00.000Z',
    stream: 'note-1',
    version: 3,
    type: 'NoteWritten',
    module: 'notes',
    actorId: 'sue',
    actorKind: 'staff',
    actorRole: 'support',
    onBehalfOf: 'ann',
    source: 'web',
    request: 'r1',
    correlation: 'c1',
    causation: 'r1',
    bookingId: null,
    leadId: null,
    galleryId: null,
  });
});

test.each([
  ['its stream', booking, {}, [booking, null]],
  ['a field', 'note-1', { bookingId: booking, leadId: lead }, [booking, lead]],
  ['a reference to a part', 'payment-1', { reference: `${booking}/deposit` }, [booking, null]],
])('the booking and the lead that an event concerns are found in %s', (_, stream, data, expected) => {
  const row = rowOf(stream, data);
  expect([row?.bookingId, row?.leadId]).toEqual(expected);
});

test('a text that people write names no booking', () =>
  expect(rowOf('message-1', { text: `${booking}/x`, note: booking })).toMatchObject({ bookingId: null, leadId: null }));

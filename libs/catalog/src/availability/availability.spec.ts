import { expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import {
  type AvailabilityCommands,
  type AvailabilityEvents,
  availability,
  defaultPattern,
  isBlocked,
} from './availability.ts';

type Event = Message<AvailabilityEvents>;
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const ann: Actor = { id: 'bo', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'vendor' };
const worker: Actor = { id: 'erasure', kind: 'worker', role: 'reaction' };

const creatorId = 'bo';
const pattern = { weekdays: [5, 6, 7], capacity: 2, noticeDays: 14 };
const holidays = { from: '2026-07-01', to: '2026-07-14', reason: 'Holidays' };
const settings: AvailabilityCommands['change'] = {
  creatorId,
  ...pattern,
  blocked: [{ blockId: 'b1', ...holidays }],
  known: null,
};
const opened: Event = { type: 'AvailabilityOpened', data: { creatorId } };
const changed: Event = { type: 'AvailabilityChanged', data: { creatorId, ...pattern } };
const blocked: Event = { type: 'DaysBlocked', data: { creatorId, blockId: 'b1', ...holidays } };
const unblocked: Event = { type: 'DaysUnblocked', data: { creatorId, blockId: 'b1' } };
const cleared: Event = { type: 'AvailabilityCleared', data: { creatorId } };
const past = [opened, changed, blocked];

test('the first settings are stored as a whole', () =>
  given(availability).when('change', settings, bo).emits(opened, changed, blocked));

test('saving the same settings again changes nothing, even if the blocks have new ids', () =>
  given(availability, ...past)
    .when('change', { ...settings, blocked: [{ blockId: 'b2', ...holidays }] }, bo)
    .emits());

test('only what differs is stored', () => {
  given(availability, ...past)
    .when('change', { ...settings, capacity: 1 }, bo)
    .emits({ type: 'AvailabilityChanged', data: { creatorId, ...pattern, capacity: 1 } });
  given(availability, ...past)
    .when('change', { ...settings, blocked: [] }, bo)
    .emits(unblocked);
  const longer = { blockId: 'b2', ...holidays, to: '2026-07-21' };
  given(availability, ...past)
    .when('change', { ...settings, blocked: [longer] }, bo)
    .emits(unblocked, { type: 'DaysBlocked', data: { creatorId, ...longer } });
});

test('settings that were changed since they were read are not replaced, and repeating a request changes nothing', () => {
  const read = { ...pattern, blocked: [holidays] };
  const june: Event = {
    type: 'DaysBlocked',
    data: { creatorId, blockId: 'b2', from: '2026-06-20', to: '2026-06-20', reason: null },
  };
  const change = { ...settings, capacity: 1, known: read };
  const capacityChanged: Event = { type: 'AvailabilityChanged', data: { creatorId, ...pattern, capacity: 1 } };
  given(availability, ...past)
    .when('change', change, bo)
    .emits(capacityChanged);
  given(availability, ...past, june)
    .when('change', change, bo)
    .refuses('availability-changed');
  given(availability, ...past, unblocked)
    .when('change', change, bo)
    .refuses('availability-changed');
  given(availability, ...past, { type: 'AvailabilityChanged', data: { creatorId, ...pattern, noticeDays: 7 } })
    .when('change', change, bo)
    .refuses('availability-changed');
  given(availability, ...past, capacityChanged)
    .when('change', change, bo)
    .emits();
});

test('the first settings replace the defaults', () =>
  given(availability)
    .when('change', { ...settings, known: { ...defaultPattern, blocked: [] } }, bo)
    .emits(opened, changed, blocked));

test('a period that is sent twice is blocked once', () =>
  given(availability)
    .when('change', { ...settings, blocked: [...settings.blocked, { blockId: 'b2', ...holidays }] }, bo)
    .emits(opened, changed, blocked));

test('only the professional changes their own settings', () => {
  given(availability).when('change', settings, eve).refuses('availability-not-yours');
  given(availability).when('change', settings, ann).refuses('availability-not-allowed');
});

test('clearing removes the blocks, is idempotent and final, and only happens automatically', () => {
  given(availability, ...past)
    .when('clear', {}, worker)
    .emits(unblocked, cleared);
  given(availability, ...past, unblocked, cleared)
    .when('clear', {}, worker)
    .emits();
  given(availability).when('clear', {}, worker).emits();
  given(availability, ...past)
    .when('clear', {}, bo)
    .refuses('availability-not-allowed');
  given(availability, ...past, unblocked, cleared)
    .when('change', settings, bo)
    .refuses('availability-closed');
});

test('a blocked period includes its first and its last day', () => {
  const state = replay(availability, past);
  const days = ['2026-06-30', '2026-07-01', '2026-07-07', '2026-07-14', '2026-07-15'];
  expect(days.map((day) => isBlocked(state, day))).toEqual([false, true, true, true, false]);
});

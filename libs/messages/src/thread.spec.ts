import { expect, test } from '@jest/globals';
import type { Actor, PersonalData } from '#kernel';
import { given } from '#kernel/testing';
import { peopleToSeal } from '#platform/personal-data';
import { thread } from './thread.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const ofLead = { clientId: 'ann', creatorId: 'bo', bookingId: null, leadId: 'lead-1' };
const opened = { type: 'ThreadOpened', data: ofLead } as const;
const blocked = { type: 'ThreadBlocked', data: { personId: 'ann' } } as const;
const read = { type: 'ThreadRead', data: { personId: 'bo', upTo: 7 } } as const;

test('a party opens a conversation, once', () => {
  given(thread).when('open', ofLead, bo).emits(opened);
  given(thread, opened).when('open', ofLead, ann).emits();
});

test('a booking that was made from the lead continues its conversation', () => {
  const linked = { type: 'ThreadBookingLinked', data: { bookingId: 'booking-1' } } as const;
  given(thread, opened)
    .when('open', { ...ofLead, bookingId: 'booking-1' }, ann)
    .emits(linked);
  given(thread, opened, linked)
    .when('open', { ...ofLead, bookingId: 'booking-1' }, ann)
    .emits();
});

test('only the parties use a conversation', () => {
  given(thread).when('open', ofLead, eve).refuses('thread-not-yours');
  given(thread, opened).when('read', { upTo: 1 }, eve).refuses('thread-not-yours');
  given(thread, opened).when('block', {}, eve).refuses('thread-not-yours');
  given(thread, opened).when('unblock', {}, eve).refuses('thread-not-yours');
  given(thread, opened).when('report', { reason: 'Spam' }, eve).refuses('thread-not-yours');
  given(thread).when('read', { upTo: 1 }, ann).refuses('thread-not-found');
});

test('what was read does not become unread again', () => {
  given(thread, opened).when('read', { upTo: 7 }, bo).emits(read);
  given(thread, opened, read).when('read', { upTo: 6 }, bo).emits();
});

test('a conversation is blocked and unblocked by the same party', () => {
  given(thread, opened).when('block', {}, ann).emits(blocked);
  given(thread, opened, blocked).when('block', {}, ann).emits();
  given(thread, opened, blocked).when('unblock', {}, bo).emits();
  given(thread, opened, blocked)
    .when('unblock', {}, ann)
    .emits({ type: 'ThreadUnblocked', data: { personId: 'ann' } });
});

const reported = {
  type: 'ThreadReported',
  data: { personId: 'ann', otherPersonId: 'bo', reason: 'Spam', number: 1 },
} as const;
const reportedAgain = {
  type: 'ThreadReported',
  data: { personId: 'bo', otherPersonId: 'ann', reason: 'Rude', number: 2 },
} as const;
const closed = { type: 'ThreadReportClosed', data: { number: 1 } } as const;

test('a party reports a conversation', () => {
  given(thread, opened).when('report', { reason: 'Spam' }, ann).emits(reported);
  given(thread, opened, reported).when('report', { reason: 'Rude' }, bo).emits(reportedAgain);
});

test('a party cannot report a conversation again before staff have closed the first report', () => {
  const again = { type: 'ThreadReported', data: { ...reported.data, number: 2 } } as const;
  given(thread, opened, reported).when('report', { reason: 'Spam' }, ann).refuses('thread-report-open');
  given(thread, opened, reported, closed).when('report', { reason: 'Spam' }, ann).emits(again);
});

test('what a report says about the other party is encrypted for both', () =>
  expect(peopleToSeal(thread.personalData as PersonalData, [reported])).toEqual(['ann', 'bo']));

test('staff close one report of a conversation, and the others stay open', () => {
  given(thread, opened, reported, reportedAgain).when('closeReport', { number: 1 }, sue).emits(closed);
  given(thread, opened, reported, closed).when('closeReport', { number: 1 }, sue).emits();
  given(thread, opened, reported).when('closeReport', { number: 2 }, sue).refuses('thread-report-not-found');
  given(thread, opened, reported).when('closeReport', { number: 1 }, ann).refuses('thread-not-allowed');
  given(thread).when('closeReport', { number: 1 }, sue).refuses('thread-not-found');
});

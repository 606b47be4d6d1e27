import { describe, expect, test } from '@jest/globals';
import { type Actor, instantAfter, type Message, project } from '#kernel';
import { given, recorded } from '#kernel/testing';
import { type ReviewEvents, review } from './review.ts';
import { reviews } from './reviews.projection.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'client' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };

const day = 86_400_000;
const completedAt = '2026-06-01T12:00:00.000Z';
const daysLater = (days: number): string => instantAfter(completedAt, days * day);
const subject = { bookingId: 'booking-1', clientId: ann.id, creatorId: bo.id };
const booking = { ...subject, completedAt, partyLeft: false };
const writing = { rating: 5, text: 'Calm all day', booking };
const written: Message<ReviewEvents> = {
  type: 'ReviewWritten',
  data: { ...subject, rating: 5, text: 'Calm all day', editableUntil: daysLater(24) },
};
const replied: Message<ReviewEvents> = {
  type: 'ReviewReplied',
  data: { ...subject, text: 'Thank you', editableUntil: daysLater(34) },
};
const removed: Message<ReviewEvents> = { type: 'ReviewRemoved', data: { ...subject, reason: 'Another event' } };

describe('a review', () => {
  test('is written by the client within 60 days of the completion', () => {
    given(review).when('write', writing, ann, daysLater(10)).emits(written);
    given(review).when('write', writing, ann, daysLater(60)).refuses('review-too-late');
  });

  test('is written only of a completed booking, and only while both parties are there', () => {
    const open = { ...writing, booking: { ...booking, completedAt: null } };
    given(review).when('write', open, ann).refuses('review-booking-not-completed');
    const left = { ...writing, booking: { ...booking, partyLeft: true } };
    given(review).when('write', left, ann, daysLater(1)).refuses('review-party-left');
  });

  test('is written by no one else', () => {
    given(review).when('write', writing, bo, daysLater(1)).refuses('review-not-allowed');
    given(review).when('write', writing, eve, daysLater(1)).refuses('booking-not-yours');
    given(review).when('write', writing, sue, daysLater(1)).refuses('booking-not-yours');
  });

  test.each([0, 6, 4.5])('does not have %d stars', (rating) =>
    given(review)
      .when('write', { ...writing, rating }, ann, daysLater(1))
      .refuses('review-rating-invalid'),
  );

  test('can be changed for 14 days', () => {
    const changed = { ...writing, rating: 4, text: 'Nearly calm' };
    const data = { ...subject, rating: 4, text: 'Nearly calm' };
    given(review, written).when('write', changed, ann, daysLater(23)).emits({ type: 'ReviewEdited', data });
    given(review, written).when('write', changed, ann, daysLater(24)).refuses('review-final');
  });
});

describe('a reply', () => {
  const reply = { text: 'Thank you', booking };

  test('is written once by the professional, and can be changed for 14 days', () => {
    given(review, written).when('reply', reply, bo, daysLater(20)).emits(replied);
    const data = { ...subject, text: 'Thank you' };
    given(review, written, replied).when('reply', reply, bo, daysLater(33)).emits({ type: 'ReviewReplyEdited', data });
    given(review, written, replied).when('reply', reply, bo, daysLater(34)).refuses('review-reply-final');
  });

  test('needs a review', () => given(review).when('reply', reply, bo, daysLater(1)).refuses('review-not-written'));

  test('is written by no one else', () => {
    given(review, written).when('reply', reply, ann, daysLater(20)).refuses('review-not-allowed');
    given(review, written).when('reply', reply, eve, daysLater(20)).refuses('booking-not-yours');
  });
});

describe('staff', () => {
  test('remove a review and show it again', () => {
    given(review, written).when('remove', { reason: 'Another event' }, sue).emits(removed);
    given(review, written, removed)
      .when('restore', { reason: 'It was this event' }, sue)
      .emits({ type: 'ReviewRestored', data: subject });
    given(review, written, removed).when('remove', { reason: 'Again' }, sue).refuses('review-removed');
    given(review, written).when('restore', { reason: 'Again' }, sue).refuses('review-not-removed');
    given(review).when('remove', { reason: 'Another event' }, sue).refuses('review-not-found');
  });

  test('alone do so', () => {
    given(review, written).when('remove', { reason: 'It hurts' }, bo).refuses('review-not-allowed');
    given(review, written, removed).when('restore', { reason: 'It was mine' }, ann).refuses('review-not-allowed');
  });

  test('leave a removed review without changes', () => {
    given(review, written, removed).when('write', writing, ann, daysLater(12)).refuses('review-removed');
    given(review, written, removed)
      .when('reply', { text: 'Thank you', booking }, bo, daysLater(12))
      .refuses('review-removed');
  });
});

test('a row has the latest texts and the reason of a removal', () => {
  const edited: Message<ReviewEvents> = {
    type: 'ReviewEdited',
    data: { ...subject, rating: 4, text: 'Nearly calm' },
  };
  const rows = project(reviews, new Map(), recorded('review-1', [written, replied, edited, removed]));
  expect(rows.get('review-1')).toMatchObject({
    rating: 4,
    text: 'Nearly calm',
    reply: 'Thank you',
    editedAt: '2026-01-01T00:00:02.000Z',
    removedReason: 'Another event',
    state: { status: 'removed' },
  });
});

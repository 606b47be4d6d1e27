import type { Projection } from '#kernel';
import { type ReviewEvents, review } from './review.ts';
import type { ReviewRow } from './reviews.rows.ts';

export const reviews: Projection<ReviewEvents, ReviewRow> = {
  table: 'reviews',
  version: 2,
  key: ({ stream }) => stream,
  insert: {
    ReviewWritten: (written, { stream, at }) => {
      const { bookingId, clientId, creatorId, rating, text } = written;
      return {
        id: stream,
        bookingId,
        clientId,
        creatorId,
        rating,
        text,
        createdAt: at,
        editedAt: null,
        reply: null,
        repliedAt: null,
        replyEditedAt: null,
        removedReason: null,
        state: review.evolve.ReviewWritten(review.initial, written),
      };
    },
  },
  update: {
    ReviewEdited: (row, edited, { at }) => ({
      ...row,
      rating: edited.rating,
      text: edited.text,
      editedAt: at,
      state: review.evolve.ReviewEdited(row.state, edited),
    }),
    ReviewReplied: (row, replied, { at }) => ({
      ...row,
      reply: replied.text,
      repliedAt: at,
      state: review.evolve.ReviewReplied(row.state, replied),
    }),
    ReviewReplyEdited: (row, { text }, { at }) => ({ ...row, reply: text, replyEditedAt: at }),
    ReviewRemoved: (row, removed) => ({
      ...row,
      removedReason: removed.reason,
      state: review.evolve.ReviewRemoved(row.state, removed),
    }),
    ReviewRestored: (row, restored) => ({
      ...row,
      removedReason: null,
      state: review.evolve.ReviewRestored(row.state, restored),
    }),
  },
};

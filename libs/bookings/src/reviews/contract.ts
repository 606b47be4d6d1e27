import { z } from 'zod';
import { rating } from '#catalog/contract';
import { maxReviewLength } from '../booking-terms.contract.ts';

export const reviewId = z.templateLiteral(['review-', z.uuid()], 'This review does not exist');

const textOf = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(maxReviewLength, 'Please use at most 2,000 characters');

/** `PUT /api/v1/bookings/{id}/review`: writes the review, or changes it. */
export const reviewWriting = z.strictObject({
  rating: z.int('Please choose 1 to 5 stars').min(1, 'Please choose 1 to 5 stars').max(5, 'Please choose 1 to 5 stars'),
  text: textOf('Please write what it was like'),
});
export type ReviewWriting = z.infer<typeof reviewWriting>;

/** `PUT /api/v1/bookings/{id}/review/reply`: writes the professional's reply, or changes it. */
export const reviewReply = z.strictObject({ text: textOf('Please write a reply') });
export type ReviewReply = z.infer<typeof reviewReply>;

/**
 * A review as everyone sees it. `authorName` is a first name. Of one that staff removed, only the reason is shown. A
 * text is null after a party has closed their account.
 */
export const review = z.object({
  id: reviewId,
  authorName: z.string().nullable(),
  rating: z.int().nullable(),
  text: z.string().nullable(),
  createdAt: z.iso.datetime(),
  isEdited: z.boolean(),
  reply: z.object({ text: z.string().nullable(), createdAt: z.iso.datetime(), isEdited: z.boolean() }).nullable(),
  /** Why staff removed the review; null if they did not. */
  removedReason: z.string().nullable(),
});
export type Review = z.infer<typeof review>;

/** `GET /api/v1/creators/{id}/reviews`, for everyone: the newest first. */
export const reviewsPage = z.object({ items: z.array(review), nextCursor: z.string().nullable(), rating });
export type ReviewsPage = z.infer<typeof reviewsPage>;

/** `GET /api/v1/creators/{id}/reviews` and `GET /api/v1/staff/reviews` */
export const reviewPaging = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(10),
  cursor: z.string().max(200).optional(),
});
export type ReviewPaging = z.infer<typeof reviewPaging>;

/**
 * `GET /api/v1/bookings/{id}/review`, for the booking's parties. The review is as everyone sees it; null if none was
 * written. `may`: what the caller may write or change now. `writeUntil` and `replyUntil`: the deadlines for that, null
 * if there is none.
 */
export const bookingReview = z.object({
  review: review.nullable(),
  may: z.object({ write: z.boolean(), reply: z.boolean() }),
  writeUntil: z.iso.datetime().nullable(),
  replyUntil: z.iso.datetime().nullable(),
});
export type BookingReview = z.infer<typeof bookingReview>;

/**
 * A review as staff see it, also if it is removed. Of the parties only the public name of the professional is shown.
 */
export const staffReview = z.object({
  id: reviewId,
  bookingId: z.string(),
  creator: z.object({ id: z.uuid(), shortName: z.string() }),
  rating: z.int(),
  text: z.string().nullable(),
  reply: z.string().nullable(),
  createdAt: z.iso.datetime(),
  removedReason: z.string().nullable(),
});
export type StaffReview = z.infer<typeof staffReview>;

/** `GET /api/v1/staff/reviews`: the newest first. */
export const staffReviews = z.object({ items: z.array(staffReview), nextCursor: z.string().nullable() });
export type StaffReviews = z.infer<typeof staffReviews>;

/** `POST /api/v1/staff/reviews/{id}/{action}` */
export const staffReviewAction = z.enum(['remove', 'restore'], 'This action does not exist');
export type StaffReviewAction = z.infer<typeof staffReviewAction>;

import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { BookingReview, ReviewReply, ReviewsPage, ReviewWriting } from '#bookings/contract';
import type { Rating } from '#catalog/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';

/** The public reviews of a professional, newest first, in pages. */
export const creatorReviewsQuery = (creatorId: string) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.reviews(creatorId),
    queryFn: ({ pageParam, signal }) =>
      api.get<ReviewsPage>(`/creators/${encodeURIComponent(creatorId)}/reviews`, { cursor: pageParam }, signal),
    ...paging,
  });

export const useCreatorReviews = (creatorId: string) => useInfiniteQuery(creatorReviewsQuery(creatorId));

/** Undefined until it is loaded. */
export const useRating = (creatorId: string): Rating | undefined =>
  useCreatorReviews(creatorId).data?.pages.at(-1)?.rating;

const bookingReviewQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingKeys.review(bookingId),
    queryFn: ({ signal }) => api.get<BookingReview>(bookingEndpoints.review(bookingId), undefined, signal),
  });

/** The review of a completed booking, and what the user may write. */
export const useBookingReview = (bookingId: string) => useQuery(bookingReviewQuery(bookingId));

export const useWriteReview = (bookingId: string) =>
  useMutation({
    mutationFn: (review: ReviewWriting) => api.put(bookingEndpoints.review(bookingId), review),
    meta: { success: 'Review published', failure: 'Failed to publish the review', topics: ['bookings'] },
  });

export const useReplyToReview = (bookingId: string) =>
  useMutation({
    mutationFn: (reply: ReviewReply) => api.put(`${bookingEndpoints.review(bookingId)}/reply`, reply),
    meta: { success: 'Reply published', failure: 'Failed to publish the reply', topics: ['bookings'] },
  });

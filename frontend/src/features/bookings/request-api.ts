import { useMutation } from '@tanstack/react-query';
import type { BookingRequest, RequestedBooking } from '#bookings/contract';
import { dropDraft } from '../../platform/drafts.ts';
import { useRepeatablePost } from '../../platform/repeatable-post.ts';
import { bookingEndpoints } from './endpoints.ts';

/** Drops the draft also if the form was left before the response arrived. */
export const useRequestBooking = (draftKey: string) =>
  useMutation({
    mutationFn: useRepeatablePost<RequestedBooking, BookingRequest>(bookingEndpoints.all),
    onSuccess: () => dropDraft(draftKey),
    meta: { success: 'Booking created successfully!', failure: 'Failed to create booking', topics: ['bookings'] },
  });

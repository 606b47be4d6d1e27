import { useMutation } from '@tanstack/react-query';
import type { CreatedGallery, NewGallery } from '#galleries/contract';
import { dropDraft } from '../../platform/drafts.ts';
import { HttpError, messageOf } from '../../platform/http.ts';
import { useRepeatablePost } from '../../platform/repeatable-post.ts';
import { galleryEndpoints } from './endpoints.ts';

/** The server's message is the same for every missing resource; here only the booking can be missing. */
export const creationFailure = (error: unknown): string =>
  error instanceof HttpError && error.code === 'booking-not-found'
    ? 'Booking not found'
    : messageOf(error, 'Failed to create gallery');

/** Drops the draft also if the form was left before the response arrived. */
export const useCreateGallery = (draftKey: string) =>
  useMutation({
    mutationFn: useRepeatablePost<CreatedGallery, NewGallery>(galleryEndpoints.all),
    onSuccess: () => dropDraft(draftKey),
    meta: {
      success: 'Gallery created successfully!',
      failure: (error: unknown) => creationFailure(error),
      topics: ['galleries'],
    },
  });

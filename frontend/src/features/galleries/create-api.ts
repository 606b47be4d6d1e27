import { useMutation } from '@tanstack/react-query';
import type { CreatedGallery, NewGallery } from '#galleries/contract';
import { api, HttpError, messageOf } from '../../platform/http.ts';
import { galleryEndpoints } from './endpoints.ts';

/** The server's message is the same for every missing resource; here only the booking can be missing. */
export const creationFailure = (error: unknown): string =>
  error instanceof HttpError && error.code === 'booking-not-found'
    ? 'Booking not found'
    : messageOf(error, 'Failed to create gallery');

export const useCreateGallery = () =>
  useMutation({
    mutationFn: (gallery: NewGallery) => api.post<CreatedGallery>(galleryEndpoints.all, gallery),
    meta: {
      success: 'Gallery created successfully!',
      failure: (error: unknown) => creationFailure(error),
      topics: ['galleries'],
    },
  });

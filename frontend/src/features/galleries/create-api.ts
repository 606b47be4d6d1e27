import { useMutation } from '@tanstack/react-query';
import type { CreatedGallery, NewGallery } from '#galleries/contract';
import { api, HttpError, messageOf } from '../../platform/http.ts';
import { galleryEndpoints } from './endpoints.ts';

/** The server says the same of everything that is missing; here it can only be the booking. */
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

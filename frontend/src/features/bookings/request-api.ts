import { useMutation } from '@tanstack/react-query';
import type { BookingRequest, RequestedBooking } from '#bookings/contract';
import { api } from '../../platform/http.ts';
import { bookingEndpoints } from './endpoints.ts';

export const useRequestBooking = () =>
  useMutation({
    mutationFn: (request: BookingRequest) => api.post<RequestedBooking>(bookingEndpoints.all, request),
    meta: { success: 'Booking created successfully!', failure: 'Failed to create booking', topics: ['bookings'] },
  });

import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type {
  AvailabilitySettings,
  CalendarFeed,
  CalendarSubscription,
  CreatorAvailability,
  DayState,
  OwnAvailability,
} from '#catalog/contract';
import { api } from '../../platform/http.ts';
import { creatorEndpoints } from './endpoints.ts';
import { creatorKeys, ownAvailabilityKey } from './keys.ts';

/** `today` is the reader's day. */
type Period = { from: string; to: string; today: string };

/** The state of each day of a creator's calendar from one day to another, by its date. */
export const creatorDaysQuery = (creatorId: string, { from, to, today }: Period) =>
  queryOptions({
    queryKey: creatorKeys.days(creatorId, from, to, today),
    queryFn: async ({ signal }) => {
      const period = { from, to, today };
      const { items } = await api.get<CreatorAvailability>(creatorEndpoints.days(creatorId), period, signal);
      return Object.fromEntries(items.map(({ date, state }) => [date, state])) as Readonly<Record<string, DayState>>;
    },
  });

/** The previous period stays while another one loads. */
export const useCreatorDays = (creatorId: string, period: Period, enabled = true) =>
  useQuery({ ...creatorDaysQuery(creatorId, period), placeholderData: keepPreviousData, enabled });

/** The user's own availability settings. */
export const useOwnAvailability = () =>
  useQuery({
    queryKey: ownAvailabilityKey,
    queryFn: ({ signal }) => api.get<OwnAvailability>('/profile/availability', undefined, signal),
  });

export const useSaveAvailability = () =>
  useMutation({
    mutationFn: (settings: AvailabilitySettings) => api.put('/profile/availability', settings),
    meta: { success: 'Availability saved', failure: 'Failed to save availability', topics: ['catalog'] },
  });

/** Creates the feed of the bookings, or gives it a new address. */
export const useRotateFeed = () =>
  useMutation({
    mutationFn: () => api.post<CalendarFeed>('/profile/availability/feed'),
    meta: { failure: 'Failed to create the address', topics: ['catalog'] },
  });

export const useSubscribeToCalendar = () =>
  useMutation({
    mutationFn: (subscription: CalendarSubscription) => api.put('/profile/availability/subscription', subscription),
    meta: { failure: 'Failed to subscribe to the calendar', topics: ['catalog'] },
  });

export const useUnsubscribeFromCalendar = () =>
  useMutation({
    mutationFn: () => api.delete('/profile/availability/subscription'),
    meta: { success: 'Calendar removed', failure: 'Failed to remove the calendar', topics: ['catalog'] },
  });

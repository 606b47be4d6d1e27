import { useMutation, useQuery } from '@tanstack/react-query';
import type { NotificationPreferences, Unsubscribed } from '#notifications/contract';
import { api } from '../../platform/http.ts';
import { notificationKeys } from './keys.ts';

const path = '/me/notification-preferences';

export const useNotificationPreferences = () =>
  useQuery({
    queryKey: notificationKeys.preferences,
    queryFn: ({ signal }) => api.get<NotificationPreferences>(path, undefined, signal),
  });

/** Saves the channels of some groups; the others keep theirs. */
export const useSaveNotificationPreferences = () =>
  useMutation({
    mutationFn: (items: NotificationPreferences['items']) => api.put(path, { items }),
    meta: { success: 'Notifications saved', failure: 'Failed to save notifications', topics: ['notifications'] },
  });

/** Ends the emails that the link in an email is about. */
export const useUnsubscribe = (token: string) =>
  useMutation({
    mutationFn: () => api.post<Unsubscribed>(`/unsubscribe/${encodeURIComponent(token)}`),
    meta: { failure: 'Failed to unsubscribe' },
  });

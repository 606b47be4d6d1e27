import { useMutation, useQuery } from '@tanstack/react-query';
import type { NotificationsPage } from '#notifications/contract';
import { api } from '../../platform/http.ts';
import { notificationEndpoints } from './endpoints.ts';
import { notificationKeys } from './keys.ts';

const shown = 8;

/** The newest notifications and the number of unread ones. */
export const useNewestNotifications = () =>
  useQuery({
    queryKey: notificationKeys.newest,
    queryFn: ({ signal }) => api.get<NotificationsPage>(notificationEndpoints.all, { limit: shown }, signal),
  });

/** Marks the notifications up to this position as read. */
export const useReadNotifications = () =>
  useMutation({
    mutationFn: (upTo: number) => api.post(`${notificationEndpoints.all}/read`, { upTo }),
    meta: { topics: ['notifications'] },
  });

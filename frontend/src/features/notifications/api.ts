import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NotificationsPage } from '#notifications/contract';
import { dataLoaded } from '../../platform/data-loaded.ts';
import { api } from '../../platform/http.ts';
import { notificationEndpoints } from './endpoints.ts';
import { notificationKeys } from './keys.ts';

const shown = 8;

/** The newest notifications and the number of unread ones. They are requested after the data of the page. */
export const useNewestNotifications = () => {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => void dataLoaded().then(() => setEnabled(true)), []);
  return useQuery({
    queryKey: notificationKeys.newest,
    queryFn: ({ signal }) => api.get<NotificationsPage>(notificationEndpoints.all, { limit: shown }, signal),
    enabled,
  });
};

/** Marks the notifications up to this position as read. */
export const useReadNotifications = () =>
  useMutation({
    mutationFn: (upTo: number) => api.post(`${notificationEndpoints.all}/read`, { upTo }),
    meta: { topics: ['notifications'] },
  });

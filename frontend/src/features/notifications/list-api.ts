import { useInfiniteQuery } from '@tanstack/react-query';
import type { NotificationsPage } from '#notifications/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { notificationEndpoints } from './endpoints.ts';
import { notificationKeys } from './keys.ts';

/** All notifications of the user, newest first, in pages. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: notificationKeys.list,
    queryFn: ({ pageParam, signal }) =>
      api.get<NotificationsPage>(notificationEndpoints.all, { cursor: pageParam }, signal),
    ...paging,
  });

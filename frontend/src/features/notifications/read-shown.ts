import { useEffect, useRef } from 'react';
import type { Notification } from '#notifications/contract';
import { useReadNotifications } from './api.ts';

/**
 * Marks what is on screen as read. Returns whether a notification was unread when it appeared, so that it stays marked
 * as new for as long as the list is open.
 */
export const useReadShown = (items: readonly Notification[] | undefined): ((item: Notification) => boolean) => {
  const { mutate } = useReadNotifications();
  const newIds = useRef(new Set<string>());
  const unread = items?.filter(({ isUnread }) => isUnread) ?? [];
  for (const { id } of unread) newIds.current.add(id);
  const upTo = Math.max(0, ...unread.map(({ position }) => position));
  useEffect(() => {
    if (upTo > 0) mutate(upTo);
  }, [upTo, mutate]);
  return ({ id }) => newIds.current.has(id);
};

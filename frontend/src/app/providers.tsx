import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { queryClient } from '../platform/query-client.ts';
import { NotificationProvider, useNotify } from '../ui/notify.tsx';
import { liveUpdates } from './live-updates.ts';
import { loadNotices } from './load-notices.ts';

queryClient.declareTopics(liveUpdates.topics);

/** Shows the messages of failed queries and of mutations. */
function QueryNotices() {
  const notify = useNotify();
  useEffect(() => {
    queryClient.showNoticesWith(notify);
    return () => queryClient.showNoticesWith(undefined);
  }, [notify]);
  return null;
}

/** Queries and messages, for every shell except the plain one. */
export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <NotificationProvider loadNotices={loadNotices}>
        <QueryNotices />
        <Outlet />
      </NotificationProvider>
    </QueryClientProvider>
  );
}

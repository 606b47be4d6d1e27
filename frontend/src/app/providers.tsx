import { QueryClientProvider } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { queryClient } from '../platform/query-client.ts';
import { NotificationProvider, useNotify } from '../ui/notify.tsx';
import { liveUpdates } from './live-updates.ts';
import { loadNotices } from './load-notices.ts';
import { ClientContext, seed, storedSeeds } from './page-data.ts';

queryClient.declareTopics(liveUpdates.topics);
seed(queryClient, storedSeeds());

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
    <QueryClientProvider client={useContext(ClientContext)}>
      <NotificationProvider loadNotices={loadNotices}>
        <QueryNotices />
        <Outlet />
      </NotificationProvider>
    </QueryClientProvider>
  );
}

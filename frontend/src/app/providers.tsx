import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { useEffect, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { queryClient } from '../platform/query-client.ts';
import { useTheme } from '../platform/theme-preference.ts';
import { NotificationProvider, useNotify } from '../ui/notify.tsx';
import { liveUpdates } from './live-updates.ts';
import { componentDefaults, themeFor } from './theme.ts';
import './antd.css';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

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

export function Providers() {
  const name = useTheme();
  const theme = useMemo(() => themeFor(name, reducedMotion), [name]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} {...componentDefaults}>
        <NotificationProvider>
          <QueryNotices />
          <Outlet />
        </NotificationProvider>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

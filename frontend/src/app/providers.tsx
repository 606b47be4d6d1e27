import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { Suspense, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { queryClient } from '../platform/query-client.ts';
import { useTheme } from '../platform/theme-preference.ts';
import { Loader } from '../ui/festoon.tsx';
import { NotificationProvider } from '../ui/notify.tsx';
import { themeFor } from './theme.ts';
import './antd.css';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Providers() {
  const name = useTheme();
  const theme = useMemo(() => themeFor(name, reducedMotion), [name]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} wave={{ disabled: true }} form={{ requiredMark: 'optional' }}>
        <NotificationProvider>
          <Suspense fallback={<Loader />}>
            <Outlet />
          </Suspense>
        </NotificationProvider>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

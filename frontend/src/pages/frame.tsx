import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { Suspense, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { Loader } from '../shared/festoon.tsx';
import { Notifying } from '../shared/notify.tsx';
import { queryClient } from '../shared/query-client.ts';
import { useTheme } from '../shared/theme-choice.ts';
import { themeOf } from '../theme.ts';
import '../antd.css';

const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Frame() {
  const name = useTheme();
  const theme = useMemo(() => themeOf(name, still), [name]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={theme} wave={{ disabled: true }} form={{ requiredMark: 'optional' }}>
        <Notifying>
          <Suspense fallback={<Loader />}>
            <Outlet />
          </Suspense>
        </Notifying>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { Suspense, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { Loader } from '../shared/festoon.tsx';
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
        <App component={false} message={{ top: 84, duration: 4 }} notification={{ top: 84, duration: 8 }}>
          <Suspense fallback={<Loader />}>
            <Outlet />
          </Suspense>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

import { ConfigProvider } from 'antd';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { dataLoaded } from '../platform/data-loaded.ts';
import { useTheme } from '../platform/theme-preference.ts';
import { loadNotices } from './load-notices.ts';
import { componentDefaults, themeFor } from './theme.ts';
import './antd.css';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Ant Design with our theme, for the components inside. */
export function AntDesign({ children }: { children: ReactNode }) {
  const name = useTheme();
  const theme = useMemo(() => themeFor(name, reducedMotion), [name]);
  return (
    <ConfigProvider theme={theme} {...componentDefaults}>
      {children}
    </ConfigProvider>
  );
}

/** Surrounds the shells whose pages use Ant Design. */
export function AntDesignLayout() {
  // These pages change data: the first message must appear at once, also without a connection.
  useEffect(() => {
    dataLoaded()
      .then(loadNotices)
      .catch(() => undefined);
  }, []);
  return (
    <AntDesign>
      <Outlet />
    </AntDesign>
  );
}

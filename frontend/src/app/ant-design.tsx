import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTheme } from '../platform/theme-preference.ts';
import { componentDefaults, themeFor } from './theme.ts';
import './antd.css';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Provides Ant Design with our theme to the components inside. */
export function AntDesign({ children }: { children: ReactNode }) {
  const name = useTheme();
  const theme = useMemo(() => themeFor(name, reducedMotion), [name]);
  return (
    <ConfigProvider theme={theme} {...componentDefaults}>
      {children}
    </ConfigProvider>
  );
}

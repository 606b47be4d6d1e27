import type { ComponentType } from 'react';
import { importWhenOnline } from '../platform/code-loading.ts';
import type { NoticesProps } from '../ui/notices.tsx';

/** Loads the component that shows messages. It needs Ant Design, which public pages load only for the first message. */
export const loadNotices = async (): Promise<ComponentType<NoticesProps>> =>
  (await importWhenOnline(() => import('./themed-notices.tsx'))).ThemedNotices;

import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { importWhenOnline } from '../platform/code-loading.ts';
import { dataLoaded } from '../platform/data-loaded.ts';
import type { Notify } from '../platform/notices.ts';
import type { Notices, ShownNotice } from './notices.tsx';

const NotifyContext = createContext<Notify | null>(null);

// Loaded after the page's data, or with the first message.
const useNoticesComponent = (due: number): ComponentType<ComponentProps<typeof Notices>> | undefined => {
  const [Component, setComponent] = useState<typeof Notices>();
  useEffect(() => {
    if (Component) return;
    const load = async () => {
      if (due === 0) await dataLoaded();
      const { Notices: loaded } = await importWhenOnline(() => import('./notices.tsx'));
      setComponent(() => loaded);
    };
    load().catch(() => undefined);
  }, [Component, due]);
  return Component;
};

/** Shows the messages of the pages inside. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [due, setDue] = useState<readonly ShownNotice[]>([]);
  const Component = useNoticesComponent(due.length);
  const [notify, onShown] = useMemo(() => {
    const show = (type: ShownNotice['type']) => (text: string, more?: string) =>
      setDue((notices) => [...notices, { type, text, more }]);
    const remove = (count: number) => setDue((notices) => notices.slice(count));
    return [{ success: show('success'), error: show('error') }, remove] as const;
  }, []);
  return (
    <NotifyContext value={notify}>
      {Component && <Component notices={due} onShown={onShown} />}
      {children}
    </NotifyContext>
  );
}

export const useNotify = (): Notify => {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('useNotify needs a NotificationProvider around it');
  return notify;
};

import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Notify } from '../platform/notices.ts';
import type { NoticesProps, ShownNotice } from './notices.tsx';

const NotifyContext = createContext<Notify | null>(null);

type LoadNotices = () => Promise<ComponentType<NoticesProps>>;

// Loaded with the first message. A failed load is tried again with the next message, and once there is a connection.
const useNoticesComponent = (due: number, load: LoadNotices): ComponentType<NoticesProps> | undefined => {
  const [Component, setComponent] = useState<ComponentType<NoticesProps>>();
  useEffect(() => {
    if (Component || due === 0) return;
    const tryToLoad = () =>
      load().then(
        (loaded) => setComponent(() => loaded),
        () => undefined,
      );
    void tryToLoad();
    window.addEventListener('online', tryToLoad);
    return () => window.removeEventListener('online', tryToLoad);
  }, [Component, due, load]);
  return Component;
};

type NotificationProviderProps = { loadNotices: LoadNotices; children: ReactNode };

/** Shows the messages of the pages inside. */
export function NotificationProvider({ loadNotices, children }: NotificationProviderProps) {
  const [due, setDue] = useState<readonly ShownNotice[]>([]);
  const Component = useNoticesComponent(due.length, loadNotices);
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

import { message as messages, notification as notifications } from 'antd';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Notify } from '../platform/notices.ts';

const NotifyContext = createContext<Notify | null>(null);

/**
 * Shows messages; those with `more` in the lower corner, where they cover no actions of the page. Ant Design's own `App`
 * would load its dialogs too.
 */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [message, messageHolder] = messages.useMessage({ top: 84, duration: 4 });
  const [notification, notificationHolder] = notifications.useNotification({ duration: 8 });
  const notify = useMemo(() => {
    const show = (type: 'success' | 'error') => (text: string, more?: string) => {
      if (more === undefined) message.open({ type, content: text });
      else notification.open({ type, title: text, description: more, placement: 'bottomRight' });
    };
    return { success: show('success'), error: show('error') };
  }, [message, notification]);
  return (
    <NotifyContext value={notify}>
      {messageHolder}
      {notificationHolder}
      {children}
    </NotifyContext>
  );
}

export const useNotify = (): Notify => {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('useNotify needs a NotificationProvider around it');
  return notify;
};

import { message as messages, notification as notifications } from 'antd';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import type { Notify } from '../platform/notices.ts';
import './notify.css';

const NotifyContext = createContext<Notify | null>(null);

/** Moves the messages above everything else, including an open dialog and its backdrop. */
const raise = (layer: HTMLElement | null): void => {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
};

/**
 * Shows messages; those with `more` in the lower corner, where they cover no actions of the page. Ant Design's own `App`
 * would load its dialogs too.
 */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  const getContainer = () => layer.current ?? document.body;
  const [message, messageHolder] = messages.useMessage({ top: 84, duration: 4, getContainer });
  const [notification, notificationHolder] = notifications.useNotification({ duration: 8, getContainer });
  const notify = useMemo(() => {
    const show = (type: 'success' | 'error') => (text: string, more?: string) => {
      raise(layer.current);
      if (more === undefined) message.open({ type, content: text });
      else notification.open({ type, title: text, description: more, placement: 'bottomRight' });
    };
    return { success: show('success'), error: show('error') };
  }, [message, notification]);
  return (
    <NotifyContext value={notify}>
      <div ref={layer} className="notices" popover="manual" />
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

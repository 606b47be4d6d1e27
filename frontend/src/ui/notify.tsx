import { message as messages, notification as notifications } from 'antd';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import './notify.css';

/** Tells the reader what happened. With more words it stays longer, in the lower corner, where it covers no page's actions. */
export type Notify = {
  success(text: string, more?: string): void;
  error(text: string, more?: string): void;
};

const NotifyContext = createContext<Notify | null>(null);

/** Raises it above all there is, an open dialog and its backdrop included. */
const raise = (layer: HTMLElement | null): void => {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
};

/** Holds what is being said. antd's own App would bring its dialogs along. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  const getContainer = () => layer.current ?? document.body;
  const [message, messageHolder] = messages.useMessage({ top: 84, duration: 4, getContainer });
  const [notification, notificationHolder] = notifications.useNotification({ duration: 8, getContainer });
  const notify = useMemo(() => {
    const tell = (type: 'success' | 'error') => (text: string, more?: string) => {
      raise(layer.current);
      if (more === undefined) message.open({ type, content: text });
      else notification.open({ type, title: text, description: more, placement: 'bottomRight' });
    };
    return { success: tell('success'), error: tell('error') };
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
  if (!notify) throw new Error('useNotify is for pages inside the frame');
  return notify;
};

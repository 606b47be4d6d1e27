import { message as messages, notification as notifications } from 'antd';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** Tells the reader what happened. With more words it stays longer, in the lower corner, where it covers no page's actions. */
export type Notify = {
  success(text: string, more?: string): void;
  error(text: string, more?: string): void;
};

const Telling = createContext<Notify | null>(null);

/** Holds what is being said. antd's own App would bring its dialogs along. */
export function Notifying({ children }: { children: ReactNode }) {
  const [message, messageHolder] = messages.useMessage({ top: 84, duration: 4 });
  const [notification, notificationHolder] = notifications.useNotification({ duration: 8 });
  const notify = useMemo(() => {
    const tell = (type: 'success' | 'error') => (text: string, more?: string) =>
      more === undefined
        ? void message.open({ type, content: text })
        : notification.open({ type, title: text, description: more, placement: 'bottomRight' });
    return { success: tell('success'), error: tell('error') };
  }, [message, notification]);
  return (
    <Telling value={notify}>
      {messageHolder}
      {notificationHolder}
      {children}
    </Telling>
  );
}

export const useNotify = (): Notify => {
  const notify = useContext(Telling);
  if (!notify) throw new Error('useNotify is for pages inside the frame');
  return notify;
};

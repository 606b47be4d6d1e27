import { message as messages, notification as notifications } from 'antd';
import { useEffect } from 'react';

/** A message. With `more` it is a title, and stays longer. */
export type ShownNotice = { type: 'success' | 'error'; text: string; more?: string | undefined };

export type NoticesProps = { notices: readonly ShownNotice[]; onShown: (count: number) => void };

// Touch screens have no pointer that leaves: a message that was tapped would stay until something else is tapped.
const pauseOnHover = matchMedia('(hover: hover)').matches;

/**
 * Shows messages; those with `more` in the lower corner, away from the header. Ant Design's own `App` would load its
 * dialogs too.
 */
export function Notices({ notices, onShown }: NoticesProps) {
  const [message, messageHolder] = messages.useMessage({ top: 84, duration: 4, pauseOnHover });
  const [notification, notificationHolder] = notifications.useNotification({ duration: 8, pauseOnHover });
  useEffect(() => {
    if (notices.length === 0) return;
    for (const { type, text, more } of notices) {
      if (more === undefined) message.open({ type, content: text });
      else notification.open({ type, title: text, description: more, placement: 'bottomRight' });
    }
    onShown(notices.length);
  }, [notices, onShown, message, notification]);
  return (
    <>
      {messageHolder}
      {notificationHolder}
    </>
  );
}

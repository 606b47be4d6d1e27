import { App } from 'antd';
import { useMemo } from 'react';

/** Tells the reader what happened. A title makes it stay longer, in the corner, until read. */
export type Notify = {
  success(text: string, more?: string): void;
  error(text: string, more?: string): void;
};

export const useNotify = (): Notify => {
  const { message, notification } = App.useApp();
  return useMemo(() => {
    const tell = (type: 'success' | 'error') => (text: string, more?: string) =>
      more === undefined
        ? void message.open({ type, content: text })
        : notification.open({ type, title: text, description: more, placement: 'topRight' });
    return { success: tell('success'), error: tell('error') };
  }, [message, notification]);
};

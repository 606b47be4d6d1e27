import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { BellButton } from '../features/notifications/bell-button.tsx';
import { importInBackground } from '../platform/code-loading.ts';
import { dataLoaded } from '../platform/data-loaded.ts';

const DisabledBell = () => <BellButton unread={0} disabled />;

// Until their code is loaded, the header shows the fallbacks below.
const NotificationBell = lazy(async () => ({
  default: await importInBackground(async () => (await import('./themed-bell.tsx')).ThemedBell),
}));
const UnreadCount = lazy(async () => ({
  default: await importInBackground(async () => (await import('../features/messages/unread-count.tsx')).UnreadCount),
}));

/**
 * The parts of the header that show what is new to the user. Their code and data are loaded after those of the page.
 */
export const useLiveHeader = (isSignedIn: boolean): { bell?: ReactNode; unreadMessages?: ReactNode } => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (isSignedIn) void dataLoaded().then(() => setReady(true));
  }, [isSignedIn]);
  if (!ready || !isSignedIn) return {};
  return {
    bell: (
      <Suspense fallback={<DisabledBell />}>
        <NotificationBell />
      </Suspense>
    ),
    unreadMessages: (
      <Suspense>
        <UnreadCount />
      </Suspense>
    ),
  };
};

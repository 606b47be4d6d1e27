import { type ComponentType, type ReactElement, useState } from 'react';
import type { Notification } from '#notifications/contract';
import { importCode } from '../../platform/code-loading.ts';
import { useNewestNotifications } from './api.ts';
import { BellButton } from './bell-button.tsx';

type PopoverProps = { items: readonly Notification[] | undefined; children: ReactElement };

/** The number of unread notifications. The code of the list is loaded when the bell is first pressed. */
export function NotificationBell() {
  const { data } = useNewestNotifications();
  const [Popover, setPopover] = useState<ComponentType<PopoverProps>>();
  const [loading, setLoading] = useState(false);
  const unread = data?.unread ?? 0;
  if (Popover)
    return (
      <Popover items={data?.items}>
        <BellButton unread={unread} />
      </Popover>
    );
  const load = () => {
    setLoading(true);
    importCode(() => import('./bell-popover.tsx')).then(
      ({ BellPopover }) => setPopover(() => BellPopover),
      () => setLoading(false),
    );
  };
  return <BellButton unread={unread} aria-busy={loading} onClick={load} />;
}

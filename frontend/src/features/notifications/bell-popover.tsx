import { Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Notification } from '#notifications/contract';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useReadShown } from './read-shown.ts';

type BellPopoverProps = { items: readonly Notification[] | undefined; children: ReactElement };

/** Opens as soon as it is mounted: it is loaded when the bell is first pressed. */
export function BellPopover({ items, children }: BellPopoverProps) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      align={{ overflow: { adjustX: false, adjustY: false, shiftX: true } }}
      destroyOnHidden
      content={<Content items={items} onLeave={close} />}
    >
      {children}
    </Popover>
  );
}

type ContentProps = { items: readonly Notification[] | undefined; onLeave: () => void };

function Content({ items, onLeave }: ContentProps) {
  const isNew = useReadShown(items);
  return (
    <section className="bell-list" aria-label="Notifications">
      {items === undefined && <SkeletonBlocks heights={[56, 56]} />}
      {items?.length === 0 && <p className="muted">Nothing yet. What happens to your events appears here.</p>}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <NotificationItem key={item.id} notification={item} isNew={isNew(item)} onOpen={onLeave} />
          ))}
        </ul>
      )}
      <div className="bell-foot">
        <Link className="link small" to="/notifications" onClick={onLeave}>
          See all
        </Link>
        <Link className="link small" to="/settings?tab=notifications" onClick={onLeave}>
          Settings
        </Link>
      </div>
    </section>
  );
}

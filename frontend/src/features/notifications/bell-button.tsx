import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import './bell.css';

const maxShown = 99;

/** The bell in the header, with the number of unread notifications. */
export function BellButton({ unread, className = '', ...button }: ComponentProps<'button'> & { unread: number }) {
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <button
      type="button"
      className={`button quiet icon bell ${className}`}
      aria-label={label}
      aria-haspopup="dialog"
      {...button}
    >
      <Bell />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </button>
  );
}

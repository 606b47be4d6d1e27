import { Button } from 'antd';
import type { ReactNode } from 'react';

type RemovableItemProps = { name: string; about: ReactNode; onRemove: (() => void) | undefined };

/** One line of what the reader has: what it is, what is known of it, and a way to be rid of it where there is one. */
export function RemovableItem({ name, about, onRemove }: RemovableItemProps) {
  return (
    <li>
      <span>
        <b>{name}</b>
        <span className="muted small">{about}</span>
      </span>
      {onRemove && (
        <Button aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { OwnItem } from './own-item.tsx';

type RemovableItemProps = { name: string; about: ReactNode; onRemove: (() => void) | undefined };

/** A way to sign in, with a button to remove it where that is allowed. */
export function RemovableItem({ name, about, onRemove }: RemovableItemProps) {
  return (
    <OwnItem name={name} about={about}>
      {onRemove && (
        <Button aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </OwnItem>
  );
}

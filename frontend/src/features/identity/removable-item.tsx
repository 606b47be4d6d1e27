import { Button } from 'antd';
import type { ReactNode } from 'react';
import { OwnItem } from './own-item.tsx';

type RemovableItemProps = { name: string; about: ReactNode; onRemove: (() => void) | undefined };

/** A list item for a way to sign in or a second factor. It has a Remove button if `onRemove` is given. */
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

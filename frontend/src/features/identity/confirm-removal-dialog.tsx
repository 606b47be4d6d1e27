import type { ReactNode } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type ConfirmRemovalDialogProps = {
  /** What would go; undefined while nothing is to. */
  name: string | undefined;
  busy: boolean;
  onKeep: () => void;
  onRemove: () => void;
  children: ReactNode;
};

/** Asks once more, and says what stays. */
export function ConfirmRemovalDialog({ name, busy, onKeep, onRemove, children }: ConfirmRemovalDialogProps) {
  const actions = (
    <>
      <BusyButton onClick={onKeep}>Keep it</BusyButton>
      <BusyButton danger busy={busy} onClick={onRemove}>
        Remove
      </BusyButton>
    </>
  );
  return (
    <Dialog title={`Remove ${name ?? ''}?`} open={name !== undefined} onClose={onKeep} actions={actions}>
      <p>{children}</p>
    </Dialog>
  );
}

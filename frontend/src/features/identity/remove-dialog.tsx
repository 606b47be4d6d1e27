import type { ReactNode } from 'react';
import { BusyButton } from '../../shared/busy-button.tsx';
import { Dialog } from '../../shared/dialog.tsx';

type RemoveDialogProps = {
  /** What would go; undefined while nothing is to. */
  name: string | undefined;
  busy: boolean;
  onKeep: () => void;
  onRemove: () => void;
  children: ReactNode;
};

/** Asks once more, and says what stays. */
export function RemoveDialog({ name, busy, onKeep, onRemove, children }: RemoveDialogProps) {
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

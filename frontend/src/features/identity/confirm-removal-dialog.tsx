import { Modal } from 'antd';
import type { ReactNode } from 'react';

type ConfirmRemovalDialogProps = {
  /** What would be removed; undefined while the dialog is closed. */
  name: string | undefined;
  busy: boolean;
  onKeep: () => void;
  onRemove: () => void;
  children: ReactNode;
};

/** Asks for confirmation, and says what stays. */
export function ConfirmRemovalDialog({ name, busy, onKeep, onRemove, children }: ConfirmRemovalDialogProps) {
  return (
    <Modal
      title={`Remove ${name ?? ''}?`}
      open={name !== undefined}
      okText="Remove"
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      cancelText="Keep"
      onOk={onRemove}
      onCancel={onKeep}
    >
      <p>{children}</p>
    </Modal>
  );
}

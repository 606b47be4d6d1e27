import { Modal } from 'antd';
import type { ReactNode } from 'react';

type ConfirmDialogProps = {
  title: string;
  open: boolean;
  /** The buttons: one takes the action, the other keeps everything as it is. */
  confirm: string;
  keep: string;
  /** False if nothing is removed or cancelled. */
  danger?: boolean;
  disabled?: boolean;
  submitting: boolean;
  onConfirm: () => void;
  onKeep: () => void;
  children: ReactNode;
};

/** Asks for confirmation, for example before something is removed or cancelled. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    open,
    confirm,
    keep,
    danger = true,
    disabled = false,
    submitting,
    onConfirm,
    onKeep,
    children,
  } = props;
  return (
    <Modal
      title={title}
      open={open}
      okText={confirm}
      okButtonProps={{ danger, disabled }}
      confirmLoading={submitting}
      cancelText={keep}
      onOk={onConfirm}
      onCancel={onKeep}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}

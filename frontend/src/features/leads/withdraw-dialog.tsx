import { Modal } from 'antd';

type WithdrawDialogProps = { open: boolean; submitting: boolean; onWithdraw: () => void; onKeep: () => void };

export function WithdrawDialog({ open, submitting, onWithdraw, onKeep }: WithdrawDialogProps) {
  return (
    <Modal
      title="Withdraw this lead?"
      open={open}
      okText="Withdraw Lead"
      okButtonProps={{ danger: true }}
      confirmLoading={submitting}
      cancelText="Keep Lead"
      onOk={onWithdraw}
      onCancel={onKeep}
    >
      <p>Professionals will no longer see it. Those who unlocked it keep your contact details.</p>
    </Modal>
  );
}

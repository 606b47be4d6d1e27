import { Dropdown, Input, Modal } from 'antd';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { type Thread, threadReport } from '#messages/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useBlockThread, useReportThread } from './api.ts';

/** The menu with the actions Report and Block. */
export function ConversationMenu({ thread: { id, blocked } }: { thread: Thread }) {
  const [open, setOpen] = useState<'block' | 'report'>();
  const block = useBlockThread(id, 'block');
  const unblock = useBlockThread(id, 'unblock');
  const close = () => setOpen(undefined);
  const items = [
    { key: 'report', label: 'Report', onClick: () => setOpen('report') },
    blocked === 'by-you'
      ? { key: 'unblock', label: 'Unblock', onClick: () => unblock.mutate() }
      : { key: 'block', label: 'Block', onClick: () => setOpen('block') },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" autoFocus>
        <button type="button" className="button quiet icon" aria-label="More" aria-haspopup="menu">
          <Ellipsis />
        </button>
      </Dropdown>
      <ConfirmDialog
        title="Block this conversation?"
        open={open === 'block'}
        confirm="Block"
        keep="Keep"
        submitting={block.isPending}
        onConfirm={() => block.mutate(undefined, { onSuccess: close })}
        onKeep={close}
      >
        Neither of you can write until you unblock it. Bookings and payments are not affected.
      </ConfirmDialog>
      <ReportDialog id={id} open={open === 'report'} onClose={close} />
    </>
  );
}

function ReportDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useReportThread(id);
  const finish = () => {
    setReason('');
    onClose();
  };
  const isValid = threadReport.safeParse({ reason }).success;
  return (
    <Modal
      title="Report this conversation"
      open={open}
      okText="Report"
      okButtonProps={{ disabled: !isValid }}
      confirmLoading={isPending}
      onOk={() => mutate(reason.trim(), { onSuccess: finish })}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="muted">Tell us what is wrong. Our support team reads your report and looks into it.</p>
      <Input.TextArea
        aria-label="What is wrong?"
        rows={4}
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}

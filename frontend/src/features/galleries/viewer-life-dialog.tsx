import { Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { galleryReopening, maxReasonLength } from '#galleries/contract';
import { rulesFor } from '../../platform/form-rules.ts';

type LifeDialogProps = {
  title: string;
  confirm: string;
  open: boolean;
  submitting: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for confirmation before the status of a gallery changes, and says what the change means. */
export function LifeDialog({ title, confirm, open, submitting, onConfirm, onClose, children }: LifeDialogProps) {
  return (
    <Modal
      title={title}
      open={open}
      okText={confirm}
      confirmLoading={submitting}
      cancelText="Not now"
      onOk={onConfirm}
      onCancel={onClose}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}

const rules = rulesFor(galleryReopening);

type ReopenDialogProps = Pick<LifeDialogProps, 'open' | 'submitting' | 'onClose'> & {
  onReopen: (reason: string) => void;
};

export function ReopenDialog({ onReopen, ...dialog }: ReopenDialogProps) {
  const [form] = Form.useForm<{ reason: string }>();
  return (
    <LifeDialog title="Reopen this gallery?" confirm="Reopen" onConfirm={form.submit} {...dialog}>
      <Form form={form} name="reopen-gallery" layout="vertical" onFinish={({ reason }) => onReopen(reason)}>
        <Form.Item>You can change the files and deliver them again. Until then the client sees previews.</Form.Item>
        <Form.Item name="reason" label="Reason" extra="Shown to the client" rules={rules('reason')} required>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
    </LifeDialog>
  );
}

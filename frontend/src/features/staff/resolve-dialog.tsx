import { Flex, Form, Input } from 'antd';
import { maxReasonLength } from '#bookings/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useResolveReports } from './api.ts';

type ResolveDialogProps = { bookingId: string; open: boolean; onClose: () => void };

/** Takes the reason for which staff mark a problem as resolved. */
export function ResolveDialog({ bookingId, open, onClose }: ResolveDialogProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const resolve = useResolveReports(bookingId);
  return (
    <ConfirmDialog
      title="Mark as resolved"
      open={open}
      confirm="Mark as Resolved"
      keep="Close"
      submitting={resolve.isPending}
      onConfirm={form.submit}
      onKeep={onClose}
    >
      <Flex vertical gap={18}>
        <p>The booking continues: it can be completed again. Both parties see the reason in the status history.</p>
        <Form
          form={form}
          name="resolve-problem"
          layout="vertical"
          requiredMark={false}
          onFinish={({ reason }) => resolve.mutate(reason.trim(), { onSuccess: onClose })}
        >
          <Form.Item
            name="reason"
            label="Reason"
            extra="Without names, email addresses or phone numbers: it is stored permanently."
            rules={[{ required: true, whitespace: true, message: 'Enter a reason' }]}
          >
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={maxReasonLength} />
          </Form.Item>
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}

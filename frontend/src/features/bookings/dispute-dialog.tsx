import { Flex, Form, Input } from 'antd';
import { type Booking, maxReasonLength } from '#bookings/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDisputeBooking } from './dispute-api.ts';

type Props = { booking: Pick<Booking, 'id' | 'status'>; open: boolean; onClose: () => void };

/** Takes the description of a problem, which both parties and staff can read. */
export function DisputeDialog({ booking, open, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>();
  const dispute = useDisputeBooking(booking.id);
  return (
    <ConfirmDialog
      title="Report a problem"
      open={open}
      confirm="Report Problem"
      keep="Close"
      submitting={dispute.isPending}
      onConfirm={form.submit}
      onKeep={onClose}
    >
      <Flex vertical gap={18}>
        <p>
          {booking.status === 'confirmed' && 'The booking isn’t completed until the problem is resolved. '}
          Festoon’s staff can read the report. Contact them if you can’t settle it between you.
        </p>
        <Form
          form={form}
          name="report-problem"
          layout="vertical"
          requiredMark={false}
          onFinish={({ reason }) => dispute.mutate(reason.trim(), { onSuccess: onClose })}
        >
          <Form.Item
            name="reason"
            label="What is the problem?"
            extra="Shown to both of you in the status history"
            rules={[{ required: true, whitespace: true, message: 'Please describe the problem' }]}
          >
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={maxReasonLength} />
          </Form.Item>
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}

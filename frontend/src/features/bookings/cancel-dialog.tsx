import { Flex, Form, Input } from 'antd';
import { type Booking, maxReasonLength } from '#bookings/contract';
import { money } from '../../platform/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type CancelDialogProps = {
  booking: Booking;
  open: boolean;
  submitting: boolean;
  onCancel: (reason: string) => void;
  onKeep: () => void;
};

/** Asks for confirmation, says what happens to the money, and takes an optional reason. */
export function CancelDialog({ booking, open, submitting, onCancel, onKeep }: CancelDialogProps) {
  const [form] = Form.useForm<{ reason?: string }>();
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      open={open}
      confirm="Cancel Booking"
      keep="Keep Booking"
      submitting={submitting}
      onConfirm={form.submit}
      onKeep={onKeep}
    >
      <Flex vertical gap={18}>
        <p>
          The other party can see this right away. You can’t undo it.
          {booking.depositPaid && booking.depositAmount > 0 && (
            <>
              {' '}
              The deposit of <b className="money">{money(booking.depositAmount)}</b> will be refunded in full.
            </>
          )}
        </p>
        <Form
          form={form}
          name="cancel-booking"
          layout="vertical"
          onFinish={({ reason = '' }) => onCancel(reason.trim())}
        >
          <Form.Item name="reason" label="Reason" extra="Shown in the status history">
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={maxReasonLength} />
          </Form.Item>
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}

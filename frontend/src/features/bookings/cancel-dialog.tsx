import { Flex, Form } from 'antd';
import { type Booking, type BookingCancellation, maxReasonLength } from '#bookings/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useCancellationPreview } from './cancellation-api.ts';
import { cancellationText } from './cancellation-text.ts';

type CancelDialogProps = {
  booking: Booking;
  userId: string;
  open: boolean;
  submitting: boolean;
  onCancel: (cancellation: BookingCancellation) => void;
  onKeep: () => void;
};

/** Asks for confirmation, says what happens to the money, and takes an optional reason. */
export function CancelDialog({ booking, userId, open, submitting, onCancel, onKeep }: CancelDialogProps) {
  const [form] = Form.useForm<{ reason?: string }>();
  const preview = useCancellationPreview(booking.id, open && !submitting);
  const refundAmount = preview.data?.refundAmount;
  const cancel = (reason: string) =>
    onCancel({ ...(reason && { reason }), ...(refundAmount !== undefined && { refundAmount }) });
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      open={open}
      confirm="Cancel Booking"
      keep="Keep Booking"
      disabled={!preview.data}
      submitting={submitting}
      onConfirm={form.submit}
      onKeep={onKeep}
    >
      <Flex vertical gap={18}>
        <p>The other party can see this right away. You can’t undo it.</p>
        <Loaded
          query={preview}
          failure="The refund could not be calculated"
          skeleton={<SkeletonBlocks heights={[24]} />}
        >
          {(data) => <p aria-live="polite">{cancellationText(data, booking, userId)}</p>}
        </Loaded>
        <Form form={form} name="cancel-booking" layout="vertical" onFinish={({ reason = '' }) => cancel(reason.trim())}>
          <ReasonField label="Reason" extra="Shown in the status history" maxLength={maxReasonLength} />
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}

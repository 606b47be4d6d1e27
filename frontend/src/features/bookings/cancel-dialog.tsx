import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { type Booking, bookingCancellation } from '#bookings/contract';
import { money } from '../../shared/money.ts';

type CancelDialogProps = {
  booking: Booking;
  open: boolean;
  sending: boolean;
  onCancel: (reason: string) => void;
  onKeep: () => void;
};

/** Asks once more, says what happens to the money, and takes a reason for those who want to give one. */
export function CancelDialog({ booking, open, sending, onCancel, onKeep }: CancelDialogProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const { error } = bookingCancellation.safeParse({ reason });
  const complaint = error?.issues[0]?.message;
  return (
    <Modal
      title="Cancel this booking?"
      open={open}
      okText="Cancel Booking"
      cancelText="Keep Booking"
      okButtonProps={{ danger: true, loading: sending, disabled: complaint !== undefined }}
      onOk={() => onCancel(reason.trim())}
      onCancel={onKeep}
      destroyOnHidden
    >
      <div className="dialog">
        <p>
          Both sides see it at once, and it cannot be undone.
          {booking.depositPaid && (
            <>
              {' '}
              The deposit of <b className="money">{money(booking.depositAmount)}</b> goes back in full.
            </>
          )}
        </p>
        <Form layout="vertical" component={false}>
          <Form.Item
            label="Reason"
            htmlFor={id}
            help={complaint}
            validateStatus={complaint ? 'error' : ''}
            extra="Shown in the status history"
          >
            <Input.TextArea
              id={id}
              value={reason}
              autoSize={{ minRows: 3, maxRows: 6 }}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
        </Form>
      </div>
    </Modal>
  );
}

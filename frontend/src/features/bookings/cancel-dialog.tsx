import { Flex, Input } from 'antd';
import { useId, useState } from 'react';
import { type Booking, longestReason } from '#bookings/contract';
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
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      open={open}
      confirm="Cancel Booking"
      keep="Keep Booking"
      submitting={submitting}
      onConfirm={() => onCancel(reason.trim())}
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
        <Flex vertical gap={6}>
          <label htmlFor={id}>
            <b>Reason</b> <span className="muted">(optional)</span>
          </label>
          <Input.TextArea
            id={id}
            value={reason}
            autoSize={{ minRows: 3, maxRows: 8 }}
            maxLength={longestReason}
            onChange={({ target }) => setReason(target.value)}
          />
          <span className="small muted">Shown in the status history</span>
        </Flex>
      </Flex>
    </ConfirmDialog>
  );
}

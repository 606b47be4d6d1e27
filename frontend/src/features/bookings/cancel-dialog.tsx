import { useId, useState } from 'react';
import { type Booking, longestReason } from '#bookings/contract';
import { money } from '../../platform/money.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import '../../ui/field.css';

type CancelDialogProps = {
  booking: Booking;
  open: boolean;
  submitting: boolean;
  onCancel: (reason: string) => void;
  onKeep: () => void;
};

/** Asks once more, says what happens to the money, and takes a reason from those who want to give one. */
export function CancelDialog({ booking, open, submitting, onCancel, onKeep }: CancelDialogProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const actions = (
    <>
      <BusyButton onClick={onKeep}>Keep Booking</BusyButton>
      <BusyButton danger busy={submitting} onClick={() => onCancel(reason.trim())}>
        Cancel Booking
      </BusyButton>
    </>
  );
  return (
    <Dialog title="Cancel this booking?" open={open} onClose={onKeep} actions={actions}>
      <p>
        Both sides see it at once, and it cannot be undone.
        {booking.depositPaid && booking.depositAmount > 0 && (
          <>
            {' '}
            The deposit of <b className="money">{money(booking.depositAmount)}</b> goes back in full.
          </>
        )}
      </p>
      <div className="reason">
        <label htmlFor={id}>
          Reason <span className="muted">(optional)</span>
        </label>
        <textarea
          id={id}
          className="input"
          value={reason}
          maxLength={longestReason}
          onChange={({ target }) => setReason(target.value)}
        />
        <span className="small muted">Shown in the status history</span>
      </div>
    </Dialog>
  );
}

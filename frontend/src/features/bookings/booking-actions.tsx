import { useState } from 'react';
import type { Booking, PaymentType } from '#bookings/contract';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useCancelBooking, useConfirmBooking, usePayBooking } from './api.ts';
import { CancelDialog } from './cancel-dialog.tsx';

/** What the reader may do now; the server says what that is. */
export function BookingActions({ booking }: { booking: Booking }) {
  const { confirm, cancel, payDeposit, payBalance } = booking.may;
  return (
    <>
      {cancel && <Cancel booking={booking} />}
      {confirm && <Confirm booking={booking} />}
      {payDeposit && <Pay booking={booking} part="deposit" primary={!confirm} />}
      {payBalance && <Pay booking={booking} part="balance" primary={!confirm} />}
    </>
  );
}

function Confirm({ booking: { id } }: { booking: Booking }) {
  const confirm = useConfirmBooking(id);
  return (
    <BusyButton primary busy={confirm.isPending} onClick={() => confirm.mutate()}>
      Confirm Booking
    </BusyButton>
  );
}

function Cancel({ booking }: { booking: Booking }) {
  const cancel = useCancelBooking(booking.id);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <BusyButton onClick={() => setOpen(true)}>Cancel Booking</BusyButton>
      <CancelDialog
        booking={booking}
        open={open}
        submitting={cancel.isPending}
        onCancel={(reason) => cancel.mutate(reason ? { reason } : {}, { onSuccess: close })}
        onKeep={close}
      />
    </>
  );
}

const labels: Readonly<Record<PaymentType, string>> = { deposit: 'Pay Now', balance: 'Pay Balance' };

function Pay({ booking: { id }, part, primary }: { booking: Booking; part: PaymentType; primary: boolean }) {
  const { pay, isPending } = usePayBooking(id, part);
  return (
    <BusyButton primary={primary} busy={isPending} onClick={pay}>
      {labels[part]}
    </BusyButton>
  );
}

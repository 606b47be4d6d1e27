import { Button } from 'antd';
import { useState } from 'react';
import type { Booking, PaymentType } from '#bookings/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCancelBooking, useConfirmBooking, usePayBooking } from './api.ts';

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

/** The actions that the server currently allows the user. */
export function BookingActions({ booking, userId }: { booking: Booking; userId: string }) {
  const { confirm, cancel, payDeposit, payBalance } = booking.may;
  return (
    <>
      {cancel && <Cancel booking={booking} userId={userId} />}
      {confirm && <Confirm booking={booking} />}
      {payDeposit && <Pay booking={booking} part="deposit" primary={!confirm} />}
      {payBalance && <Pay booking={booking} part="balance" primary={booking.status === 'confirmed'} />}
    </>
  );
}

function Confirm({ booking: { id } }: { booking: Booking }) {
  const confirm = useConfirmBooking(id);
  return (
    <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate()}>
      Confirm Booking
    </Button>
  );
}

function Cancel({ booking, userId }: { booking: Booking; userId: string }) {
  const cancel = useCancelBooking(booking.id);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel Booking</Button>
      <Deferred open={open}>
        <CancelDialog
          booking={booking}
          userId={userId}
          open={open}
          submitting={cancel.isPending}
          onCancel={(cancellation) => cancel.mutate(cancellation, { onSuccess: close })}
          onKeep={close}
        />
      </Deferred>
    </>
  );
}

const labels: Readonly<Record<PaymentType, string>> = { deposit: 'Pay Now', balance: 'Pay Balance' };

function Pay({ booking: { id }, part, primary }: { booking: Booking; part: PaymentType; primary: boolean }) {
  const { pay, isPending } = usePayBooking(id, part);
  return (
    <Button type={primary ? 'primary' : 'default'} loading={isPending} onClick={pay}>
      {labels[part]}
    </Button>
  );
}

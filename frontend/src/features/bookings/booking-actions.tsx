import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking, PaymentType } from '#bookings/contract';
import { messageOf } from '../../platform/http.ts';
import { openInNewTab } from '../../platform/open-tab.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { cancelBooking, confirmBooking, startBookingPayment } from './api.ts';
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

// Runs a change of status, says how it went, and shows the booking as it is then.
const useStatusChange = (bookingId: string) => {
  const notify = useNotify();
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const change = async (send: () => Promise<unknown>): Promise<boolean> => {
    setSending(true);
    try {
      await send();
      notify.success('Status updated successfully');
      return true;
    } catch (error) {
      notify.error(messageOf(error, 'Failed to update status'));
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['bookings', bookingId] });
      void client.invalidateQueries({ queryKey: ['bookings', 'list'] });
      void client.invalidateQueries({ queryKey: ['dashboard'] });
      setSending(false);
    }
  };
  return { change, sending };
};

function Confirm({ booking: { id } }: { booking: Booking }) {
  const { change, sending } = useStatusChange(id);
  return (
    <BusyButton primary busy={sending} onClick={() => void change(() => confirmBooking(id))}>
      Confirm Booking
    </BusyButton>
  );
}

function Cancel({ booking }: { booking: Booking }) {
  const { change, sending } = useStatusChange(booking.id);
  const [open, setOpen] = useState(false);
  const cancel = async (reason: string) => {
    const done = await change(() => cancelBooking(booking.id, reason ? { reason } : {}));
    if (done) setOpen(false);
  };
  return (
    <>
      <BusyButton onClick={() => setOpen(true)}>Cancel Booking</BusyButton>
      <CancelDialog
        booking={booking}
        open={open}
        sending={sending}
        onCancel={(reason) => void cancel(reason)}
        onKeep={() => setOpen(false)}
      />
    </>
  );
}

const labels: Readonly<Record<PaymentType, string>> = { deposit: 'Pay Now', balance: 'Pay Balance' };

function Pay({ booking: { id }, part, primary }: { booking: Booking; part: PaymentType; primary: boolean }) {
  const notify = useNotify();
  const [opening, setOpening] = useState(false);
  const pay = async () => {
    setOpening(true);
    try {
      await openInNewTab(startBookingPayment(id, part));
      notify.success('Redirecting to payment', 'Complete your payment in the new tab');
    } catch (error) {
      notify.error(messageOf(error, 'Failed to create payment'));
    } finally {
      setOpening(false);
    }
  };
  return (
    <BusyButton primary={primary} busy={opening} onClick={() => void pay()}>
      {labels[part]}
    </BusyButton>
  );
}

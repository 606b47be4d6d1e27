import type { ReactNode } from 'react';
import type { Booking } from '#bookings/contract';
import { money } from '../../platform/money.ts';
import { PaymentBreakdown } from './payment-breakdown.tsx';

const depositTag = ({ depositPaid, status }: Booking): ReactNode => {
  if (depositPaid) return <span className="tag pine">Deposit Paid</span>;
  return status === 'cancelled' ? null : <span className="tag amber">Deposit pending</span>;
};

const balanceTag = ({ depositPaid, balancePaid, status }: Booking): ReactNode => {
  if (balancePaid) return <span className="tag pine">Paid in Full</span>;
  return depositPaid && status !== 'cancelled' ? <span className="tag amber">Balance due</span> : null;
};

const standing = ({ status, depositPaid, balancePaid }: Booking): string => {
  if (status === 'cancelled') return 'Nothing is due any more.';
  if (!depositPaid) return 'The balance can be paid once the deposit is.';
  return balancePaid ? 'Fully paid' : 'The deposit is in. The balance remains.';
};

/** What is paid and what is due. */
export function PaymentStatus({ booking }: { booking: Booking }) {
  const { depositAmount, balanceAmount, totalAmount, refundDue } = booking;
  return (
    <section className="card pad block">
      <h2>Payment status</h2>
      <PaymentBreakdown
        deposit={depositAmount}
        balance={balanceAmount}
        total={totalAmount}
        depositTag={depositTag(booking)}
        balanceTag={balanceTag(booking)}
      />
      <p className="small muted">{standing(booking)}</p>
      {refundDue > 0 && (
        <p className="small refund">
          <b className="money">{money(refundDue)}</b> goes back to the card it came from.
        </p>
      )}
    </section>
  );
}

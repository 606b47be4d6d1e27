import { Tag } from 'antd';
import type { ReactNode } from 'react';
import type { Booking } from '#bookings/contract';
import { cancellationPolicies, describeRefundTerms } from '#catalog/contract';
import { today } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { Panel } from '../../ui/panel.tsx';
import { refundedText, refundText } from './cancellation-text.ts';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { paymentSummary } from './payment-summary.ts';

const depositTag = ({ depositPaid, status }: Booking): ReactNode => {
  if (depositPaid) return <Tag color="success">Deposit Paid</Tag>;
  return status === 'cancelled' ? null : <Tag color="warning">Deposit pending</Tag>;
};

const balanceTag = ({ depositPaid, balancePaid, status, overdue }: Booking): ReactNode => {
  if (balancePaid) return <Tag color="success">Paid in Full</Tag>;
  if (overdue === 'balance') return <Tag color="error">Overdue</Tag>;
  return depositPaid && status !== 'cancelled' ? <Tag color="warning">Balance due</Tag> : null;
};

/** What is paid and what is due. */
export function PaymentStatus({ booking }: { booking: Booking }) {
  const { depositAmount, balanceAmount, totalAmount, refundDue, refunded, refundTerms } = booking;
  const refundReason = refundText(booking);
  return (
    <Panel title="Payment status">
      <PaymentBreakdown
        deposit={depositAmount}
        balance={balanceAmount}
        total={totalAmount}
        depositTag={depositTag(booking)}
        balanceTag={balanceTag(booking)}
      />
      <p className="small muted">{paymentSummary(booking, today())}</p>
      {refundReason && <p className="small">{refundReason}</p>}
      {refunded > 0 && (
        <p className="small">
          <b className="money">{money(refunded)}</b> {refundedText(booking)}
        </p>
      )}
      {refundDue > 0 && (
        <p className="small">
          <b className="money">{money(refundDue)}</b> is being refunded to the original card.
        </p>
      )}
      {(booking.status === 'pending' || booking.status === 'confirmed') && (
        <p className="small muted">
          {cancellationPolicies[refundTerms.policy].name} cancellation policy. {describeRefundTerms(refundTerms)}
        </p>
      )}
    </Panel>
  );
}

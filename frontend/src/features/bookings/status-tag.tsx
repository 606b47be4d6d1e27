import { Tag } from 'antd';
import type { Booking } from '#bookings/contract';
import { paymentLabel, statusLabels } from './booking-labels.ts';

export function StatusTag({ booking }: { booking: Pick<Booking, 'status'> }) {
  const { text, color } = statusLabels[booking.status];
  return <Tag color={color}>{text}</Tag>;
}

export function PaymentTag({ booking }: { booking: Booking }) {
  const label = paymentLabel(booking);
  return (
    <>
      {label && <Tag color={label.color}>{label.text}</Tag>}
      <OverdueTag booking={booking} />
    </>
  );
}

export function OverdueTag({ booking: { overdue } }: { booking: Booking }) {
  return overdue && <Tag color="error">Overdue</Tag>;
}

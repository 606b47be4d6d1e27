import { Flex, Tag } from 'antd';
import type { ReactNode } from 'react';
import type { StaffBooking } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { useStaffBookings } from './api.ts';
import { paymentStateLabels } from './booking-filter.ts';
import { Facts } from './facts.tsx';
import { PersonLink } from './person-link.tsx';
import { eventText, shortId } from './timeline-entries.ts';

const paymentColors: Readonly<Record<StaffBooking['payment'], string>> = {
  'refund-due': 'warning',
  overdue: 'error',
  refunded: 'default',
  paid: 'success',
  'deposit-paid': 'success',
  unpaid: 'default',
};

type BookingSummaryProps = {
  id: string;
  /** Whether the viewer may look people up: only then are the parties links. */
  mayLookUp: boolean;
  /** The tag for the status. */
  statusTag: (booking: StaffBooking) => ReactNode;
};

/** What a booking is now: its event, its parties, its money and what needs attention. Empty until it is loaded. */
export function BookingSummary({ id, mayLookUp, statusTag }: BookingSummaryProps) {
  const booking = useStaffBookings({ id }).data?.pages[0]?.items.find((item) => item.id === id);
  if (!booking) return null;
  const { payment, disputed, totalAmount, refundDue, createdAt, clientId, creator } = booking;
  return (
    <section className="card pad" aria-label="The booking now">
      <Flex wrap gap={10} align="center">
        <h2 className="staff-event">{eventText(booking)}</h2>
        {statusTag(booking)}
        <Tag color={paymentColors[payment]}>{paymentStateLabels[payment]}</Tag>
        {disputed && <Tag color="error">Problem reported</Tag>}
      </Flex>
      <Facts
        facts={[
          ['Client', <Party key={clientId} id={clientId} name={shortId(clientId)} isLink={mayLookUp} />],
          ['Professional', <Party key={creator.id} id={creator.id} name={creator.shortName} isLink={mayLookUp} />],
          ['Price', money(totalAmount)],
          ...(refundDue > 0 ? [['To be refunded', money(refundDue)] as const] : []),
          ['Requested', dateAndTime(createdAt)],
        ]}
      />
    </section>
  );
}

function Party({ id, name, isLink }: { id: string; name: string; isLink: boolean }) {
  return isLink ? <PersonLink id={id} name={name} /> : name;
}

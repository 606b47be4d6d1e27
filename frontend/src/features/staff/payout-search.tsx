import { Button, Flex, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { StaffPayout } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import type { Filter } from './filter.ts';
import { PagedTable } from './paged-table.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { payoutFields, payoutStatusNames } from './payout-filter.ts';
import { useExportTransfers, useStaffPayouts } from './payouts-api.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { shortId } from './timeline-entries.ts';

const statusColors = { started: 'warning', made: 'success', failed: 'error' } as const;

/** The payouts that match the filter, the newest first, and their actions. */
export function PayoutSearch({ filter }: { filter: Filter }) {
  const query = useStaffPayouts(filter);
  return (
    <PagedTable
      query={query}
      names={{ all: 'payouts', one: 'payout' }}
      none="Payouts start on Mondays, for professionals with at least $1.00 available."
      fields={payoutFields}
      columns={[
        { title: 'Professional', render: (_, payout) => <Professional payout={payout} /> },
        { title: 'Amount', className: 'num', render: (_, { amount }) => money(amount) },
        { title: 'Status', render: (_, payout) => <Status payout={payout} /> },
        { title: 'To', render: (_, payout) => destinationText(payout) },
        { title: 'Started', render: (_, { startedAt }) => dateAndTime(startedAt) },
        { title: 'Bookings', render: (_, payout) => <Bookings payout={payout} /> },
        { title: 'Actions', render: (_, payout) => <PayoutActions payout={payout} /> },
      ]}
    >
      <Export />
    </PagedTable>
  );
}

function Professional({ payout: { professional, number } }: { payout: StaffPayout }) {
  return (
    <>
      {professional.shortName} <span className="muted small">Payout {number}</span>
    </>
  );
}

function Status({ payout: { status, reference, reason, problemBookings } }: { payout: StaffPayout }) {
  return (
    <Flex vertical gap={4} align="flex-start">
      <Tag color={statusColors[status]}>{payoutStatusNames[status]}</Tag>
      {(reference ?? reason) && <span className="small muted">{reference ?? reason}</span>}
      {status === 'started' && problemBookings.length > 0 && (
        <span className="small" role="note">
          A booking has a reported problem or was reopened. Do not pay until it is resolved.
        </span>
      )}
    </Flex>
  );
}

const destinationText = ({ scheme, lastFour, status }: StaffPayout): string => {
  if (scheme !== null) return `${scheme.toUpperCase()} …${lastFour ?? ''}`;
  return status === 'started' ? 'Replaced: mark as failed' : 'Bank details replaced';
};

function Bookings({ payout: { bookings } }: { payout: StaffPayout }) {
  return (
    <Flex vertical gap={2}>
      {bookings.map(({ bookingId, amount }) => (
        <Link key={bookingId} to={`/staff/bookings/${bookingId}`}>
          {shortId(bookingId.replace('booking-', ''))} {money(amount)}
        </Link>
      ))}
    </Flex>
  );
}

function Export() {
  const [isOpen, setIsOpen] = useState(false);
  const exportTransfers = useExportTransfers();
  const close = () => setIsOpen(false);
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Export for the bank</Button>
      <ReasonDialog
        name="export-payouts"
        title="Export for the bank"
        text="The file has the bank details of everyone who is to be paid. Payouts with a reported problem are left out. The log records who exported it, and these professionals can see this."
        confirm="Export"
        open={isOpen}
        submitting={exportTransfers.isPending}
        onReason={(reason) => exportTransfers.mutate(reason, { onSuccess: close })}
        onClose={close}
      />
    </div>
  );
}

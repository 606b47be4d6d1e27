import { Button, Checkbox, Flex, Form, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { StaffPayout, TransfersExport } from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import type { Filter } from './filter.ts';
import { PagedTable } from './paged-table.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { payoutFields, payoutStatusNames } from './payout-filter.ts';
import { destinationText, handoverText, problemText } from './payout-texts.ts';
import { useExportTransfers, useStaffPayouts } from './payouts-api.ts';
import { reasonHint } from './reason-dialog.tsx';
import { shortId } from './timeline-entries.ts';

const statusColors = { started: 'warning', made: 'success', failed: 'error', returned: 'error' } as const;

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
        { title: 'Amount', align: 'right', className: 'num', render: (_, { amount }) => money(amount) },
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

function Status({ payout }: { payout: StaffPayout }) {
  const { status, reference, reason, problems } = payout;
  return (
    <Flex vertical gap={4} align="flex-start">
      <Tag color={statusColors[status]}>{payoutStatusNames[status]}</Tag>
      {[reference, reason].map((text) => text && <Note key={text} text={text} />)}
      {payout.handedOverAt !== null && <Note text={handoverText(payout)} />}
      {problems.map((problem) => (
        <span key={`${problem.problem}/${problem.bookingId ?? ''}`} className="small staff-note" role="note">
          {problemText(problem)}
        </span>
      ))}
    </Flex>
  );
}

function Note({ text }: { text: string }) {
  return <span className="small muted staff-note">{text}</span>;
}

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
      <FormDialog<TransfersExport>
        name="export-payouts"
        title="Export for the bank"
        text="The file has the bank details of everyone who is due a payment. Payouts with a problem are left out. The log records who exported it, and these professionals can see this."
        confirm="Export"
        open={isOpen}
        submitting={exportTransfers.isPending}
        requiredMark={false}
        initialValues={{ includeHandedOver: false }}
        onFinish={({ reason, includeHandedOver }) =>
          exportTransfers.mutate({ reason: reason.trim(), includeHandedOver }, { onSuccess: close })
        }
        onClose={close}
      >
        <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
        <Form.Item
          name="includeHandedOver"
          valuePropName="checked"
          extra="Only if they were not transferred: otherwise they are paid twice."
        >
          <Checkbox>Include payouts that were exported or shown before</Checkbox>
        </Form.Item>
      </FormDialog>
    </div>
  );
}

import { Button, Flex, Tag } from 'antd';
import { Link } from 'react-router-dom';
import type { ExportFormat, StaffBooking } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { useExportBookings, useStaffBookings } from './api.ts';
import { bookingFields, paymentStateLabels } from './booking-filter.ts';
import type { Filter } from './filter.ts';
import { PagedTable } from './paged-table.tsx';
import { eventText, shortId } from './timeline-entries.ts';

/** The bookings that match the filter, the newest request first. A row leads to the timeline of its booking. */
export function BookingSearch({ filter, mayExport }: { filter: Filter; mayExport: boolean }) {
  const query = useStaffBookings(filter);
  return (
    <PagedTable
      query={query}
      names={{ all: 'bookings', one: 'booking' }}
      fields={bookingFields}
      columns={[
        { title: 'Event', render: (_, booking) => <EventLink booking={booking} /> },
        { title: 'Status', render: (_, booking) => <Status booking={booking} /> },
        { title: 'Payment', render: (_, { payment }) => paymentStateLabels[payment] },
        {
          title: 'Price',
          align: 'right',
          className: 'num',
          render: (_, { totalAmount }) => money(totalAmount),
        },
        { title: 'Professional', render: (_, { creator }) => creator.shortName },
        { title: 'Client', render: (_, { clientId }) => shortId(clientId) },
        { title: 'Requested', render: (_, { createdAt }) => dateAndTime(createdAt) },
      ]}
    >
      {mayExport && <ExportButtons filter={filter} />}
    </PagedTable>
  );
}

const exportLabels: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'Export as CSV'],
  ['json', 'Export as JSON'],
];

function ExportButtons({ filter }: { filter: Filter }) {
  const { mutate, isPending, variables } = useExportBookings();
  return (
    <Flex wrap gap={10} align="center">
      {exportLabels.map(([format, label]) => (
        <Button
          key={format}
          disabled={isPending}
          loading={isPending && variables.format === format}
          onClick={() => mutate({ filter, format })}
        >
          {label}
        </Button>
      ))}
      <span className="small muted">All bookings that match, without personal data. The log records the export.</span>
    </Flex>
  );
}

function EventLink({ booking }: { booking: StaffBooking }) {
  return <Link to={`/staff/bookings/${booking.id}`}>{eventText(booking)}</Link>;
}

function Status({ booking: { status, disputed } }: { booking: StaffBooking }) {
  return (
    <>
      {titleCase(status)} {disputed && <Tag color="error">Problem reported</Tag>}
    </>
  );
}

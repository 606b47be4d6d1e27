import { Descriptions } from 'antd';
import type { Booking } from '#bookings/contract';
import { amount } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { eventWhen } from './event-time.ts';

/** What was booked, when and where. */
export function PackageDetails({ booking }: { booking: Booking }) {
  const { eventLocation, expectedAttendance, eventDescription } = booking;
  const { name, durationHours, deliverables } = booking.package;
  const hours = amount(durationHours, 'hour');
  const items = [
    {
      key: 'package',
      label: 'Package',
      children: (
        <span>
          <b>{name}</b>, {hours}
        </span>
      ),
    },
    { key: 'when', label: 'When', children: eventWhen(booking) },
    { key: 'where', label: 'Where', children: eventLocation },
    { key: 'guests', label: 'Guests', children: expectedAttendance?.toLocaleString('en-US') },
    { key: 'includes', label: 'Includes', children: deliverables.join(', ') },
    {
      key: 'notes',
      label: 'Notes',
      children: eventDescription && <span className="pre-line">{eventDescription}</span>,
    },
  ].filter(({ children }) => children);
  return (
    <Panel title="Package details">
      <Descriptions items={items} column={1} colon={false} />
    </Panel>
  );
}

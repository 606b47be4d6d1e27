import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { Panel } from '../../ui/panel.tsx';

/** The other party of the booking. */
export function PartyCard({ booking: { client, creator }, reader }: { booking: Booking; reader: string }) {
  const readerIsClient = client.id === reader;
  const other = readerIsClient ? creator : client;
  return (
    <Panel title={readerIsClient ? 'Your professional' : 'Your client'}>
      <Flex gap={14} align="center">
        <span className="avatar" aria-hidden="true">
          {other.displayName.slice(0, 1)}
        </span>
        <div>
          <b>{other.displayName}</b>
          {readerIsClient && (
            <div>
              <Link className="link small" to={`/creators/${other.id}`}>
                View Profile
              </Link>
            </div>
          )}
        </div>
      </Flex>
    </Panel>
  );
}

import { Avatar, Flex } from 'antd';
import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { copyOf } from '../../platform/picture-copies.ts';
import { initialOf } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';

/** The other party of the booking, and once it is confirmed how to reach them. */
export function PartyCard({ booking, userId }: { booking: Booking; userId: string }) {
  const { id, client, creator, contact } = booking;
  const isClient = client.id === userId;
  const other = isClient ? creator : client;
  return (
    <Panel title={isClient ? 'Your professional' : 'Your client'}>
      <Flex gap={14} align="center">
        <Avatar className="figure" size={48} src={other.avatarUrl && copyOf(other.avatarUrl, 250)} aria-hidden="true">
          {initialOf(other.displayName)}
        </Avatar>
        <div>
          <b>{other.displayName}</b>
          {isClient && (
            <div>
              <Link className="link small" to={`/creators/${other.id}`}>
                View Profile
              </Link>
            </div>
          )}
        </div>
      </Flex>
      {contact && (
        <ul className="contacts">
          <li>
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </li>
          {contact.phone && (
            <li>
              <a className="link" href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
                {contact.phone}
              </a>
            </li>
          )}
        </ul>
      )}
      <Link className="button" to={`/messages?booking=${id}`}>
        Message
      </Link>
    </Panel>
  );
}

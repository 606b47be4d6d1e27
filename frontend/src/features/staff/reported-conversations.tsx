import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import type { ReportedThread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';

const text = 'What the party wrote to Festoon. The messages of the conversation are not shown.';

/** The conversations that a party reported, the newest report first. */
export function ReportedConversations({ conversations }: { conversations: readonly ReportedThread[] }) {
  return (
    <Panel title="Reported conversations" text={conversations.length === 0 ? 'No conversation was reported.' : text}>
      <Flex vertical gap={24}>
        {conversations.map(({ id, bookingId, client, creator, reportedBy, reason, createdAt }) => (
          <article key={id}>
            <h3>
              {client.displayName} and {creator.displayName}
            </h3>
            <p className="pre-line">
              <b>{(reportedBy === client.id ? client : creator).displayName}</b>, {dateAndTime(createdAt)}:{' '}
              {reason ?? 'The text was removed.'}
            </p>
            {bookingId && <Link to={`/bookings/${bookingId}`}>Open Booking</Link>}
          </article>
        ))}
      </Flex>
    </Panel>
  );
}

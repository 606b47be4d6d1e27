import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import type { ReportedThread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useCloseReports } from './api.ts';

const text = 'What the party wrote to Festoon. The messages of the conversation are not shown.';

/** The conversations that a party reported, the newest report first. */
export function ReportedConversations({ conversations }: { conversations: readonly ReportedThread[] }) {
  return (
    <Panel title="Reported conversations" text={conversations.length === 0 ? 'No report is open.' : text}>
      {conversations.length > 0 && (
        <Flex vertical gap={24}>
          {conversations.map((report) => (
            <Reported key={report.id} report={report} />
          ))}
        </Flex>
      )}
    </Panel>
  );
}

function Reported({ report }: { report: ReportedThread }) {
  const { threadId, bookingId, client, creator, reportedBy, reason, createdAt } = report;
  const close = useCloseReports(threadId);
  return (
    <article>
      <Flex vertical gap={8}>
        <h3>
          {client.displayName} and {creator.displayName}
        </h3>
        <p className="pre-line">
          <b>{(reportedBy === client.id ? client : creator).displayName}</b>, {dateAndTime(createdAt)}:{' '}
          {reason ?? 'The text was removed.'}
        </p>
        <Flex wrap gap={10}>
          {bookingId && (
            <Link className="button" to={`/bookings/${bookingId}`}>
              Open Booking
            </Link>
          )}
          <Button loading={close.isPending} onClick={() => close.mutate()}>
            Close Reports
          </Button>
        </Flex>
      </Flex>
    </article>
  );
}

import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReportedThread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useCloseReport } from './api.ts';
import { priorityTag } from './priority-tag.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { shortId } from './timeline-entries.ts';

const text = 'What the party wrote to Festoon. The messages of the conversation are not shown.';

/** `proIds` are the people on the Pro plan, who have priority support. */
type ReportedConversationsProps = { conversations: readonly ReportedThread[]; proIds: readonly string[] };

/** The conversations that a party reported, the newest report first. */
export function ReportedConversations({ conversations, proIds }: ReportedConversationsProps) {
  return (
    <Panel title="Reported conversations" text={conversations.length === 0 ? 'No report is open.' : text}>
      {conversations.length > 0 && (
        <Flex vertical gap={24}>
          {conversations.map((report) => (
            <Reported key={report.id} report={report} isPriority={proIds.includes(report.reportedBy)} />
          ))}
        </Flex>
      )}
    </Panel>
  );
}

function Reported({ report, isPriority }: { report: ReportedThread; isPriority: boolean }) {
  const { id, bookingId, clientId, creator, reportedBy, reason, createdAt } = report;
  const [open, setOpen] = useState(false);
  const close = useCloseReport(id);
  return (
    <article>
      <Flex vertical gap={8}>
        <h3>
          Client {shortId(clientId)} and {creator.shortName}
        </h3>
        {isPriority && priorityTag}
        <p className="pre-line">
          <b>{reportedBy === clientId ? 'The client' : creator.shortName}</b>, {dateAndTime(createdAt)}:{' '}
          {reason ?? 'The text was removed.'}
        </p>
        <Flex wrap gap={10}>
          {bookingId && (
            <Link className="button" to={`/staff/bookings/${bookingId}`}>
              Timeline
            </Link>
          )}
          <Button onClick={() => setOpen(true)}>Close Report</Button>
        </Flex>
      </Flex>
      <ReasonDialog
        name="close-report"
        title="Close the report"
        text="Other reports of this conversation stay open. The reason is in the log; the parties do not see it."
        confirm="Close Report"
        open={open}
        submitting={close.isPending}
        onReason={(text) => close.mutate(text, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}

import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReportedThread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useCloseReport } from './api.ts';
import { priorityTag } from './priority-tag.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { shownText, type Texts } from './report-texts.ts';
import { shortId } from './timeline-entries.ts';

const text = 'What the party wrote to Festoon. The messages of the conversation are not shown.';

type ReportedConversationsProps = {
  conversations: readonly ReportedThread[];
  /** The people on the Pro plan, who have priority support. */
  proIds: readonly string[];
  /** Those texts of the parties that staff have revealed. */
  texts: Texts;
  /** Whether the viewer may close reports. */
  mayModerate: boolean;
};

/** The conversations that a party reported, the newest report first. */
export function ReportedConversations(props: ReportedConversationsProps) {
  const { conversations, proIds, texts, mayModerate } = props;
  return (
    <Panel title="Reported conversations" text={conversations.length === 0 ? 'No report is open.' : text}>
      {conversations.length > 0 && (
        <Flex vertical gap={24}>
          {conversations.map((report) => (
            <Reported
              key={report.id}
              report={report}
              texts={texts}
              isPriority={proIds.includes(report.reportedBy)}
              mayClose={mayModerate}
            />
          ))}
        </Flex>
      )}
    </Panel>
  );
}

type ReportedProps = { report: ReportedThread; texts: Texts; isPriority: boolean; mayClose: boolean };

function Reported({ report, texts, isPriority, mayClose }: ReportedProps) {
  const { id, bookingId, clientId, creator, reportedBy, createdAt } = report;
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
          {shownText(texts, id)}
        </p>
        <Flex wrap gap={10}>
          {bookingId && (
            <Link className="button" to={`/staff/bookings/${bookingId}`}>
              Timeline
            </Link>
          )}
          {mayClose && <Button onClick={() => setOpen(true)}>Close Report</Button>}
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

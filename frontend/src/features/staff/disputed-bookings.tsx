import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bankReporter, bankReporterName, type DisputedBooking } from '#bookings/contract';
import { dateAndTime, longDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { useResolveReports } from './api.ts';
import { priorityTag } from './priority-tag.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { keyOfProblem, shownText, type Texts } from './report-texts.ts';
import { shortId } from './timeline-entries.ts';

type DisputedBookingsProps = {
  bookings: readonly DisputedBooking[];
  /** The people on the Pro plan, who have priority support. */
  proIds: readonly string[];
  /** Those texts of the parties that staff have revealed. */
  texts: Texts;
  /** Whether the viewer may mark problems as resolved. */
  mayModerate: boolean;
};

/** The bookings with a problem that is not resolved. */
export function DisputedBookings({ bookings, proIds, texts, mayModerate }: DisputedBookingsProps) {
  return (
    <Panel title="Problems with bookings" {...(bookings.length === 0 && { text: 'No problem is open.' })}>
      {bookings.length > 0 && (
        <Flex vertical gap={24}>
          {bookings.map((booking) => (
            <Disputed
              key={booking.id}
              booking={booking}
              texts={texts}
              isPriority={booking.reports.some(({ reportedBy }) => proIds.includes(reportedBy))}
              mayResolve={mayModerate}
            />
          ))}
        </Flex>
      )}
    </Panel>
  );
}

type DisputedProps = { booking: DisputedBooking; texts: Texts; isPriority: boolean; mayResolve: boolean };

function Disputed({ booking, texts, isPriority, mayResolve }: DisputedProps) {
  const [open, setOpen] = useState(false);
  const { id, eventType, eventDate, status, clientId, creator, reports } = booking;
  const resolve = useResolveReports(id);
  return (
    <article>
      <Flex vertical gap={8}>
        <h3>
          {titleCase(eventType)} on {longDate(eventDate)}
        </h3>
        {isPriority && priorityTag}
        <p className="small muted">
          Client {shortId(clientId)} and {creator.shortName} · {titleCase(status)}
        </p>
        {reports.map(({ reportedBy, createdAt }) => (
          <p key={reportedBy} className="pre-line">
            <b>{reporterName(reportedBy, booking)}</b>, {dateAndTime(createdAt)}:{' '}
            {shownText(texts, keyOfProblem(id, reportedBy))}
          </p>
        ))}
        <Flex wrap gap={10}>
          <Link className="button" to={`/staff/bookings/${id}`}>
            Timeline
          </Link>
          {mayResolve && <Button onClick={() => setOpen(true)}>Mark as Resolved</Button>}
        </Flex>
      </Flex>
      <ReasonDialog
        name="resolve-problem"
        title="Mark as resolved"
        text="The booking continues: it can be completed again. Both parties see the reason in the status history."
        confirm="Mark as Resolved"
        open={open}
        submitting={resolve.isPending}
        onReason={(reason) => resolve.mutate(reason, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}

const reporterName = (reportedBy: string, { clientId, creator }: DisputedBooking): string => {
  if (reportedBy === bankReporter) return bankReporterName;
  return reportedBy === clientId ? 'The client' : creator.shortName;
};

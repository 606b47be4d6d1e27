import { Button } from 'antd';
import { type ReactNode, useContext } from 'react';
import type { BookingEvidence } from '#backoffice/contract';
import { dateAndTime, longDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { paymentStateLabels } from './booking-filter.ts';
import { mailLines, paymentLines } from './evidence-lines.ts';
import { FieldTextsContext } from './field-texts.ts';
import { type Detail, detailsOf, lineText } from './timeline-details.ts';
import { actorText } from './timeline-entries.ts';

/**
 * What proves how a booking came about, to be printed. Tables of the page itself, because those of the library scroll.
 */
export function EvidenceDocument({ evidence }: { evidence: BookingEvidence }) {
  const { booking, client, professional, items, complete, checkpoint, takenAt } = evidence;
  const texts = useContext(FieldTextsContext);
  return (
    <div className="stack evidence">
      <div className="not-printed">
        <Button type="primary" onClick={() => print()}>
          Print or Save as PDF
        </Button>
      </div>
      <Section title="Booking">
        <dl className="audit-details">
          <Line label="Booking">{booking.id}</Line>
          <Line label="Event">
            {titleCase(booking.eventType)}, {longDate(booking.eventDate)}
            {booking.lastDate !== booking.eventDate && ` to ${longDate(booking.lastDate)}`}
          </Line>
          <Line label="Status">{titleCase(booking.status)}</Line>
          <Line label="Payment">{paymentStateLabels[booking.payment]}</Line>
          <Line label="Price">{money(booking.totalAmount)}</Line>
          <Line label="Requested">{dateAndTime(booking.createdAt)}</Line>
          <Line label="Client">{partyText(client)}</Line>
          <Line label="Professional">{partyText(professional)}</Line>
          <Line label="Evidence taken">{dateAndTime(takenAt)}</Line>
        </dl>
      </Section>
      <Section title="Payments">
        <Rows
          heads={['Time', 'What', 'Amount', 'Provider’s ID', 'Position']}
          rows={paymentLines(evidence).map(({ entry, amount, providerId }) => [
            dateAndTime(entry.at),
            entry.title,
            amount === undefined ? '' : money(amount),
            providerId ?? '',
            entry.position,
          ])}
        />
      </Section>
      <Section title="Notifications and Emails">
        <Rows
          heads={['Time', 'To', 'About', 'Email', 'Position']}
          rows={mailLines(evidence).map(({ entry, kind, recipient, email }) => [
            dateAndTime(entry.at),
            recipient,
            kind,
            email ? `${email.title}, ${dateAndTime(email.at)}` : 'None',
            entry.position,
          ])}
        />
      </Section>
      <Section title="Timeline">
        <p className="small muted">
          Each hash covers the event, its position and its time, and the hash of the event before it in its stream.{' '}
          {checkpoint &&
            `The newest signed checkpoint of the log is at position ${checkpoint.position}, ${dateAndTime(checkpoint.at)}, hash ${checkpoint.hash}. `}
          Personal data in the events is hidden.
          {!complete && ` Only ${items.length} events are shown.`}
        </p>
        <ol className="evidence-events">
          {items.map((entry) => (
            <li key={entry.id}>
              <b>{entry.title}</b> · <time dateTime={entry.at}>{dateAndTime(entry.at)}</time> · {actorText(entry)}
              {entry.reason && <blockquote>{entry.reason}</blockquote>}
              <EventDetails details={detailsOf(entry, texts)} />
              <div className="small muted num">
                Position {entry.position} · version {entry.version} of {entry.stream} · {entry.source}
              </div>
              <code className="small">{entry.hash}</code>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

const partyText = ({ id, name, email }: BookingEvidence['client']): string =>
  name === null ? `A former member (${id})` : `${name}, ${email} (${id})`;

function EventDetails({ details }: { details: readonly Detail[] }) {
  const shown = details.filter(({ masked }) => !masked);
  return shown.length > 0 && <div className="small">{shown.map(lineText).join(' · ')}</div>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card pad">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Rows({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly (string | number)[])[] }) {
  if (rows.length === 0) return <p className="muted">None.</p>;
  return (
    <div className="scroll-x">
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.at(-1)}>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

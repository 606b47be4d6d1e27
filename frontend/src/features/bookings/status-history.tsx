import { Flex, Timeline } from 'antd';
import { useState } from 'react';
import type { EventResults } from '#backoffice/contract';
import type { BookingHistoryEntry, PaymentType } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { countedText } from '../../platform/text.ts';
import { ReceiptButton } from '../../ui/receipt-button.tsx';
import { bookingEndpoints } from './endpoints.ts';
import { bookingKeys } from './keys.ts';
import './bookings.css';

type EntryKind = BookingHistoryEntry['entry'];

const labels: Readonly<Record<EntryKind, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
  reopened: 'Booking reopened',
  reminded: 'Reminder sent',
  'balance-overdue': 'Balance overdue',
  disputed: 'Problem reported',
  'dispute-resolved': 'Problem resolved',
  'change-proposed': 'Change proposed',
  'proposal-declined': 'Proposal declined',
  changed: 'Change accepted',
  'deposit-paid': 'Deposit paid',
  'balance-paid': 'Balance paid',
  'refund-due': 'Refund started',
  refunded: 'Refunded',
  reinstated: 'Payment returned by the bank',
};

// The note of these entries is an amount. In other entries by people, the note is text that the person wrote.
const aboutMoney: ReadonlySet<EntryKind> = new Set([
  'deposit-paid',
  'balance-paid',
  'refund-due',
  'refunded',
  'reinstated',
]);
/** The name under which automatic changes are shown. */
const automatic = 'Festoon';
/** Entries whose name already says that they are automatic. */
const withoutActor: ReadonlySet<EntryKind> = new Set(['refund-due', 'reinstated', 'reminded', 'balance-overdue']);

const keyOf = ({ entry, createdAt }: BookingHistoryEntry): string => `${entry} ${createdAt}`;

/** The payments whose own history can be opened. */
const partOf: Readonly<Partial<Record<EntryKind, PaymentType>>> = {
  'deposit-paid': 'deposit',
  'balance-paid': 'balance',
};

type Results = EventResults['items'][number]['results'];
type StatusHistoryProps = {
  history: readonly BookingHistoryEntry[];
  /** What the entries led to, by their versions. */
  results: ReadonlyMap<number, Results> | undefined;
};

/** What happened, newest first. An entry that arrives while the page is open is highlighted, and read out. */
export function StatusHistory({ history, results }: StatusHistoryProps) {
  const [seen] = useState(() => new Set(history.map(keyOf)));
  const items = history.map((entry) => ({
    key: keyOf(entry),
    className: seen.has(keyOf(entry)) ? '' : 'fresh',
    color: 'var(--glow)',
    content: <Entry entry={entry} results={results?.get(entry.version) ?? []} />,
  }));
  return (
    <div aria-live="polite" aria-relevant="additions">
      <Timeline className="history" items={items} />
    </div>
  );
}

function Entry({ entry: shown, results }: { entry: BookingHistoryEntry; results: Results }) {
  const { bookingId, entry, changedByName, notes, createdAt } = shown;
  const part = partOf[entry];
  return (
    <Flex wrap justify="space-between" gap="6px 14px">
      <div>
        <b>{labels[entry]}</b>
        {!withoutActor.has(entry) && ` by ${changedByName}`}
        {notes && (
          <p className="small muted">{aboutMoney.has(entry) || changedByName === automatic ? notes : `“${notes}”`}</p>
        )}
        {results.length > 0 && <p className="small muted">Led to: {countedText(results)}</p>}
      </div>
      <time className="small muted num" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
      {part && (
        <ReceiptButton
          path={bookingEndpoints.payment(bookingId, part)}
          queryKey={bookingKeys.paymentReceipt(bookingId, part)}
          title={`History of the ${part}`}
          label={`History of the ${part}`}
        />
      )}
    </Flex>
  );
}

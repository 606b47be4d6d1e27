import { Flex, Timeline } from 'antd';
import { useState } from 'react';
import type { BookingHistoryEntry } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
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

/** What happened, newest first. An entry that arrives while the page is open is highlighted, and read out. */
export function StatusHistory({ history }: { history: readonly BookingHistoryEntry[] }) {
  const [seen] = useState(() => new Set(history.map(keyOf)));
  const items = history.map((entry) => ({
    key: keyOf(entry),
    className: seen.has(keyOf(entry)) ? '' : 'fresh',
    color: 'var(--glow)',
    content: <Entry entry={entry} />,
  }));
  return (
    <div aria-live="polite" aria-relevant="additions">
      <Timeline className="history" items={items} />
    </div>
  );
}

function Entry({ entry: { entry, changedByName, notes, createdAt } }: { entry: BookingHistoryEntry }) {
  return (
    <Flex wrap justify="space-between" gap="0 14px">
      <div>
        <b>{labels[entry]}</b>
        {!withoutActor.has(entry) && ` by ${changedByName}`}
        {notes && (
          <p className="small muted">{aboutMoney.has(entry) || changedByName === automatic ? notes : `“${notes}”`}</p>
        )}
      </div>
      <time className="small muted num" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
    </Flex>
  );
}

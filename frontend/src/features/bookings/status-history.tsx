import { useState } from 'react';
import type { BookingHistoryEntry } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';

const words: Readonly<Record<BookingHistoryEntry['entry'], string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
  'deposit-paid': 'Deposit paid',
  'balance-paid': 'Balance paid',
  'refund-due': 'Refund on its way',
  refunded: 'Refunded',
};

// Their note is an amount; any other is what somebody said.
const aboutMoney: ReadonlySet<BookingHistoryEntry['entry']> = new Set([
  'deposit-paid',
  'balance-paid',
  'refund-due',
  'refunded',
]);

const keyOf = ({ entry, createdAt }: BookingHistoryEntry): string => `${entry} ${createdAt}`;

/** What happened, newest first. What arrives while the reader looks on is highlighted, and read out. */
export function StatusHistory({ history }: { history: readonly BookingHistoryEntry[] }) {
  const [first] = useState(() => new Set(history.map(keyOf)));
  return (
    <ol className="history" aria-live="polite" aria-relevant="additions">
      {history.map((entry) => (
        <Entry key={keyOf(entry)} entry={entry} fresh={!first.has(keyOf(entry))} />
      ))}
    </ol>
  );
}

function Entry({ entry, fresh }: { entry: BookingHistoryEntry; fresh: boolean }) {
  const { changedByName, notes, createdAt } = entry;
  return (
    <li className={fresh ? 'fresh' : undefined}>
      <span className="dot" />
      <div>
        <span>
          <b>{words[entry.entry]}</b> by {changedByName}
        </span>
        {notes && <p className="small muted">{aboutMoney.has(entry.entry) ? notes : `“${notes}”`}</p>}
      </div>
      <time className="small muted num" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
    </li>
  );
}

import { List, Statistic, Tag } from 'antd';
import { Link } from 'react-router-dom';
import type { EarningsEntry, Payout, PayoutBalances, PayoutOverview } from '#payouts/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { earningsText, nextPayoutText, statusNames } from './payout-texts.ts';
import './payouts.css';

const figures: readonly (readonly [name: string, key: keyof PayoutBalances])[] = [
  ['Held', 'held'],
  ['Available', 'available'],
  ['On its way', 'inTransfer'],
  ['Paid', 'paidOut'],
];

/** What a professional has earned, and when the next payout starts. */
export function BalancePanel({ overview }: { overview: PayoutOverview }) {
  return (
    <Panel
      title="Your earnings"
      text="You keep everything your clients pay: Festoon takes no commission. Payouts start on Mondays."
    >
      <dl className="payout-figures">
        {figures.map(([name, key]) => (
          <Statistic key={key} title={name} value={money(overview.balances[key])} />
        ))}
      </dl>
      <p role="status">{nextPayoutText(overview)}</p>
    </Panel>
  );
}

/** Each booking that has payments, and the state of its money. */
export function EarningsPanel({ entries }: { entries: readonly EarningsEntry[] }) {
  return (
    <Panel title="Bookings" text="What your clients have paid, the latest event first.">
      {entries.length === 0 ? (
        <EmptyState title="No payments yet" text="What clients pay for your bookings appears here." />
      ) : (
        <List
          className="payout-list"
          dataSource={[...entries]}
          rowKey="bookingId"
          renderItem={(entry) => (
            <List.Item extra={<span className="money">{money(totalOf(entry))}</span>}>
              <List.Item.Meta
                title={<Link to={`/bookings/${entry.bookingId}`}>{entry.eventName || titleCase(entry.eventType)}</Link>}
                description={`${shortDate(entry.eventDate)} · ${earningsText(entry)}`}
              />
            </List.Item>
          )}
        />
      )}
    </Panel>
  );
}

const totalOf = ({ held, available, inTransfer, paidOut }: PayoutBalances): number =>
  held + available + inTransfer + paidOut;

const statusColors = { started: 'warning', made: 'success', failed: 'error', returned: 'error' } as const;

/** The payouts to a professional, the newest first. */
export function PayoutsPanel({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <Panel title="Payouts">
      {payouts.length === 0 ? (
        <EmptyState
          title="No payouts yet"
          text="Your first payout starts on the Monday after money becomes available."
        />
      ) : (
        <List
          className="payout-list"
          dataSource={[...payouts]}
          rowKey="id"
          renderItem={(payout) => (
            <List.Item extra={<span className="money">{money(payout.amount)}</span>}>
              <List.Item.Meta
                title={
                  <>
                    Payout {payout.number} <Tag color={statusColors[payout.status]}>{statusNames[payout.status]}</Tag>
                  </>
                }
                description={payoutText(payout)}
              />
            </List.Item>
          )}
        />
      )}
    </Panel>
  );
}

/** The money may be held, because a problem was reported since. */
const later = 'The money will be part of a later payout; the next payout is shown above.';

const payoutText = ({ startedAt, endedAt, status, reference }: Payout): string => {
  const started = `Started on ${shortDate(startedAt)}`;
  if (endedAt === null) return `${started}. We’ll transfer it within a few business days.`;
  if (status === 'failed') return `${started}, failed on ${shortDate(endedAt)}. ${later}`;
  if (status === 'returned') return `${started}, came back on ${shortDate(endedAt)}. ${later}`;
  return `${started}, paid on ${shortDate(endedAt)}. Reference: ${reference ?? ''}`;
};

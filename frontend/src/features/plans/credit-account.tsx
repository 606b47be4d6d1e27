import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { type PlanEntry, returnedCreditDays } from '#plans/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { usePlanEntries } from './api.ts';
import './credit-account.css';

const text = `Credits are used before your card is charged. They expire at the end of their month; a returned credit can be used for at least ${returnedCreditDays} days.`;

/** What happened to the user's credits, the newest first. */
export function CreditAccount() {
  const query = usePlanEntries();
  return (
    <Panel title="Lead credits" text={text}>
      <Loaded
        query={query}
        failure="Your credits could not be loaded"
        skeleton={<SkeletonBlocks heights={[40, 40, 40]} />}
      >
        {({ pages }) => <Entries entries={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <NextPage query={query}>
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      </NextPage>
    </Panel>
  );
}

function Entries({ entries }: { entries: readonly PlanEntry[] }) {
  if (entries.length === 0) return <p className="muted">No credits yet. They come with the Pro plan.</p>;
  return (
    <ul className="credit-entries">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="muted num">{shortDate(entry.createdAt)}</span>
          <span>
            {titleOf(entry)}
            {entry.leadId && entry.kind !== 'returned' && (
              <>
                {' '}
                <Link className="link" to="/leads/purchased">
                  Purchased leads
                </Link>
              </>
            )}
          </span>
          <b className="num">{signed(entry.credits)}</b>
        </li>
      ))}
    </ul>
  );
}

const signed = (credits: number): string => (credits > 0 ? `+${credits}` : credits < 0 ? `−${-credits}` : '0');

const titleOf = ({ kind, until, amount }: PlanEntry): string => {
  const usable = until ? `, usable until ${shortDate(until)}` : '';
  const titles: Readonly<Record<PlanEntry['kind'], string>> = {
    'month-paid': `One month of Pro, ${money(amount ?? 0)}${until ? `, until ${shortDate(until)}` : ''}`,
    'month-revoked': 'Month ended: payment refunded',
    'month-restored': 'Month active again: the bank returned the payment',
    'payment-refunded': `Duplicate payment of ${money(amount ?? 0)} refunded`,
    spent: 'Lead unlocked.',
    returned: `Credit returned${usable}`,
    granted: `Credit for an unread message${usable}.`,
  };
  return titles[kind];
};

import { Link } from 'react-router-dom';
import type { BookingEarnings } from '#payouts/contract';
import { money } from '../../platform/money.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useBookingEarnings } from './api.ts';
import { earningsText } from './payout-texts.ts';
import './payouts.css';

/** When the money of a booking becomes available to its professional. */
export function BookingPayout({ bookingId }: { bookingId: string }) {
  return (
    <Panel title="Your payout">
      <Loaded
        query={useBookingEarnings(bookingId)}
        failure="Your payout could not be loaded"
        skeleton={<SkeletonBlocks heights={[72]} />}
      >
        {(earnings) => <Earnings earnings={earnings} />}
      </Loaded>
    </Panel>
  );
}

const rows: readonly (readonly [name: string, key: 'held' | 'available' | 'inTransfer' | 'paidOut'])[] = [
  ['Held', 'held'],
  ['Available', 'available'],
  ['On its way', 'inTransfer'],
  ['Paid', 'paidOut'],
];

function Earnings({ earnings }: { earnings: BookingEarnings }) {
  const shown = rows.filter(([, key]) => earnings[key] !== 0);
  return (
    <>
      <p>{earningsText(earnings)}</p>
      {shown.length > 0 && (
        <dl className="rows">
          {shown.map(([name, key]) => (
            <div key={key} className="payout-row">
              <dt>{name}</dt>
              <dd className="money">{money(earnings[key])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <Link to="/settings?tab=payouts">All payouts</Link>
      </p>
    </>
  );
}

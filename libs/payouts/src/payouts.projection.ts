import type { Projection } from '#kernel';
import { type PayoutAccountEvents, payoutAccount } from './payout-account.ts';
import type { PayoutDestinationEvents } from './payout-destination.ts';
import { totalOf } from './payout-ledger.ts';
import type { PayoutAccountRow, PayoutDestinationRow, PayoutRow } from './payouts.rows.ts';

type PayoutEvents = Pick<
  PayoutAccountEvents,
  'PayoutStarted' | 'PayoutHandedOver' | 'PayoutMade' | 'PayoutFailed' | 'PayoutReturned'
>;

/** Updates a row with the aggregate's own `evolve`. */
const evolved =
  <Type extends keyof PayoutAccountEvents>(type: Type) =>
  (row: PayoutAccountRow, data: Readonly<PayoutAccountEvents[Type]>): PayoutAccountRow => {
    const state = payoutAccount.evolve[type](row.state, data);
    return { ...row, state, available: totalOf(state.ledger).available };
  };

export const payoutAccounts: Projection<PayoutAccountEvents, PayoutAccountRow> = {
  table: 'payout_accounts',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    PayoutAccountOpened: (opened, { stream }) => ({
      id: stream,
      userId: opened.userId,
      state: payoutAccount.evolve.PayoutAccountOpened(payoutAccount.initial, opened),
      available: 0,
    }),
  },
  update: {
    BookingEarningsRecorded: evolved('BookingEarningsRecorded'),
    PayoutStarted: evolved('PayoutStarted'),
    PayoutHandedOver: evolved('PayoutHandedOver'),
    PayoutMade: evolved('PayoutMade'),
    PayoutFailed: evolved('PayoutFailed'),
    PayoutReturned: evolved('PayoutReturned'),
  },
};

export const payouts: Projection<PayoutEvents, PayoutRow> = {
  table: 'payouts',
  version: 1,
  key: ({ data: { payoutId } }) => payoutId,
  insert: {
    PayoutStarted: ({ payoutId, userId, number, amount, destination, bookings }, { at }) => ({
      id: payoutId,
      userId,
      number,
      amount,
      status: 'started',
      destination,
      bookings,
      reference: null,
      reason: null,
      startedAt: at,
      handedOverAt: null,
      handedOverBy: null,
      endedAt: null,
    }),
  },
  update: {
    PayoutHandedOver: (row, _, { at, by: { id, role } }) => ({ ...row, handedOverAt: at, handedOverBy: { id, role } }),
    PayoutMade: (row, { reference }, { at }) => ({ ...row, status: 'made', reference, endedAt: at }),
    PayoutFailed: (row, { reason }, { at }) => ({ ...row, status: 'failed', reason, endedAt: at }),
    PayoutReturned: (row, { reason }, { at }) => ({ ...row, status: 'returned', reason, endedAt: at }),
  },
};

export const payoutDestinations: Projection<PayoutDestinationEvents, PayoutDestinationRow> = {
  table: 'payout_destinations',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    PayoutDestinationChanged: ({ userId, number, scheme, lastFour, heldUntil }, { stream, at }) => ({
      id: stream,
      userId,
      number,
      scheme: scheme as PayoutDestinationRow['scheme'],
      lastFour,
      heldUntil,
      changedAt: at,
    }),
  },
};

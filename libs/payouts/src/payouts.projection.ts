import type { Projection } from '#kernel';
import { type PayoutAccountEvents, payoutAccount } from './payout-account.ts';
import type { PayoutDestinationEvents } from './payout-destination.ts';
import type { PayoutAccountRow, PayoutDestinationRow, PayoutRow } from './payouts.rows.ts';

type PayoutEvents = Pick<PayoutAccountEvents, 'PayoutStarted' | 'PayoutMade' | 'PayoutFailed'>;

/** Updates a row with the aggregate's own `evolve`. */
const evolved =
  <Type extends keyof PayoutAccountEvents>(type: Type) =>
  (row: PayoutAccountRow, data: Readonly<PayoutAccountEvents[Type]>): PayoutAccountRow => ({
    ...row,
    state: payoutAccount.evolve[type](row.state, data),
  });

export const payoutAccounts: Projection<PayoutAccountEvents, PayoutAccountRow> = {
  table: 'payout_accounts',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    PayoutAccountOpened: (opened, { stream }) => ({
      id: stream,
      userId: opened.userId,
      state: payoutAccount.evolve.PayoutAccountOpened(payoutAccount.initial, opened),
    }),
  },
  update: {
    BookingEarningsRecorded: evolved('BookingEarningsRecorded'),
    PayoutStarted: evolved('PayoutStarted'),
    PayoutMade: evolved('PayoutMade'),
    PayoutFailed: evolved('PayoutFailed'),
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
      endedAt: null,
    }),
  },
  update: {
    PayoutMade: (row, { reference }, { at }) => ({ ...row, status: 'made', reference, endedAt: at }),
    PayoutFailed: (row, { reason }, { at }) => ({ ...row, status: 'failed', reason, endedAt: at }),
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

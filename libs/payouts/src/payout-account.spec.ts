import { expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type Earnings, obstacleTo, type PayoutAccountEvents, payoutAccount } from './payout-account.ts';
import { totalOf } from './payout-ledger.ts';

type Event = Message<PayoutAccountEvents>;

const worker: Actor = { id: 'payouts.worker', kind: 'worker', role: 'reaction' };
const fay: Actor = { id: 'fay', kind: 'staff', role: 'finance' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
/** A professional who is also finance staff. */
const boOfFinance: Actor = { id: 'bo', kind: 'staff', role: 'finance' };

const at = '2026-06-29T06:00:00.000Z';
const userId = 'bo';
const destination = { number: 1, heldUntil: '2026-06-20T00:00:00.000Z' };
const ready = { payoutId: 'payout-1', run: at, destination, hasAccess: true };

const earnings = (version: number, now: Partial<Earnings> & { earned: number; returned?: number }): Earnings => ({
  bookingId: 'booking-1',
  version,
  asOf: at,
  state: 'earned',
  changesAt: null,
  ...now,
  payments: [{ paymentId: 'p1', received: 10_000, returned: now.returned ?? 0, earned: now.earned }],
});

/** The events of these commands, one after another. */
const after = (
  ...commands: readonly (readonly [verb: keyof typeof payoutAccount.decide, facts: object, by?: Actor])[]
): Event[] => {
  const events: Event[] = [];
  for (const [verb, facts, by = worker] of commands)
    events.push(...payoutAccount.decide[verb](replay(payoutAccount, events), { facts: facts as never, by, at }));
  return events;
};
const recordEarnings = (version: number, now: Parameters<typeof earnings>[1]) =>
  ['recordEarnings', { userId, earnings: earnings(version, now) }] as const;
const balances = (events: readonly Event[]) => totalOf(replay(payoutAccount, events).ledger);

const earned = recordEarnings(3, { earned: 10_000 });
const started = ['startPayout', ready] as const;
const made = ['recordTransfer', { payoutId: 'payout-1', reference: 'TRF 1' }, fay] as const;
const failure = { payoutId: 'payout-1', reason: 'Closed', destinationWrong: true };
const failed = ['recordFailure', { ...failure, notTransferred: false }, fay] as const;
const returned = ['recordReturn', failure, fay] as const;
const handOver = { payoutIds: ['payout-1'], again: false };
const handedOver = ['handOver', handOver, fay] as const;

test('money is held until it is earned, then available, on its way, and paid out', () => {
  expect(balances(after(recordEarnings(2, { earned: 0, state: 'refundable' })))).toMatchObject({
    held: 10_000,
    available: 0,
  });
  expect(balances(after(recordEarnings(2, { earned: 0 }), earned))).toMatchObject({ held: 0, available: 10_000 });
  expect(balances(after(earned, started))).toMatchObject({ available: 0, 'in-transfer': 10_000 });
  expect(balances(after(earned, started, made))).toMatchObject({ 'in-transfer': 0, 'paid-out': 10_000 });
  expect(balances(after(earned, started, made, returned))).toMatchObject({ available: 10_000, 'paid-out': 0 });
});

test('a payout is handed over once for its transfer, unless it is asked for again', () => {
  const event: Event = { type: 'PayoutHandedOver', data: { userId, payoutId: 'payout-1' } };
  given(payoutAccount, ...after(earned, started))
    .when('handOver', handOver, fay)
    .emits(event);
  given(payoutAccount, ...after(earned, started, handedOver))
    .when('handOver', handOver, fay)
    .emits();
  given(payoutAccount, ...after(earned, started, handedOver))
    .when('handOver', { ...handOver, again: true }, fay)
    .emits(event);
  for (const end of [made, failed])
    given(payoutAccount, ...after(earned, started, end))
      .when('handOver', { ...handOver, again: true }, fay)
      .emits();
  for (const by of [bo, sue, worker])
    given(payoutAccount, ...after(earned, started))
      .when('handOver', handOver, by)
      .refuses('payout-not-allowed');
});

test('a payout that was handed over fails only if staff confirm that it was not transferred', () => {
  const past = after(earned, started, handedOver);
  given(payoutAccount, ...past)
    .when('recordFailure', failed[1], fay)
    .refuses('payout-handed-over');
  expect(
    balances(after(earned, started, handedOver, ['recordFailure', { ...failed[1], notTransferred: true }, fay])),
  ).toMatchObject({ available: 10_000 });
});

test('a transfer that comes back is available again, and its bank details are not used again', () => {
  const past = after(earned, started, made);
  const data = {
    userId,
    payoutId: 'payout-1',
    amount: 10_000,
    bookings: [{ bookingId: 'booking-1', amount: 10_000, completed: true }],
    postings: [{ paymentId: 'p1', debit: 'paid-out', credit: 'available', amount: 10_000 }] as const,
    reason: 'Closed',
    destinationWrong: true,
  };
  given(payoutAccount, ...past)
    .when('recordReturn', failure, fay)
    .emits({ type: 'PayoutReturned', data });
  expect(obstacleTo(replay(payoutAccount, after(earned, started, made, returned)), ready, at)).toBe(
    'wrong-destination',
  );
  given(payoutAccount, ...after(earned, started, made, returned))
    .when('recordReturn', failure, fay)
    .emits();
  for (const [verb, facts] of [failed, made])
    given(payoutAccount, ...after(earned, started, made, returned))
      .when(verb, facts as never, fay)
      .refuses('payout-ended');
  given(payoutAccount, ...after(earned, started))
    .when('recordReturn', failure, fay)
    .refuses('payout-not-made');
  given(payoutAccount, ...after(earned, started, failed))
    .when('recordReturn', failure, fay)
    .refuses('payout-ended');
});

test('the return of an older payout does not make newer bank details usable that a bank refused', () => {
  const next = {
    ...ready,
    payoutId: 'payout-2',
    run: '2026-07-06T06:00:00.000Z',
    destination: { ...destination, number: 2 },
  };
  const second = { ...earnings(1, { earned: 0 }), bookingId: 'booking-2' };
  const payments = [{ paymentId: 'p2', received: 5_000, returned: 0, earned: 5_000 }];
  const state = replay(
    payoutAccount,
    after(
      earned,
      started,
      made,
      ['recordEarnings', { userId, earnings: { ...second, payments } }],
      ['startPayout', next],
      ['recordFailure', { ...failed[1], payoutId: 'payout-2' }, fay],
      returned,
    ),
  );
  expect(obstacleTo(state, next, at)).toBe('wrong-destination');
});

test('a payout says of each booking whether everything was earned with it', () => {
  const partly = recordEarnings(2, { earned: 4_000, state: 'awaiting-completion' });
  expect(after(partly, started).at(-1)?.data).toMatchObject({ bookings: [{ amount: 4_000, completed: false }] });
  expect(after(earned, started).at(-1)?.data).toMatchObject({ bookings: [{ amount: 10_000, completed: true }] });
});

test('a reported problem holds what is not paid out, and its resolution releases it', () => {
  const held = recordEarnings(4, { earned: 0, state: 'disputed' });
  expect(balances(after(earned, held))).toMatchObject({ held: 10_000, available: 0 });
  expect(after(earned, held, started).at(-1)?.type).toBe('BookingEarningsRecorded');
  expect(balances(after(earned, held, recordEarnings(5, { earned: 10_000 })))).toMatchObject({
    held: 0,
    available: 10_000,
  });
  expect(balances(after(earned, started, held))).toMatchObject({ held: 0, available: 0, 'in-transfer': 10_000 });
});

test('a refund after the payout makes the available balance negative, and later earnings settle it', () => {
  const returned = after(earned, started, made, recordEarnings(4, { earned: 6_000, returned: 4_000 }));
  expect(balances(returned)).toMatchObject({ available: -4_000, 'paid-out': 10_000, clients: -6_000 });
  const other = { ...earnings(1, { earned: 0 }), bookingId: 'booking-2' };
  const [payment] = other.payments;
  const next = { ...other, payments: [{ ...payment, paymentId: 'p2', received: 7_000, returned: 0, earned: 7_000 }] };
  const facts = { userId, earnings: next as Earnings };
  const again = after(
    earned,
    started,
    made,
    recordEarnings(4, { earned: 6_000, returned: 4_000 }),
    ['recordEarnings', facts],
    // Of the same Monday, so it is ignored.
    ['startPayout', { ...ready, payoutId: 'payout-3' }],
    ['startPayout', { ...ready, payoutId: 'payout-2', run: '2026-07-06T06:00:00.000Z' }],
  );
  expect(again.at(-1)).toMatchObject({
    type: 'PayoutStarted',
    data: {
      number: 2,
      amount: 3_000,
      bookings: [
        { bookingId: 'booking-1', amount: -4_000 },
        { bookingId: 'booking-2', amount: 7_000 },
      ],
    },
  });
  expect(balances(again)).toMatchObject({ available: 0, 'in-transfer': 3_000 });
});

test('a refund after the payout that a bank undoes leaves no debt, even while a problem is reported', () => {
  const refunded = recordEarnings(4, { earned: 0, returned: 10_000, state: 'disputed' });
  const reinstated = recordEarnings(5, { earned: 0, returned: 0, state: 'disputed' });
  expect(balances(after(earned, started, made, refunded))).toMatchObject({ available: -10_000, 'paid-out': 10_000 });
  expect(balances(after(earned, started, made, refunded, reinstated))).toMatchObject({
    held: 0,
    available: 0,
    'paid-out': 10_000,
  });
});

test('a report that is older than the recorded one, or that changes nothing, is ignored', () => {
  const past = after(recordEarnings(4, { earned: 0, state: 'disputed' }));
  for (const late of [
    earnings(3, { earned: 10_000 }),
    earnings(4, { earned: 10_000, asOf: '2026-06-01T00:00:00.000Z' }),
  ])
    given(payoutAccount, ...past)
      .when('recordEarnings', { userId, earnings: late }, worker, at)
      .emits();
  given(payoutAccount, ...past)
    .when('recordEarnings', { userId, earnings: earnings(4, { earned: 0, state: 'disputed' }) }, worker, at)
    .emits();
  given(payoutAccount)
    .when('recordEarnings', { userId, earnings: { ...earnings(1, { earned: 0 }), payments: [] } }, worker, at)
    .emits();
});

test('each obstacle prevents a payout, and without one it starts', () => {
  const state = replay(payoutAccount, after(earned));
  expect(obstacleTo(state, ready, at)).toBeUndefined();
  expect(obstacleTo(state, { ...ready, hasAccess: false }, at)).toBe('suspended');
  expect(obstacleTo(state, { ...ready, destination: null }, at)).toBe('no-destination');
  expect(obstacleTo(state, { ...ready, destination: { number: 1, heldUntil: '2026-06-29T06:00:00.001Z' } }, at)).toBe(
    'destination-held',
  );
  expect(obstacleTo(payoutAccount.initial, ready, at)).toBe('below-minimum');
  const wrong = replay(payoutAccount, after(earned, started, failed));
  expect(totalOf(wrong.ledger)).toMatchObject({ available: 10_000, 'in-transfer': 0 });
  expect(obstacleTo(wrong, ready, at)).toBe('wrong-destination');
  expect(obstacleTo(wrong, { ...ready, destination: { ...destination, number: 2 } }, at)).toBeUndefined();
});

test('a payout ends once', () => {
  given(payoutAccount, ...after(earned, started, made))
    .when('recordTransfer', made[1], fay)
    .emits();
  given(payoutAccount, ...after(earned, started, made))
    .when('recordTransfer', { ...made[1], reference: 'TRF 2' }, fay)
    .refuses('payout-ended');
  given(payoutAccount, ...after(earned, started, made))
    .when('recordFailure', failed[1], fay)
    .refuses('payout-ended');
  given(payoutAccount, ...after(earned, started, failed))
    .when('recordFailure', failed[1], fay)
    .emits();
  given(payoutAccount, ...after(earned, started, failed))
    .when('recordTransfer', made[1], fay)
    .refuses('payout-ended');
  given(payoutAccount, ...after(earned, started))
    .when('startPayout', ready, worker, at)
    .emits();
});

test('only finance staff end a payout, and never one to themselves', () => {
  const past = after(earned, started);
  for (const [by, code] of [
    [bo, 'payout-not-allowed'],
    [sue, 'payout-not-allowed'],
    [worker, 'payout-not-allowed'],
    [boOfFinance, 'payout-own-not-allowed'],
  ] as const) {
    given(payoutAccount, ...past)
      .when('recordTransfer', made[1], by)
      .refuses(code);
    given(payoutAccount, ...past)
      .when('recordFailure', failed[1], by)
      .refuses(code);
    given(payoutAccount, ...after(earned, started, made))
      .when('recordReturn', failure, by)
      .refuses(code);
  }
  given(payoutAccount, ...past)
    .when('recordTransfer', { payoutId: 'payout-9', reference: 'x' }, fay)
    .refuses('payout-not-found');
  for (const by of [bo, fay]) {
    given(payoutAccount, ...past)
      .when('startPayout', ready, by)
      .refuses('payout-not-allowed');
    given(payoutAccount, ...past)
      .when('recordEarnings', earned[1], by)
      .refuses('payout-not-allowed');
  }
});

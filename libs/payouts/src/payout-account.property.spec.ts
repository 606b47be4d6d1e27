import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, type Message, Refusal, replay } from '#kernel';
import { randomRuns } from '#kernel/testing';
import {
  type Earnings,
  type EarningsState,
  type PayoutAccount,
  type PayoutAccountEvents,
  payoutAccount,
} from './payout-account.ts';
import { balancesOf, ledgerAccounts, totalOf } from './payout-ledger.ts';

const worker: Actor = { id: 'payouts.worker', kind: 'worker', role: 'reaction' };
const finance: Actor = { id: 'fay', kind: 'staff', role: 'finance' };
const at = '2027-01-01T00:00:00.000Z';
const destination = { number: 1, heldUntil: '2026-01-01T00:00:00.000Z' };
const userId = 'bo';

/** What happens to a booking's two payments: each step changes some of it, under the next version. */
type Change = { readonly received: number; readonly returned: number; readonly earned: boolean };
const change: fc.Arbitrary<Change> = fc.record({
  received: fc.constantFrom(0, 0, 30, 101, 7_000),
  // Negative: a bank returns what it had taken back.
  returned: fc.constantFrom(0, 0, 1, 30, 20_000, -1, -20_000),
  earned: fc.boolean(),
});

/** The reports of a booking after each of its changes. */
const reportsOf = (bookingId: string, changes: readonly Change[]): readonly Earnings[] => {
  const totals = [
    { received: 0, returned: 0 },
    { received: 0, returned: 0 },
  ];
  return changes.map(({ received, returned, earned }, index) => {
    const total = totals[index % 2] ?? { received: 0, returned: 0 };
    total.received += received;
    // No more is returned than was received.
    total.returned = Math.max(0, Math.min(total.received, total.returned + returned));
    const state: EarningsState = earned ? 'earned' : 'disputed';
    return {
      bookingId,
      version: index + 1,
      asOf: new Date(Date.parse('2026-01-01T00:00:00.000Z') + index * 3_600_000).toISOString(),
      state,
      changesAt: null,
      payments: totals.map((each, part) => ({
        paymentId: `${bookingId}-${part}`,
        ...each,
        earned: earned ? each.received - each.returned : 0,
      })),
    };
  });
};

type Step =
  | { readonly kind: 'report'; readonly booking: number; readonly index: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'handed-over' | 'made' | 'failed' | 'returned'; readonly payout: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('report'), booking: fc.nat(2), index: fc.nat(9) }) as fc.Arbitrary<Step>,
  },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'start' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('handed-over', 'made', 'failed', 'returned'),
      payout: fc.nat(4),
    }) as fc.Arbitrary<Step>,
  },
);

const verbs = {
  'handed-over': 'handOver',
  made: 'recordTransfer',
  failed: 'recordFailure',
  returned: 'recordReturn',
} as const;

/** The account and the sum of its transfers. */
class World {
  state: PayoutAccount = payoutAccount.initial;
  readonly payouts: string[] = [];
  transferred = 0;

  constructor(readonly reports: readonly (readonly Earnings[])[]) {}

  report(booking: number, index: number): void {
    const earnings = this.reports[booking]?.[index];
    if (earnings)
      this.#apply(payoutAccount.decide.recordEarnings(this.state, { facts: { userId, earnings }, by: worker, at }));
  }

  /** The latest report of each booking. */
  reportAll(): void {
    for (const [booking, reports] of this.reports.entries()) this.report(booking, reports.length - 1);
  }

  run(next: Step): void {
    if (next.kind === 'report') this.report(next.booking, next.index);
    else if (next.kind === 'start') this.#start();
    else this.#change(verbs[next.kind], this.payouts[next.payout] ?? 'payout-unknown');
  }

  #start(): void {
    const payoutId = `payout-${this.payouts.length}`;
    const run = new Date(Date.parse(at) + this.payouts.length).toISOString();
    const facts = { payoutId, run, destination, hasAccess: true };
    const before = totalOf(this.state.ledger);
    const events = payoutAccount.decide.startPayout(this.state, { facts, by: worker, at });
    this.#apply(events);
    if (events.length === 0) return;
    this.payouts.push(payoutId);
    const after = totalOf(this.state.ledger);
    // With all transfers that are under way, no more is paid out than was received and not refunded.
    expect(after['paid-out'] + after['in-transfer']).toBeLessThanOrEqual(-after.clients - after.held);
    expect(after.available).toBe(0);
    expect(after['in-transfer'] - before['in-transfer']).toBe(before.available);
  }

  #change(verb: (typeof verbs)[keyof typeof verbs], payoutId: string): void {
    const failure = { reason: 'Account closed', destinationWrong: false, notTransferred: true };
    const facts = { payoutId, payoutIds: [payoutId], again: false, reference: 'r', ...failure };
    try {
      this.#apply(payoutAccount.decide[verb](this.state, { facts, by: finance, at }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #apply(events: readonly Message<PayoutAccountEvents>[]): void {
    for (const { type, data } of events) {
      if (type === 'PayoutMade') this.transferred += data.amount;
      if (type === 'PayoutReturned') this.transferred -= data.amount;
      if ('postings' in data) expect(data.postings.every(({ amount }) => amount > 0)).toBe(true);
    }
    this.state = replay({ initial: this.state, evolve: payoutAccount.evolve }, events);
    this.#check();
  }

  #check(): void {
    for (const balances of Object.values(this.state.ledger)) {
      expect(ledgerAccounts.reduce((sum, account) => sum + balances[account], 0)).toBe(0);
      expect(balances.held).toBeGreaterThanOrEqual(0);
    }
    expect(totalOf(this.state.ledger)['paid-out']).toBe(this.transferred);
  }
}

const world = fc.array(fc.array(change, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 });

/** After the latest reports, and if no transfer is under way, what was earned and not paid out is available. */
const expectSettled = ({ state }: World, { paymentId, received, returned, earned }: Earnings['payments'][number]) => {
  const { clients, available, ...balances } = balancesOf(state.ledger, paymentId);
  const paid = balances['paid-out'];
  expect(clients).toBe(returned - received || 0);
  expect(balances['in-transfer']).toBe(0);
  // What was paid out is not claimed back because of a problem; only a refund makes the balance negative.
  if (received - returned < paid) expect(available).toBe(received - returned - paid);
  else expect(available).toBe(Math.max(0, earned - paid));
};

test('debits equal credits, and nothing is paid out twice or beyond what was received and not refunded', () => {
  fc.assert(
    fc.property(world, fc.array(step, { maxLength: 60 }), (bookings, steps) => {
      const simulation = new World(bookings.map((changes, index) => reportsOf(`booking-${index}`, changes)));
      for (const next of steps) simulation.run(next);
      simulation.reportAll();
      for (const payout of simulation.payouts.keys()) simulation.run({ kind: 'failed', payout });
      simulation.reportAll();
      for (const reports of simulation.reports)
        for (const payment of reports.at(-1)?.payments ?? []) expectSettled(simulation, payment);
    }),
    { numRuns: randomRuns(80) },
  );
});

test('reports of a booking have the same effect in every order, and repeated', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(9), { maxLength: 20 }),
      (changes, order) => {
        const reports = reportsOf('booking-0', changes);
        const inOrder = new World([reports]);
        for (const index of reports.keys()) inOrder.report(0, index);
        const shuffled = new World([reports]);
        for (const index of [...order, reports.length - 1, ...order]) shuffled.report(0, index);
        expect(totalOf(shuffled.state.ledger)).toEqual(totalOf(inOrder.state.ledger));
        expect(shuffled.state.bookings).toEqual(inOrder.state.bookings);
      },
    ),
    { numRuns: randomRuns(80) },
  );
});

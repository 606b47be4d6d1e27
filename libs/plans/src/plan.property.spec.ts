import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, instantAfter, type Message, Refusal, replay } from '#kernel';
import { randomRuns } from '#kernel/testing';
import { creditsLeft, isPro, nextNumber, type Plan, type PlanCommands, type PlanEvents, plan } from './plan.ts';
import { proPrice } from './plan-terms.contract.ts';

type Event = Message<PlanEvents>;
type Step = { readonly days: number; readonly act: (state: Plan) => Command | undefined };
type Command = {
  [Verb in keyof PlanCommands]: { readonly verb: Verb; readonly facts: PlanCommands[Verb]; readonly by: Actor };
}[keyof PlanCommands];

const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const worker: Actor = { id: 'worker', kind: 'worker', role: 'reaction' };
const oneOf = <T>(items: readonly T[], choice: number): T | undefined => items[choice % items.length];

/** Each makes a command from a number and the state. Some commands repeat earlier ones, and some are refused. */
const actions: readonly ((choice: number) => Step['act'])[] = [
  (choice) => (state) => {
    // A new month, the same payment again, or a second payment of a month.
    const number = Math.max(1, nextNumber(state) - (choice % 3));
    const paymentId = choice % 2 === 0 ? `payment-${number}` : `payment-${number}-${choice}`;
    const facts = { userId: 'bo', paymentId, amount: proPrice, number, accountClosed: choice % 23 === 0 };
    return { verb: 'recordPayment', facts, by: worker };
  },
  (choice) => () => ({
    verb: 'revokeMonth',
    facts: { userId: 'bo', paymentId: `payment-${(choice % 4) + 1}` },
    by: worker,
  }),
  // Each spending has an id of its own, as in SpendCredit.
  ...Array.from({ length: 5 }, () => (choice: number): Step['act'] => (state) => ({
    verb: 'spend',
    facts: { leadId: `lead-${choice % 30}`, spendingId: `credit-${Object.keys(state.spendings).length + 1}` },
    by: bo,
  })),
  (choice) => (state) => {
    const spendingId = oneOf(Object.keys(state.spendings), choice);
    return spendingId === undefined
      ? undefined
      : { verb: 'returnCredit', facts: { userId: 'bo', spendingId }, by: worker };
  },
  (choice) => () => ({ verb: 'grantCredit', facts: { userId: 'bo', leadId: `lead-${choice % 30}` }, by: worker }),
];

const step: fc.Arbitrary<Step> = fc
  .record({ days: fc.nat(12), action: fc.nat(actions.length - 1), choice: fc.nat(10_000) })
  .map(({ days, action, choice }) => ({ days, act: actions[action]?.(choice) ?? (() => undefined) }));

const decide = (state: Plan, { verb, facts, by }: Command, at: string): readonly Event[] => {
  try {
    return plan.decide[verb](state, { facts: facts as never, by, at });
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
};

const idsOf = (events: readonly Event[], type: Event['type'], field: string): unknown[] =>
  events.filter((event) => event.type === type).map(({ data }) => (data as Record<string, unknown>)[field]);

/** What must hold after each command. */
const requireStep = (
  before: Plan,
  after: Plan,
  command: Command | undefined,
  decided: readonly Event[],
  at: string,
) => {
  for (const { credits, spent } of after.grants) {
    expect(spent).toBeGreaterThanOrEqual(0);
    expect(spent).toBeLessThanOrEqual(credits);
  }
  // Spending takes exactly one credit, and only if one was left.
  const spentNow = decided.filter(({ type }) => type === 'CreditSpent').length;
  const left = creditsLeft(before, at);
  expect(spentNow).toBeLessThanOrEqual(Math.min(left, 1));
  if (command?.verb === 'spend') expect(creditsLeft(after, at)).toBe(left - spentNow);
  // A paid month begins only when no other is running, and the professional is on Pro at once.
  for (const { type, data } of decided)
    if (type === 'PlanMonthPaid') expect([isPro(before, data.from), isPro(after, at)]).toEqual([false, true]);
  if (command?.verb === 'grantCredit' && !isPro(after, at)) expect(decided).toEqual([]);
};

const requireDistinct = (ids: readonly unknown[]) => expect(new Set(ids).size).toBe(ids.length);

/** What must hold of a whole history. */
const requireHistory = (events: readonly Event[]) => {
  const state = replay(plan, events);
  const [spent, returned] = [idsOf(events, 'CreditSpent', 'spendingId'), idsOf(events, 'CreditReturned', 'spendingId')];
  const [months, granted] = [idsOf(events, 'PlanMonthPaid', 'paymentId'), idsOf(events, 'CreditGranted', 'leadId')];
  for (const ids of [spent, returned, granted]) requireDistinct(ids);
  expect(spent.length - returned.length).toBeLessThanOrEqual(10 * months.length + granted.length);
  // Each lead is unlocked with at most one credit at a time.
  requireDistinct(
    Object.values(state.spendings)
      .filter(({ isReturned }) => !isReturned)
      .map(({ leadId }) => leadId),
  );
  // Every payment has one outcome.
  requireDistinct([...months, ...idsOf(events, 'PlanRefundDue', 'paymentId')]);
};

test('credits are never negative, never spent twice, and never more than were paid or given', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), (steps) => {
      let at = '2026-01-31T10:00:00.000Z';
      const events: Event[] = [];
      for (const { days, act } of steps) {
        at = instantAfter(at, days * 86_400_000);
        const before = replay(plan, events);
        const command = act(before);
        const decided = command ? decide(before, command, at) : [];
        events.push(...decided);
        requireStep(before, replay(plan, events), command, decided, at);
      }
      requireHistory(events);
    }),
    { numRuns: randomRuns(70) },
  );
});

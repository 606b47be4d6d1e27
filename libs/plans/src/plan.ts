import { type Actor, aggregate, type Cents, instantAfter, monthsAfter, refuse } from '#kernel';
import { maxMonthsAhead, monthlyCredits, returnedCreditDays } from './plan-terms.contract.ts';

/** Why a payment for a month is refunded. */
export type PlanRefundReason = 'already-paid' | 'account-closed';
type MonthPayment = { userId: string; paymentId: string; amount: Cents };

export type PlanCommands = {
  /** Checks that the caller may pay for another month. Changes nothing: the month starts when the money arrives. */
  requestMonth: { emailVerified: boolean };
  /** `number` counts the months of a person from 1; each is paid once. */
  recordPayment: MonthPayment & { number: number; accountClosed: boolean };
  /** The payment of a month was refunded, or taken back by the payer's bank. */
  revokeMonth: { userId: string; paymentId: string };
  spend: { spendingId: string; leadId: string };
  /** A bank returned the payment of a month that it had taken back. */
  restoreMonth: { userId: string; paymentId: string };
  /** The lead that was unlocked with this credit is refunded. */
  returnCredit: { userId: string; spendingId: string };
  /** A credit for a lead whose client did not read what the professional wrote. */
  grantCredit: { userId: string; leadId: string };
};

/** Instants in ISO 8601 UTC. */
export type PlanEvents = {
  /**
   * The month begins when the payment arrives, or at the first instant from then on that no month is paid for. `since`
   * is when the first of the consecutive months began. Paid after the refund of a running month, it may overlap months
   * that were paid ahead, which keep their period and their credits.
   */
  PlanMonthPaid: MonthPayment & { number: number; since: string; from: string; until: string; credits: number };
  /**
   * `creditsLost` is how many credits could still be used. Leads that were unlocked with the other credits of the month
   * stay unlocked.
   */
  PlanMonthRevoked: { userId: string; paymentId: string; creditsLost: number };
  /** `credits` is how many can be used again. */
  PlanMonthRestored: { userId: string; paymentId: string; credits: number };
  PlanRefundDue: MonthPayment & { reason: PlanRefundReason };
  /** `grantId` says which credits it was taken from. */
  CreditSpent: { userId: string; spendingId: string; leadId: string; grantId: string };
  /** `usableUntil` is null if the month of the credit was refunded, so that it cannot be used again. */
  CreditReturned: { userId: string; spendingId: string; leadId: string; usableUntil: string | null };
  CreditGranted: { userId: string; leadId: string; usableUntil: string };
};

type Month = {
  readonly paymentId: string;
  readonly number: number;
  readonly since: string;
  readonly from: string;
  readonly until: string;
};
/** Credits that can be used from an instant until another. `paymentId` is that of the month they were paid with. */
type Grant = {
  readonly id: string;
  readonly paymentId: string | null;
  readonly from: string;
  readonly until: string;
  readonly credits: number;
  readonly spent: number;
};
type Spending = { readonly leadId: string; readonly grantId: string; readonly isReturned: boolean };

export type Plan = {
  readonly months: readonly Month[];
  /** Ids of payments that were refunded or taken back. */
  readonly revoked: readonly string[];
  /** Ids of payments that are due for refund, because they started no month. */
  readonly refunds: readonly string[];
  readonly grants: readonly Grant[];
  /** Spent credits by spending id. */
  readonly spendings: Readonly<Record<string, Spending>>;
};

/** The plan of one professional. Without events it is the free one. */
export const plan = aggregate<PlanCommands, PlanEvents, Plan, 'plan'>({
  stream: 'plan',
  initial: { months: [], revoked: [], refunds: [], grants: [], spendings: {} },

  decide: {
    requestMonth(state, { facts: { emailVerified }, by, at }) {
      if (by.kind !== 'user' || (by.role !== 'creator' && by.role !== 'vendor'))
        refuse('plan-not-allowed', 'Plans are for creators and vendors');
      if (!emailVerified)
        refuse('plan-email-not-verified-not-allowed', 'Please confirm your email address first. Then you can upgrade.');
      if (!mayPay(state, at))
        refuse('plan-paid-ahead', `Your plan is already paid for ${maxMonthsAhead} months ahead. Renew it later.`);
      return [];
    },

    // Money that arrived is never refused: it starts a month or is due for refund. Idempotent: a known payment is
    // ignored, also one whose refund was reported first.
    recordPayment(state, { facts: { number, accountClosed, ...payment }, by, at }) {
      requireAutomatic(by);
      const { paymentId } = payment;
      const known = [...state.months.map((month) => month.paymentId), ...state.revoked, ...state.refunds];
      if (known.includes(paymentId)) return [];
      const isPaid = keptMonths(state).some((month) => month.number === number);
      const reason = accountClosed ? 'account-closed' : isPaid ? 'already-paid' : undefined;
      if (reason) return [{ type: 'PlanRefundDue', data: { ...payment, reason } }];
      const data = { ...payment, number, ...nextMonth(state, at), credits: monthlyCredits };
      return [{ type: 'PlanMonthPaid', data }];
    },

    // The refund may be reported before the payment. It is recorded, so that the payment starts no month later.
    revokeMonth(state, { facts: { userId, paymentId }, by, at }) {
      requireAutomatic(by);
      if (state.revoked.includes(paymentId) || state.refunds.includes(paymentId)) return [];
      const lost = grantsLeft(state).filter((grant) => grant.paymentId === paymentId && grant.until > at);
      return [{ type: 'PlanMonthRevoked', data: { userId, paymentId, creditsLost: sumLeft(lost) } }];
    },

    // A month that is over, or that never started, stays revoked.
    restoreMonth(state, { facts: { userId, paymentId }, by, at }) {
      requireAutomatic(by);
      const restored = withoutRevocation(state, paymentId);
      const month = state.months.find((each) => each.paymentId === paymentId);
      if (!state.revoked.includes(paymentId) || !month || month.until <= at) return [];
      const credits = sumLeft(
        grantsLeft(restored).filter((grant) => grant.paymentId === paymentId && grant.until > at),
      );
      return [{ type: 'PlanMonthRestored', data: { userId, paymentId, credits } }];
    },

    // Idempotent for each lead, so that a repeated request does not spend another credit. The credits that expire first
    // are spent first.
    spend(state, { facts: { spendingId, leadId }, by, at }) {
      if (by.kind !== 'user') refuse('plan-not-allowed', 'Only professionals can spend their credits');
      if (spendingFor(state, leadId)) return [];
      const [grant] = usableGrants(state, at).sort(expiringFirst);
      if (!grant) refuse('plan-no-credits', 'You have no lead credits left');
      return [{ type: 'CreditSpent', data: { userId: by.id, spendingId, leadId, grantId: grant.id } }];
    },

    returnCredit(state, { facts: { userId, spendingId }, by, at }) {
      requireAutomatic(by);
      const spending = state.spendings[spendingId];
      if (!spending) refuse('plan-credit-not-found', 'This credit was not spent');
      if (spending.isReturned) return [];
      const { leadId, grantId } = spending;
      const grant = state.grants.find(({ id }) => id === grantId);
      const isLost = grant?.paymentId !== null && state.revoked.includes(grant?.paymentId ?? '');
      const usableUntil = isLost ? null : latest(grant?.until ?? '', returnedUntil(at));
      return [{ type: 'CreditReturned', data: { userId, spendingId, leadId, usableUntil } }];
    },

    grantCredit(state, { facts: { userId, leadId }, by, at }) {
      requireAutomatic(by);
      const month = monthAt(state, at);
      if (!month || hasUnreadCredit(state, leadId)) return [];
      const usableUntil = latest(month.until, returnedUntil(at));
      return [{ type: 'CreditGranted', data: { userId, leadId, usableUntil } }];
    },
  },

  evolve: {
    PlanMonthPaid: (state, { paymentId, number, since, from, until, credits }) => ({
      ...state,
      months: [...state.months, { paymentId, number, since, from, until }],
      grants: [...state.grants, { id: paymentId, paymentId, from, until, credits, spent: 0 }],
    }),
    PlanMonthRevoked: (state, { paymentId }) => ({ ...state, revoked: [...state.revoked, paymentId] }),
    PlanMonthRestored: (state, { paymentId }) => withoutRevocation(state, paymentId),
    PlanRefundDue: (state, { paymentId }) => ({ ...state, refunds: [...state.refunds, paymentId] }),
    CreditSpent: (state, { spendingId, leadId, grantId }) => ({
      ...state,
      grants: state.grants.map((grant) => (grant.id === grantId ? { ...grant, spent: grant.spent + 1 } : grant)),
      spendings: { ...state.spendings, [spendingId]: { leadId, grantId, isReturned: false } },
    }),
    CreditReturned: (state, { spendingId, usableUntil }) => withReturned(state, spendingId, usableUntil),
    CreditGranted: (state, { leadId, usableUntil }) => ({
      ...state,
      grants: [...state.grants, oneCredit(unreadGrant(leadId), null, usableUntil)],
    }),
  },
});

/** Whether a month is running whose payment was not refunded. `at` is an ISO time. */
export const isPro = (state: Plan, at: string): boolean => monthAt(state, at) !== undefined;

/** The end of the last month that is paid; undefined if none is running or ahead. */
export const paidUntil = (state: Plan, at: string): string | undefined => {
  const until = lastEnd(state);
  return until > at ? until : undefined;
};

/** Whether another month would end within the maximum time ahead. */
export const mayPay = (state: Plan, at: string): boolean =>
  nextMonth(state, at).until <= monthsAfter(at, maxMonthsAhead);

/** The number of the month that is paid for next. */
export const nextNumber = ({ months }: Plan): number => Math.max(0, ...months.map(({ number }) => number)) + 1;

/** Whether this month counts, and no other month runs at its end, or at `at` if that is later. */
export const isLastMonth = (state: Plan, paymentId: string, at: string): boolean =>
  keptMonths(state).some((month) => month.paymentId === paymentId && !monthAt(state, latest(month.until, at)));

/** How many credits can be spent now. */
export const creditsLeft = (state: Plan, at: string): number => sumLeft(usableGrants(state, at));

/** When the first of the credits that are left expires. */
export const creditsExpireAt = (state: Plan, at: string): string | undefined =>
  usableGrants(state, at).sort(expiringFirst)[0]?.until;

/** The id of the credit that unlocked this lead; undefined if there is none, or it was returned. */
export const spendingFor = ({ spendings }: Plan, leadId: string): string | undefined =>
  Object.entries(spendings).find(([, spending]) => spending.leadId === leadId && !spending.isReturned)?.[0];

/** Whether a credit was given because the client of this lead did not read a message. */
export const hasUnreadCredit = ({ grants }: Plan, leadId: string): boolean =>
  grants.some(({ id }) => id === unreadGrant(leadId));

const unreadGrant = (leadId: string): string => `unread/${leadId}`;

const withoutRevocation = (state: Plan, paymentId: string): Plan => ({
  ...state,
  revoked: state.revoked.filter((id) => id !== paymentId),
});

const keptMonths = ({ months, revoked }: Plan): readonly Month[] =>
  months.filter(({ paymentId }) => !revoked.includes(paymentId));

const monthAt = (state: Plan, at: string): Month | undefined =>
  keptMonths(state).find(({ from, until }) => from <= at && at < until);

const lastEnd = (state: Plan): string =>
  keptMonths(state)
    .map(({ until }) => until)
    .reduce(latest, '');

/** Months that follow each other without a gap end on the day of the month on which the first one began. */
const nextMonth = (state: Plan, at: string): Pick<Month, 'since' | 'from' | 'until'> => {
  let [since, from] = [at, at];
  for (let month = monthAt(state, at); month; month = monthAt(state, from)) [since, from] = [month.since, month.until];
  let count = 1;
  while (monthsAfter(since, count) <= from) count++;
  return { since, from, until: monthsAfter(since, count) };
};

/** The grants that have credits left and whose payment was not refunded. */
const grantsLeft = ({ grants, revoked }: Plan): readonly Grant[] =>
  grants.filter(
    ({ paymentId, credits, spent }) => spent < credits && (paymentId === null || !revoked.includes(paymentId)),
  );

const usableGrants = (state: Plan, at: string): Grant[] =>
  grantsLeft(state).filter(({ from, until }) => from <= at && at < until);

const expiringFirst = (one: Grant, other: Grant): number => (one.until < other.until ? -1 : 1);

const sumLeft = (grants: readonly Grant[]): number =>
  grants.reduce((sum, { credits, spent }) => sum + credits - spent, 0);

const withReturned = (state: Plan, spendingId: string, usableUntil: string | null): Plan => {
  const spending = state.spendings[spendingId];
  if (!spending) return state;
  const paymentId = state.grants.find(({ id }) => id === spending.grantId)?.paymentId ?? null;
  const returned = usableUntil === null ? [] : [oneCredit(`returned/${spendingId}`, paymentId, usableUntil)];
  return {
    ...state,
    grants: [...state.grants, ...returned],
    spendings: { ...state.spendings, [spendingId]: { ...spending, isReturned: true } },
  };
};

/** A credit that can be used at once. */
const oneCredit = (id: string, paymentId: string | null, until: string): Grant => ({
  id,
  paymentId,
  from: '',
  until,
  credits: 1,
  spent: 0,
});

const returnedUntil = (at: string): string => instantAfter(at, returnedCreditDays * 86_400_000);

const latest = (one: string, other: string): string => (one > other ? one : other);

function requireAutomatic(by: Actor): void {
  if (by.kind !== 'worker' && by.kind !== 'system') refuse('plan-not-allowed', 'This change is made automatically');
}

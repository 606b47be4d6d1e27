import type { Projection, Stamp } from '#kernel';
import type { PlanEvents } from './plan.ts';
import type { PlanEntryRow, PlanMonthRow } from './plans.rows.ts';

export const planMonths: Projection<
  Pick<PlanEvents, 'PlanMonthPaid' | 'PlanMonthRevoked' | 'PlanMonthRestored'>,
  PlanMonthRow
> = {
  table: 'plan_months',
  version: 1,
  key: ({ data }) => data.paymentId,
  insert: {
    PlanMonthPaid: ({ userId, paymentId, from, until }) => ({
      id: paymentId,
      userId,
      startsAt: from,
      endsAt: until,
      revokedAt: null,
    }),
  },
  update: {
    PlanMonthRevoked: (row, _, { at }) => ({ ...row, revokedAt: at }),
    PlanMonthRestored: (row) => ({ ...row, revokedAt: null }),
  },
};

const entry = (
  { id, at }: Stamp,
  line: Pick<PlanEntryRow, 'userId' | 'kind' | 'credits'> & Partial<PlanEntryRow>,
): PlanEntryRow => ({ leadId: null, startsAt: null, endsAt: null, amount: null, ...line, id, createdAt: at });

export const planEntries: Projection<PlanEvents, PlanEntryRow> = {
  table: 'plan_entries',
  version: 1,
  key: ({ id }) => id,
  insert: {
    PlanMonthPaid: ({ userId, credits, from, until, amount }, stamp) =>
      entry(stamp, { userId, kind: 'month-paid', credits, startsAt: from, endsAt: until, amount }),
    PlanMonthRevoked: ({ userId, creditsLost }, stamp) =>
      entry(stamp, { userId, kind: 'month-revoked', credits: -creditsLost }),
    PlanMonthRestored: ({ userId, credits }, stamp) => entry(stamp, { userId, kind: 'month-restored', credits }),
    PlanRefundDue: ({ userId, amount }, stamp) =>
      entry(stamp, { userId, kind: 'payment-refunded', credits: 0, amount }),
    CreditSpent: ({ userId, leadId }, stamp) => entry(stamp, { userId, kind: 'spent', credits: -1, leadId }),
    CreditReturned: ({ userId, leadId, usableUntil }, stamp) =>
      entry(stamp, {
        userId,
        kind: 'returned',
        credits: usableUntil === null ? 0 : 1,
        leadId,
        endsAt: usableUntil,
      }),
    CreditGranted: ({ userId, leadId, usableUntil }, stamp) =>
      entry(stamp, { userId, kind: 'granted', credits: 1, leadId, endsAt: usableUntil }),
  },
};

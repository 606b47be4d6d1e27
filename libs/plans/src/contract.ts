import { z } from 'zod';

export { maxMonthsAhead, monthlyCredits, proPrice, returnedCreditDays } from './plan-terms.contract.ts';

/**
 * `GET /api/v1/plan`: the caller's plan. `paidUntil` is the end of the last month that is paid, and null on the free
 * plan. `creditsExpireAt` is when the first of the credits that are left expires. Amounts in whole cents.
 */
export const ownPlan = z.object({
  plan: z.enum(['free', 'pro']),
  paidUntil: z.iso.datetime().nullable(),
  creditsLeft: z.int(),
  creditsExpireAt: z.iso.datetime().nullable(),
  price: z.int(),
  currency: z.literal('USD'),
  /** Whether another month can be paid now; false if it is paid for the maximum number of months. */
  mayPay: z.boolean(),
});
export type OwnPlan = z.infer<typeof ownPlan>;

/** `GET /api/v1/plan/entries` */
export const planPaging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type PlanPaging = z.infer<typeof planPaging>;

/**
 * One line of the caller's account of credits. `credits` is the change of the balance. `leadId` is the lead that a
 * credit unlocked, or for which it was returned; `until` is when new credits expire; `amount` is what was paid, in
 * cents.
 */
export const planEntry = z.object({
  id: z.string(),
  kind: z.enum(['month-paid', 'month-revoked', 'month-restored', 'payment-refunded', 'spent', 'returned', 'granted']),
  credits: z.int(),
  leadId: z.string().nullable(),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  amount: z.int().nullable(),
  createdAt: z.iso.datetime(),
});
export type PlanEntry = z.infer<typeof planEntry>;

/** A page of the caller's account of credits, the newest entries first. */
export const planEntries = z.object({ items: z.array(planEntry), nextCursor: z.string().nullable() });
export type PlanEntries = z.infer<typeof planEntries>;

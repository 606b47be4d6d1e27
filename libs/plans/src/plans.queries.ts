import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { olderThan, type Page, pageOf } from '#platform/reads';
import type { OwnPlan, PlanEntry, PlanPaging } from './contract.ts';
import { creditsExpireAt, creditsLeft, hasUnreadCredit, isPro, mayPay, paidUntil, plan } from './plan.ts';
import { proPrice } from './plan-terms.contract.ts';
import { type PlanEntryRow, planEntryRows, planMonthRows } from './plans.rows.ts';

/** How many people on the Pro plan are listed at most. */
const maxListed = 1_000;

@Injectable()
export class PlansQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  /** The caller's plan. Read from the event log. Refuses `plan-not-allowed`. */
  async own(): Promise<OwnPlan> {
    const { id, role } = this.context.origin.by;
    if (role !== 'creator' && role !== 'vendor') refuse('plan-not-allowed', 'Plans are for creators and vendors');
    return this.of(id);
  }

  /** The plan of a person. Read from the event log. */
  async of(userId: string): Promise<OwnPlan> {
    const { state } = await this.store.load(plan, `plan-${userId}`);
    const at = this.context.now().toISOString();
    return {
      plan: isPro(state, at) ? 'pro' : 'free',
      paidUntil: paidUntil(state, at) ?? null,
      creditsLeft: creditsLeft(state, at),
      creditsExpireAt: creditsExpireAt(state, at) ?? null,
      price: proPrice,
      currency: 'USD',
      mayPay: mayPay(state, at),
    };
  }

  /** What happened to the caller's credits, the newest first. */
  async entries({ limit, cursor }: PlanPaging): Promise<Page<PlanEntry>> {
    const userId = this.context.origin.by.id;
    const found = await this.em.find(
      planEntryRows,
      { $and: [{ userId }, ...olderThan(cursor)] },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit: limit + 1 },
    );
    const { items, nextCursor } = pageOf(found, limit, (row) => [row.createdAt, row.id]);
    return { items: items.map(entryOf), nextCursor };
  }

  /** Which of these people are on the Pro plan now. */
  async proAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(
      (await this.#running({ userId: { $in: [...userIds] } }, userIds.length)).map(({ userId }) => userId),
    );
  }

  /** The ids of people on the Pro plan now, at most 1,000: those whose month began last come first. */
  async proIds(): Promise<readonly string[]> {
    return (await this.#running({}, maxListed)).map(({ userId }) => userId);
  }

  async isPro(userId: string): Promise<boolean> {
    return (await this.proAmong([userId])).has(userId);
  }

  /** Whether this person got a credit because the client of the lead did not read their message. From the event log. */
  async hasUnreadCredit(userId: string, leadId: string): Promise<boolean> {
    return hasUnreadCredit((await this.store.load(plan, `plan-${userId}`)).state, leadId);
  }

  /** For staff. Refuses `account-has-plan` as long as a month of this person is running or paid ahead. */
  async requireNoPlan(userId: string): Promise<void> {
    if ((await this.of(userId)).paidUntil !== null)
      refuse('account-has-plan', 'This person has paid for a plan. Their role can change after it ends.');
  }

  #running(where: object, limit: number) {
    const now = this.context.now().toISOString();
    return this.em.find(
      planMonthRows,
      { ...where, revokedAt: null, startsAt: { $lte: now }, endsAt: { $gt: now } },
      { orderBy: { startsAt: 'desc', id: 'desc' }, limit },
    );
  }
}

const entryOf = ({ id, kind, credits, leadId, startsAt, endsAt, amount, createdAt }: PlanEntryRow): PlanEntry => ({
  id,
  kind,
  credits,
  leadId: leadId ?? null,
  from: startsAt ?? null,
  until: endsAt ?? null,
  amount: amount ?? null,
  createdAt,
});

import type { PlanEvents } from './plan.ts';

/** The published events, which other modules may react to. Changes must stay compatible. */
export type PlansPublished = Pick<PlanEvents, 'CreditSpent'>;

export { GrantUnreadCredit, RequestPlanMonth, ReturnCredit, SpendCredit } from './plans.commands.ts';
export { plansModule } from './plans.module.ts';
export { PlansQueries } from './plans.queries.ts';

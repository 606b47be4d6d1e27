import { identityModule } from '#identity';
import { streamId } from '#kernel';
import { notificationsModule } from '#notifications';
import { paymentsModule } from '#payments';
import { defineModule } from '#platform/module';
import { allPages } from '#platform/reads';
import * as contract from './contract.ts';
import { CreditVerification } from './credits.verification.ts';
import { plan } from './plan.ts';
import { PlanNotifications } from './plan-notifications.reactions.ts';
import { access } from './plans.access.ts';
import * as commands from './plans.commands.ts';
import { PlansController } from './plans.controller.ts';
import { planEntries, planMonths } from './plans.projection.ts';
import { PlansQueries } from './plans.queries.ts';
import { PlansReactions } from './plans.reactions.ts';
import { planEntryRows, planMonthRows } from './plans.rows.ts';

export const plansModule = defineModule({
  name: 'plans',
  imports: [identityModule, notificationsModule, paymentsModule],
  aggregates: [plan],
  projections: [
    [planMonths, planMonthRows],
    [planEntries, planEntryRows],
  ],
  commands: [commands],
  queries: PlansQueries,
  providers: [CreditVerification],
  contract,
  controllers: [PlansController],
  reactions: [PlansReactions, PlanNotifications],
  subscribers: [{ aggregate: plan, topic: 'plans', audience: ({ stream }) => ({ people: [streamId(plan, stream)] }) }],
  personalData: {
    export: {
      plan: ({ userId }, queries) => queries.of(userId),
      planEntries: (_, queries) => allPages((page) => queries.entries(page)),
    },
  },
  account: { requireRoleChangeable: (userId, queries) => queries.requireNoPlan(userId) },
  access,
  auditTitles: {
    PlanMonthPaid: 'Month of the Pro plan paid',
    PlanMonthRevoked: 'Month of the Pro plan ended, because its payment was refunded',
    PlanMonthRestored: 'Month of a plan active again',
    PlanRefundDue: 'Refund of a plan payment due',
    CreditSpent: 'Credit spent on a lead',
    CreditReturned: 'Credit returned',
    CreditGranted: 'Credit given for a message that was not read',
  },
});

import { randomUUID } from 'node:crypto';
import type { TestApp } from '#platform/testing';
import { RecordPlanPayment } from './plans.commands.ts';

/** Puts a person on the Pro plan from now on, as if they had paid for a month. */
export const startPlan = (site: Pick<TestApp, 'send'>, userId: string, number = 1): Promise<void> =>
  site.send(
    { id: 'plans.test', kind: 'worker', role: 'reaction' },
    new RecordPlanPayment(userId, number, `payment-${randomUUID()}`, 4_900),
  );

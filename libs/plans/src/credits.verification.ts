import { Injectable } from '@nestjs/common';
import { SessionVerifiers } from '#payments';
import type { Verification } from '#payments/contract';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { plan } from './plan.ts';

const answers = {
  unknown: { success: false, message: 'Payment not found' },
  spent: { success: true, message: 'Lead unlocked with 1 credit' },
  returned: { success: false, message: 'Your credit could not unlock the lead and was returned.' },
} as const satisfies Record<string, Verification>;

/**
 * Verifies the session ids `cr_…` of leads that were unlocked with a credit, for `verify-payment`. Only those of the
 * caller are found.
 */
@Injectable()
export class CreditVerification {
  constructor(
    sessionVerifiers: SessionVerifiers,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {
    sessionVerifiers.add('cr_', (sessionId) => this.#verify(sessionId));
  }

  async #verify(sessionId: string): Promise<Verification> {
    const { state } = await this.store.load(plan, `plan-${this.context.origin.by.id}`);
    const spending = state.spendings[sessionId.replace('cr_', 'credit-')];
    if (!spending) return answers.unknown;
    return spending.isReturned ? answers.returned : answers.spent;
  }
}

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { PlansQueries } from '#plans';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { highMatchScore } from '../contract.ts';
import { LeadsQueries } from '../leads.queries.ts';
import { MatchScores } from '../matching/index.ts';
import { isDue, matchDigest } from './match-digest.ts';

/** The maximum age of a lead that a digest mentions, in milliseconds. */
const newestWithin = 7 * 86_400_000;
/** The maximum number of professionals in one `SendMatchDigests` command. */
export const professionalsPerCommand = 200;

/**
 * Sends a digest of very well fitting new leads to those of these professionals who are on the Pro plan. Idempotent: a
 * lead is in one digest only, and a day passes between two digests.
 */
export class SendMatchDigests extends Command<void> {
  constructor(readonly creatorIds: readonly string[]) {
    super();
  }
}

@CommandHandler(SendMatchDigests)
export class SendMatchDigestsHandler implements ICommandHandler<SendMatchDigests> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly identity: IdentityQueries,
    private readonly leads: LeadsQueries,
    private readonly scores: MatchScores,
    private readonly plans: PlansQueries,
  ) {}

  async execute({ creatorIds }: SendMatchDigests): Promise<void> {
    const [suspended, pro] = await Promise.all([
      this.identity.suspendedAmong(creatorIds),
      this.plans.proAmong(creatorIds),
    ]);
    await this.#send(creatorIds.filter((id) => pro.has(id) && !suspended.has(id)));
  }

  // Leads of earlier digests are excluded before the limit of 50 applies.
  async #send(creatorIds: readonly string[]): Promise<void> {
    const now = this.context.now();
    const due = [];
    for (const id of creatorIds) {
      const { state } = await this.store.load(matchDigest, `match-digest-${id}`);
      if (isDue(state, now.toISOString())) due.push({ id, except: state.mentioned });
    }
    const found = await this.scores.bestSince(due, highMatchScore, new Date(now.getTime() - newestWithin));
    const isOffered = await this.leads.offeredTo(found);
    for (const { id: personId } of due) {
      const matches = found
        .filter((score) => score.creatorId === personId && isOffered(score))
        .map(({ leadId, score }) => ({ leadId, score }));
      if (matches.length > 0)
        await this.store.handle(matchDigest, `match-digest-${personId}`, 'send', { personId, matches });
    }
  }
}

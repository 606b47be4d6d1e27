import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { highMatchScore } from './contract.ts';
import { LeadsQueries } from './leads.queries.ts';
import { matchDigest } from './match-digest.ts';
import { MatchScores } from './matching/index.ts';

/** How old a lead may be that a digest mentions, in milliseconds. */
const newestWithin = 7 * 86_400_000;
const professionalsAtOnce = 200;

/**
 * Sends these professionals a digest of new leads that fit very well. Idempotent: a lead is in one digest only, and a day passes
 * between two digests.
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
  ) {}

  async execute({ creatorIds }: SendMatchDigests): Promise<void> {
    const suspended = new Set(await this.identity.suspended());
    const recipients = creatorIds.filter((id) => !suspended.has(id));
    for (let start = 0; start < recipients.length; start += professionalsAtOnce)
      await this.#send(recipients.slice(start, start + professionalsAtOnce));
  }

  async #send(creatorIds: readonly string[]): Promise<void> {
    const since = new Date(this.context.now().getTime() - newestWithin);
    const found = await this.scores.bestSince(creatorIds, highMatchScore, since);
    const isOffered = await this.leads.offeredTo(found);
    for (const personId of creatorIds) {
      const matches = found
        .filter((score) => score.creatorId === personId && isOffered(score))
        .map(({ leadId, score }) => ({ leadId, score }));
      if (matches.length > 0)
        await this.store.handle(matchDigest, `match-digest-${personId}`, 'send', { personId, matches });
    }
  }
}

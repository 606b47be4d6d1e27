import type { SubmoduleParts } from '#platform/module';
import { LeadMatchesQueries } from './lead-matches.queries.ts';
import { LeadMatchesReactions } from './lead-matches.reactions.ts';
import { leadScores } from './lead-scores.ts';

/** Computes the scores of leads when they, or the professionals they are compared with, change. */
export const scoringParts = {
  aggregates: [leadScores],
  providers: [LeadMatchesQueries],
  reactions: [LeadMatchesReactions],
} satisfies SubmoduleParts;

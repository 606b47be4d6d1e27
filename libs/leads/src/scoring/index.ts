export { LeadMatchesQueries } from './lead-matches.queries.ts';
export { type LeadScoresEvents, leadScores } from './lead-scores.ts';
export { scoringParts } from './scoring.parts.ts';

export { gazetteer, timeZoneOf } from './gazetteer.source.ts';
export { milesBetween } from './gazetteer.ts';
export {
  type Factor,
  type LeadToMatch,
  matchOf,
  type ProfessionalToMatch,
  scoreVersion,
  specialtyFor,
  wordsOf,
} from './match-score.ts';
export { type MatchScore, MatchScores, type ScorePlace } from './match-scores.store.ts';
export { describeFactors, exclusionText, reasonText } from './match-text.ts';
export type { KnownPlace } from './time-zone.ts';

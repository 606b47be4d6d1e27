import { writtenAmount } from '#kernel';
import { type Factor, type FactorName, type Match, weights } from './match-score.ts';

const miles = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'mile' : 'miles'}`;

/** One factor in words, for the explanation of a score. */
export const factorText = (factor: Factor): string => {
  switch (factor.name) {
    case 'service':
      return {
        offered: 'You offer a service that the client needs',
        'not-offered': 'The client is looking for services that you don’t offer',
        'not-stated': 'The client didn’t say which services they need',
      }[factor.fit];
    case 'distance':
      return distanceText(factor);
    case 'budget':
      return budgetText(factor);
    case 'date':
      return {
        free: 'You are free on the date',
        off: 'Clients can’t book you on this date: it is not one of your days, or needs more notice',
        unknown: 'Your calendar doesn’t say whether you are free',
      }[factor.fit];
    case 'text':
      return textText(factor);
  }
};

const distanceText = ({ miles: away, radius }: Extract<Factor, { name: 'distance' }>): string => {
  if (away === null) return 'The distance is not known';
  if (away === 0) return 'No distance to travel';
  return away <= radius
    ? `${miles(away)} away, and you travel up to ${radius}`
    : `${miles(away)} away, farther than the ${radius} you travel`;
};

const budgetText = ({ fit, price }: Extract<Factor, { name: 'budget' }>): string => {
  if (fit === 'unknown' || price === null) return 'No price to compare with the budget';
  return {
    within: `Your package for ${writtenAmount(price)} is within the budget`,
    below: `Your package for ${writtenAmount(price)} is below the budget`,
    above: `Your cheapest package, ${writtenAmount(price)}, is above the budget`,
  }[fit];
};

const textText = ({ specialty, words }: Extract<Factor, { name: 'text' }>): string => {
  const inCommon = `your profile shares ${words === 1 ? '1 word' : `${words} words`} with the description`;
  if (specialty && words > 0) return `${specialty} is one of your specialties, and ${inCommon}`;
  if (specialty) return `${specialty} is one of your specialties`;
  return words > 0 ? capitalized(inCommon) : 'The description has little in common with your profile';
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The factors of a score, each with its weight and in words. */
export const describeFactors = (
  factors: readonly Factor[],
): { name: FactorName; points: number; maximum: number; text: string }[] =>
  factors.map((factor) => ({
    name: factor.name,
    points: factor.points,
    maximum: weights[factor.name],
    text: factorText(factor),
  }));

/** The reason for a score in a few words, for a list. */
export const reasonText = (factors: readonly Factor[]): string => {
  const reasons = factors.flatMap(shortText);
  return capitalized(reasons.length > 0 ? reasons.join(', ') : 'Little is known about this match');
};

/** A short reason for or clearly against a match. Factors with little significance are left out. */
const shortText = (factor: Factor): readonly string[] => {
  switch (factor.name) {
    case 'service':
      return { offered: ['your service'], 'not-offered': ['another service'], 'not-stated': [] }[factor.fit];
    case 'distance':
      return factor.miles === null ? [] : [factor.miles === 0 ? 'no travel' : `${miles(factor.miles)} away`];
    case 'budget':
      return { within: ['within budget'], below: [], above: ['above budget'], unknown: [] }[factor.fit];
    case 'date':
      return { free: ['free that day'], off: ['outside your calendar'], unknown: [] }[factor.fit];
    case 'text':
      return factor.specialty ? [factor.specialty.toLowerCase()] : [];
  }
};

/** Why a lead is not among a professional's matches. */
export const exclusionText = (match: Match): string | null => {
  if (match.excluded === 'date') return 'Your calendar says that you are not free on this date.';
  if (match.excluded === 'distance')
    return `It is ${miles(match.miles)} away, more than twice the ${miles(match.radius)} that you travel.`;
  return null;
};

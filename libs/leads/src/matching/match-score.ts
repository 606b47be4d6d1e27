import type { EventDayState } from '#kernel';
import { type Coordinates, type Gazetteer, milesBetween } from './gazetteer.ts';

/** Raise it when the rules below change: scores of other versions are computed again. */
export const scoreVersion = 1;

/** What each factor contributes at most. Together they are 100. */
export const weights = { service: 30, distance: 25, budget: 20, date: 15, text: 10 } as const;
export type FactorName = keyof typeof weights;

/** Money in cents, dates YYYY-MM-DD. */
export type LeadToMatch = {
  readonly eventType: string;
  readonly eventDate: string;
  readonly durationDays: number;
  readonly description: string;
  readonly city: string;
  readonly region: string;
  readonly isVirtual: boolean;
  readonly budgetMin: number;
  readonly budgetMax: number;
  readonly servicesNeeded: readonly string[];
};

/**
 * Prices in cents, travel radiuses in miles. `words` are those of the profile's texts, as {@link wordsOf} returns them.
 */
export type ProfessionalToMatch = {
  readonly services: readonly string[];
  readonly specialties: readonly string[];
  readonly locations: readonly { readonly city: string; readonly region: string; readonly travelRadius: number }[];
  readonly prices: readonly number[];
  readonly words: ReadonlySet<string>;
  /**
   * The state of the event's days in the professional's calendar, combined. Taken days rule the event out; on a day
   * that is off, the professional does not usually work, has an entry in another calendar, or needs more notice.
   */
  readonly date: EventDayState;
};

/** One part of a score, and what it was decided by. */
export type Factor =
  | { readonly name: 'service'; readonly points: number; readonly fit: 'offered' | 'not-offered' | 'not-stated' }
  | { readonly name: 'distance'; readonly points: number; readonly miles: number | null; readonly radius: number }
  | {
      readonly name: 'budget';
      readonly points: number;
      readonly fit: 'within' | 'below' | 'above' | 'unknown';
      readonly price: number | null;
    }
  | { readonly name: 'date'; readonly points: number; readonly fit: 'free' | 'off' | 'unknown' }
  | { readonly name: 'text'; readonly points: number; readonly specialty: string | null; readonly words: number };

export type Match =
  | { readonly excluded: 'date' }
  | { readonly excluded: 'distance'; readonly miles: number; readonly radius: number }
  | { readonly excluded: null; readonly score: number; readonly factors: readonly Factor[] };

/**
 * How well a lead fits a professional, from 0 to 100. Excluded if the professional has blocked a day of the event or is
 * booked on it, or if the place is beyond twice the travel radius. What is not known counts about half.
 */
export const matchOf = (lead: LeadToMatch, professional: ProfessionalToMatch, places: Gazetteer['city']): Match => {
  if (professional.date === 'taken') return { excluded: 'date' };
  const reach = nearest(lead, professional, places);
  if (reach.miles !== null && reach.miles > 2 * reach.radius)
    return { excluded: 'distance', miles: Math.round(reach.miles), radius: reach.radius };
  const factors: readonly Factor[] = [
    serviceFit(lead, professional),
    distanceFit(reach),
    budgetFit(lead, professional),
    dateFit(professional.date),
    textFit(lead, professional),
  ];
  return { excluded: null, score: factors.reduce((sum, { points }) => sum + points, 0), factors };
};

const half = (weight: number): number => Math.round(weight / 2);

const serviceFit = ({ servicesNeeded }: LeadToMatch, { services }: ProfessionalToMatch): Factor => {
  if (servicesNeeded.length === 0) return { name: 'service', points: half(weights.service), fit: 'not-stated' };
  const isOffered = servicesNeeded.some((service) => services.includes(service));
  return { name: 'service', points: isOffered ? weights.service : 0, fit: isOffered ? 'offered' : 'not-offered' };
};

type Reach = { readonly miles: number | null; readonly radius: number };

/**
 * The professional's location that is best for the place, by distance and travel radius. An online event has no
 * distance.
 */
const nearest = (lead: LeadToMatch, { locations }: ProfessionalToMatch, places: Gazetteer['city']): Reach => {
  if (lead.isVirtual) return { miles: 0, radius: 0 };
  const to = places(lead.city, lead.region);
  const reaches = locations.map(({ city, region, travelRadius }): Reach => {
    const miles = distance(to, places(city, region)) ?? (isSamePlace(lead, city, region) ? 0 : null);
    return { miles, radius: travelRadius };
  });
  const known = reaches.filter(({ miles }) => miles !== null);
  const outside = ({ miles, radius }: Reach): number => (miles ?? 0) - radius;
  return known.sort((one, other) => outside(one) - outside(other))[0] ?? reaches[0] ?? { miles: null, radius: 0 };
};

const distance = (to: Coordinates | undefined, from: Coordinates | undefined): number | null =>
  to && from ? milesBetween(to, from) : null;

const isSamePlace = (lead: LeadToMatch, city: string, region: string): boolean =>
  lead.city !== '' &&
  lead.city.toLowerCase() === city.toLowerCase() &&
  lead.region.toLowerCase() === region.toLowerCase();

/** The full points within the travel radius, decreasing to none at twice the radius. */
const distanceFit = ({ miles, radius }: Reach): Factor => {
  if (miles === null) return { name: 'distance', points: half(weights.distance), miles, radius };
  const points = miles <= radius ? weights.distance : Math.round(weights.distance * (2 - miles / radius));
  return { name: 'distance', points, miles: Math.round(miles), radius };
};

/** How far above the budget the cheapest package may be, and the share of the points that it then gets. */
const [slightlyAbove, farAbove] = [1.25, 1.5];

const budgetFit = ({ budgetMin, budgetMax }: LeadToMatch, { prices }: ProfessionalToMatch): Factor => {
  const sorted = [...prices].sort((one, other) => one - other);
  const [lowest] = sorted;
  if (lowest === undefined || budgetMax === 0)
    return { name: 'budget', points: half(weights.budget), fit: 'unknown', price: lowest ?? null };
  const within = sorted.find((price) => price >= budgetMin && price <= budgetMax);
  if (within !== undefined) return { name: 'budget', points: weights.budget, fit: 'within', price: within };
  const below = sorted.filter((price) => price < budgetMin).at(-1);
  if (below !== undefined)
    return { name: 'budget', points: Math.round(weights.budget * 0.75), fit: 'below', price: below };
  const share = lowest <= budgetMax * slightlyAbove ? 0.5 : lowest <= budgetMax * farAbove ? 0.25 : 0;
  return { name: 'budget', points: Math.round(weights.budget * share), fit: 'above', price: lowest };
};

const dateFit = (fit: 'free' | 'off' | 'unknown'): Factor => ({
  name: 'date',
  points: { free: weights.date, off: 0, unknown: half(weights.date) }[fit],
  fit,
});

/** The specialty that each type of event calls for. */
export const specialtyFor: Readonly<Record<string, string>> = {
  wedding: 'Weddings',
  corporate: 'Corporate',
  conference: 'Corporate',
  concert: 'Concerts',
  festival: 'Concerts',
  sports: 'Sports',
  birthday: 'Social Events',
  'social event': 'Social Events',
};
const [specialtyPoints, maxWordPoints] = [6, 4];

const textFit = (
  { eventType, description }: LeadToMatch,
  { specialties, words: offered }: ProfessionalToMatch,
): Factor => {
  const specialty = specialties.find((each) => each === specialtyFor[eventType]) ?? null;
  let words = 0;
  for (const word of wordsOf(description)) if (offered.has(word)) words++;
  const points = (specialty ? specialtyPoints : 0) + Math.min(words, maxWordPoints);
  return { name: 'text', points, specialty, words };
};

const frequentWords = new Set(
  'about after again around because before between could during event every first found great guests looking other people please quite should someone something still there these thing things those three through until want we’re where which while would years'.split(
    ' ',
  ),
);

/**
 * The words of a text that say something about its subject: five letters or more, in lower case, without a plural `s`.
 */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}’']{5,}/gu) ?? [])
      .filter((word) => !frequentWords.has(word))
      .map((word) => word.replace(/s$/, '')),
  );

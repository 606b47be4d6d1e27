import { type Cents, type EventDayState, searchable } from '#kernel';
import { type Brief, hasWord, type Prices, type Service } from './brief.ts';

/** A professional from the catalog. Texts were written by the professional and are only compared and quoted. */
export type Vendor = {
  readonly id: string;
  readonly displayName: string;
  /** The address of the profile, without a host. */
  readonly path: string;
  readonly services: readonly string[];
  /** The one of their specialties that is about this type of event. */
  readonly specialty: string | null;
  readonly yearsExperience: number;
  readonly city: string;
  readonly region: string;
  /**
   * How far the event is from the nearest of their places, null if that is not known, and how far they travel from
   * there.
   */
  readonly miles: number | null;
  readonly travelRadius: number;
  readonly packages: readonly { readonly id: string; readonly name: string; readonly price: Cents }[];
  /** The bio and the texts of the packages. */
  readonly text: string;
  readonly calendar: Calendar;
  /** Shown on the card; the order does not depend on it. */
  readonly rating: { readonly average: number | null; readonly count: number };
  /** The first picture of the portfolio. */
  readonly picture: Picture | null;
};

type Picture = {
  readonly mediaUrl: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
};

/** What the calendar says of the days of the event, all together, or how many days of its month are free. */
export type Calendar =
  | { readonly kind: 'day'; readonly state: EventDayState }
  | { readonly kind: 'month'; readonly freeDays: number; readonly isKnown: boolean }
  | { readonly kind: 'none' };

/**
 * The calendar of a month from the states of its days. A month without a free day counts as known only if none of its
 * days is unknown.
 */
export const monthCalendar = (states: readonly EventDayState[]): Calendar => {
  const freeDays = states.filter((state) => state === 'free').length;
  return { kind: 'month', freeDays, isKnown: freeDays > 0 || !states.includes('unknown') };
};

/** A wish that a vendor does not meet. */
export type Miss = 'too-far' | 'over-budget' | 'not-free';

export type Recommendation = {
  readonly vendor: Vendor;
  readonly offer: Vendor['packages'][number];
  readonly misses: readonly Miss[];
  /** Words of the brief's styles that the vendor's texts contain. */
  readonly styles: readonly string[];
};

/**
 * The recommendations for one service, the best first. If none fits everything, `nearest` has those that come closest.
 */
export type Shortlist = {
  readonly service: Service;
  readonly fitting: readonly Recommendation[];
  readonly nearest: readonly Recommendation[];
  /** The total number of vendors that fit; null if there are more than were compared. */
  readonly count: number | null;
};

/** All recommendations of a shortlist, those that fit first. */
export const allRecommendations = ({ fitting, nearest }: Shortlist): readonly Recommendation[] => [
  ...fitting,
  ...nearest,
];

const maxFitting = 3;
const maxNearest = 2;

/**
 * Ranks the vendors that offer a service. The same vendors and brief give the same order. `areAll`: the vendors include
 * all that fit.
 */
export const shortlist = (service: Service, brief: Brief, vendors: readonly Vendor[], areAll = true): Shortlist => {
  const ranked = recommendationsOf(service, brief, vendors).toSorted(better);
  const fitting = ranked.filter(({ misses }) => misses.length === 0);
  return {
    service,
    fitting: fitting.slice(0, maxFitting),
    nearest: fitting.length > 0 ? [] : ranked.slice(0, maxNearest),
    count: areAll ? fitting.length : null,
  };
};

/** The recommendations of the vendors that offer a service, in the same order. */
export const recommendationsOf = (
  service: Service,
  brief: Brief,
  vendors: readonly Vendor[],
): readonly Recommendation[] =>
  vendors
    .filter(({ services, packages }) => services.includes(service) && packages.length > 0)
    .map((vendor) => recommendationOf(service, brief, vendor));

/** The lowest price that is recommended for each service. */
export const pricesOf = (shortlists: readonly Shortlist[]): Prices =>
  Object.fromEntries(
    shortlists.flatMap(({ service, fitting }) =>
      fitting.length > 0 ? [[service, Math.min(...fitting.map(({ offer }) => offer.price))]] : [],
    ),
  );

/**
 * The highest price that fits: the budget, a tenth more if it was given roughly, and less than what was too expensive.
 */
export const highestPrice = (service: Service, { budget, cheaperThan }: Brief): Cents => {
  const limit = budget ? Math.floor(budget.amount * (budget.isRough ? 1.1 : 1)) : Number.POSITIVE_INFINITY;
  const tooExpensive = cheaperThan[service];
  return tooExpensive === undefined ? limit : Math.min(limit, tooExpensive - 1);
};

const recommendationOf = (service: Service, brief: Brief, vendor: Vendor): Recommendation => {
  const [cheapest = { id: '', name: '', price: 0 }] = vendor.packages.toSorted(
    (one, other) => one.price - other.price || compareIds(one.id, other.id),
  );
  const misses: Miss[] = [];
  if (isTooFar(brief, vendor)) misses.push('too-far');
  if (cheapest.price > highestPrice(service, brief)) misses.push('over-budget');
  if (isNotFree(vendor.calendar)) misses.push('not-free');
  const text = searchable(vendor.text);
  return {
    vendor,
    offer: cheapest,
    misses,
    styles: brief.styles.filter((style) => hasWord(text, style)),
  };
};

const isTooFar = ({ place }: Brief, { miles, travelRadius, region }: Vendor): boolean => {
  if (!place) return false;
  return miles === null ? place.region !== region : miles > travelRadius;
};

const isNotFree = (calendar: Calendar): boolean =>
  (calendar.kind === 'day' && (calendar.state === 'taken' || calendar.state === 'off')) ||
  (calendar.kind === 'month' && calendar.isKnown && calendar.freeDays === 0);

/** How certain it is that the vendor is free: 3 if free, 2 if unknown, 1 on a day on which they usually do not work. */
const certainty = ({ calendar }: Vendor): number => {
  if (calendar.kind === 'day') return { free: 3, unknown: 2, off: 1, taken: 0 }[calendar.state];
  return calendar.kind === 'month' && calendar.isKnown && calendar.freeDays > 0 ? 3 : 2;
};

/**
 * How many wishes are not met. A vendor who is farther away than twice their travel radius counts two more, so they
 * come after all vendors who miss one other wish.
 */
const unmetWishCount = ({ misses, vendor: { miles, travelRadius } }: Recommendation): number =>
  misses.length + (misses.includes('too-far') && (miles ?? 0) > 2 * travelRadius ? 2 : 0);

/**
 * The order of recommendations: fewer unmet wishes first. Then, if both are over budget, the lower price; whether the
 * vendor is free; style and specialty; years of experience; the lower price. The id breaks ties.
 */
const better = (one: Recommendation, other: Recommendation): number =>
  unmetWishCount(one) - unmetWishCount(other) ||
  (isOverBudget(one) && isOverBudget(other) ? one.offer.price - other.offer.price : 0) ||
  certainty(other.vendor) - certainty(one.vendor) ||
  suitability(other) - suitability(one) ||
  other.vendor.yearsExperience - one.vendor.yearsExperience ||
  one.offer.price - other.offer.price ||
  compareIds(one.vendor.id, other.vendor.id);

const isOverBudget = ({ misses }: Recommendation): boolean => misses.includes('over-budget');

const suitability = ({ vendor: { specialty }, styles }: Recommendation): number =>
  (specialty ? 2 : 0) + Math.min(styles.length, 3);

const compareIds = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

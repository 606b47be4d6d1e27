import { type Cents, searchable } from '#kernel';
import { type Budget, budgetIn, guestsIn, withDigits } from './brief-amounts.ts';
import { type BriefDate, type DateProblem, dateIn, type Today, withoutPastDate } from './brief-date.ts';
import { type BriefPlace, type Places, placeIn } from './brief-place.ts';
import { withoutTypos } from './brief-spelling.ts';

const offeredServices = ['photographer', 'videographer', 'dj', 'design'] as const;
export type Service = (typeof offeredServices)[number];
/** A price for some of the services. */
export type Prices = Readonly<Partial<Record<Service, Cents>>>;

/** What is known about an event. It contains none of the client's text except the name of a known place. */
export type Brief = {
  readonly services: readonly Service[];
  readonly eventType: string | null;
  readonly place: BriefPlace | null;
  readonly date: BriefDate | null;
  readonly budget: Budget | null;
  readonly guests: number | null;
  /** Words of a fixed list that describe a style. */
  readonly styles: readonly string[];
  /** For each service, the price below which recommendations must be, if the client asked for something cheaper. */
  readonly cheaperThan: Prices;
};

/** What was understood of a text, and which parts of it cannot be used. */
export type UnderstoodText = {
  readonly brief: Brief;
  /** Services that are not offered on Festoon, in the plural. */
  readonly unoffered: readonly string[];
  /** The name of a place, if several places have this name. */
  readonly unclearPlace: string | null;
  readonly dateProblem: DateProblem | null;
  /** Whether the budget is in another currency. */
  readonly otherCurrency: boolean;
  /** Whether the text said anything about the event. */
  readonly mentionsEvent: boolean;
};

export const emptyBrief: Brief = {
  services: [],
  eventType: null,
  place: null,
  date: null,
  budget: null,
  guests: null,
  styles: [],
  cheaperThan: {},
};

/** What is known of a conversation: the brief so far, and the lowest price that was recommended for each service. */
export type ConversationContext = { readonly brief: Brief; readonly prices: Prices };
const nothingKnown: ConversationContext = { brief: emptyBrief, prices: {} };

/**
 * What reading a description depends on. `todayAt` returns today's date in the client's time zone, or in that of the
 * event's place if the client's is unknown.
 */
export type Surroundings = { readonly places: Places; readonly todayAt: (place: BriefPlace | null) => Today };

/**
 * Reads a description of an event. In a conversation it is a follow-up: what it mentions replaces what was known, the
 * rest stays.
 */
export const readBrief = (
  text: string,
  { places, todayAt }: Surroundings,
  earlier?: ConversationContext,
): UnderstoodText => {
  const plain = withDigits(withoutTypos(searchable(text).replace(/\s+/g, ' ').trim()));
  const { place, unclearPlace } = placeIn(text, places);
  const { brief: known, prices } = earlier ?? nothingKnown;
  const today = todayAt(place ?? known.place);
  const before = withoutPastDate(known, today);
  const services = servicesIn(plain, before.services);
  const { date, dateProblem } = dateIn(plain, today);
  const { budget, otherCurrency } = budgetIn(plain);
  const eventType = eventTypeIn(plain);
  const guests = guestsIn(plain);
  const styles = stylesIn(plain, place);
  const isCheaper = cheaperWords.test(plain);
  const brief: Brief = {
    services: services ?? before.services,
    eventType: eventType ?? before.eventType,
    place: place ?? before.place,
    date: date ?? before.date,
    budget: budget ?? before.budget,
    guests: guests ?? before.guests,
    styles: [...new Set([...before.styles, ...styles])],
    cheaperThan: budget ? {} : { ...fulfilledWishes(earlier), ...(isCheaper && prices) },
  };
  const unoffered = unofferedServices.flatMap(([pattern, plural]) =>
    [...plain.matchAll(pattern)].some((match) => isWish(plain, match)) ? [plural] : [],
  );
  const mentionsEvent = [
    ...[services, eventType, place, date, dateProblem, budget, guests, unclearPlace].map((value) => value !== null),
    ...[isCheaper, otherCurrency, styles.length > 0, unoffered.length > 0],
  ].some(Boolean);
  return {
    brief,
    unoffered,
    unclearPlace,
    dateProblem: date ? null : (dateProblem ?? overdueDate(known, before)),
    otherCurrency,
    mentionsEvent,
  };
};

/** The wishes for something cheaper that the last answer met. The others end, because nothing was cheaper. */
const fulfilledWishes = ({ brief: { cheaperThan }, prices }: ConversationContext = nothingKnown): Prices =>
  Object.fromEntries(
    Object.entries(cheaperThan).filter(([service, price]) => (prices[service as Service] ?? price) < price),
  );

/** The problem of a date that was known and is over. */
const overdueDate = (known: Brief, before: Brief): DateProblem | null => (before.date === known.date ? null : 'past');

/** Other words look like style words: Round Rock does not ask for rock music, and someone to film not for film. */
const stylesIn = (plain: string, place: BriefPlace | null): readonly string[] => {
  const withoutPlace = place?.city ? plain.replaceAll(searchable(place.city), '') : plain;
  const withoutVerbs = withoutPlace.replace(/\bto film\b/g, '');
  return styleWords.filter((word) => hasWord(withoutVerbs, word));
};

const serviceWords: Readonly<Record<Service, RegExp>> = {
  photographer: /\bphoto(?!\s?-?booth)(?:s|graph\w*|shoots?)?\b|\bpictures?\b/g,
  videographer: /\bvideo\w*\b|\bfilm(?:ing| ?makers?|ed)\b|\bto film\b/g,
  dj: /\bd\.?j\.?(?:'?s)?\b|\bmusic(?:ians?)?\b|\bdisc jockeys?\b|\bbands?\b/g,
  design:
    /\bdecor(?:at\w*)?\b|\bdesign\w*\b|\bflor(?:ist|al)s?\b|\bflowers?\b|\bcenterpieces?\b|\bplanners?\b|\bcoordinators?\b/g,
};

const unofferedServices: readonly (readonly [RegExp, string])[] = [
  [/\bcater\w*\b/g, 'caterers'],
  [/\bvenues?\b/g, 'venues'],
  [/\bmake-?up\b|\bhair ?(?:styl\w*|dress\w*)\b/g, 'hair and makeup artists'],
  [/\bphoto ?-?booths?\b/g, 'photo booths'],
  [/\bbartend\w*\b/g, 'bartenders'],
];

/**
 * A refusal at the end of a text, before the service that it refuses. Words and signs that begin another part of the
 * sentence end it: "not over $900 for a photographer" refuses no photographer.
 */
const negation =
  /\b(?:no|not|without|(?:don't|do not) (?:need|want)|already (?:have|booked)|instead of|except)\b(?: (?:need|use|looking|searching|asking) for\b)?(?:(?!\b(?:for|on|than|over|above|under|below|beyond|by|after|before|until|exceeding|too|so|very|more|less|sure|only|just|necessarily)\b)[^,.;!?$\d])*$/;

/** Whether the clause before a service refuses it. "No DJ, but a photographer" needs a photographer. */
const isRefused = (plain: string, { index }: RegExpExecArray): boolean => {
  const clause = plain.slice(Math.max(0, index - 40), index);
  return negation.test(clause.split(/\bbut\b/).at(-1) ?? '');
};

// "The venue", "our wedding venue" and "venue is booked" speak of one that is there already.
const referenceBefore = /\b(?:the|this|that|our|my|your|their)\s(?:[a-z]+\s)?$/;
const statementAfter = /^\s(?:is|are|was|has|have|will)\b/;

/** Whether a service is asked for, and not refused or already there. */
const isWish = (plain: string, match: RegExpExecArray): boolean =>
  !isRefused(plain, match) &&
  !referenceBefore.test(plain.slice(0, match.index)) &&
  !statementAfter.test(plain.slice(match.index + match[0].length));

const additions = /\b(?:also|too|as well|add|plus|both|another)\b|^and\b/;

/** The services that are needed after this text; null if it mentions none. */
const servicesIn = (plain: string, before: readonly Service[]): readonly Service[] | null => {
  const wanted = new Set<Service>();
  const unwanted = new Set<Service>();
  for (const service of offeredServices)
    for (const match of plain.matchAll(serviceWords[service]))
      (isRefused(plain, match) ? unwanted : wanted).add(service);
  if (wanted.size + unwanted.size === 0) return null;
  const keepsEarlier = wanted.size === 0 || additions.test(plain) || unwanted.size > 0;
  return offeredServices.filter(
    (service) => !unwanted.has(service) && (wanted.has(service) || (keepsEarlier && before.includes(service))),
  );
};

const eventTypes: readonly (readonly [RegExp, string])[] = [
  [/\bwedding|\bmarr(?:y|ied|iage)|\bbrid(?:e|al)\b|\belope/, 'wedding'],
  [
    /\bbirthday|\bb-?day\b|\bturn(?:s|ing)? \d{1,3}\b(?![:/.,]?\d| ?(?:am|pm|%))|\bsweet sixteen|\bquincean/,
    'birthday',
  ],
  [/\bconference|\bsummit\b|\bconvention\b/, 'conference'],
  [/\bcorporate|\bcompany\b|\boffice party|\bproduct launch/, 'corporate'],
  [/\bconcert|\bgig\b/, 'concert'],
  [/\bfestival/, 'festival'],
  [/\bsports?\b|\btournament/, 'sports'],
  [
    /\bparty\b|\bengagement|\banniversary|\bshower\b|\bmitzvah\b|\bbaptism\b|\bchristening\b|\bgraduation|\breunion|\bsocial event/,
    'social event',
  ],
];
const eventTypeIn = (plain: string): string | null => eventTypes.find(([pattern]) => pattern.test(plain))?.[1] ?? null;

export const styleWords: readonly string[] =
  'natural|candid|documentary|editorial|classic|vintage|rustic|modern|elegant|romantic|moody|bright|colorful|minimal|boho|luxury|outdoor|garden|beach|film|drone|cinematic|jazz|latin|reggae|dancehall|soca|hip hop|house|techno|rock|country|soul|funk|disco|salsa|afrobeats|quiet|warm|planner'.split(
    '|',
  );
/** Whether a text, in the form that searches compare, contains this whole word. */
export const hasWord = (plain: string, word: string): boolean => new RegExp(`(?<![a-z])${word}(?![a-z])`).test(plain);
const cheaperWords =
  /\bcheaper\b|\bless expensive\b|\blower price|\bmore affordable\b|\btoo expensive\b|\bspend less\b/;

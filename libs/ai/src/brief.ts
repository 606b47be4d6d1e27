import { type Cents, dayAfter, searchable, weekdayOf } from '#kernel';

export const offeredServices = ['photographer', 'videographer', 'dj', 'design'] as const;
export type Service = (typeof offeredServices)[number];

export type KnownPlace = {
  readonly city: string;
  readonly region: string;
  /** Latitude and longitude; null if only the name is known. */
  readonly at: readonly [number, number] | null;
};
/** The places that a brief can name. */
export type Places = {
  /** The places with this name, in a region if one is given. Several if the name alone does not say which one is meant. */
  readonly cities: (name: string, region?: string) => readonly KnownPlace[];
  /** A region as it is stored: `TX` for `texas`. */
  readonly region: (name: string) => string | undefined;
};

/** One day (YYYY-MM-DD), or any day of one month (YYYY-MM). */
export type BriefDate = { readonly day: string } | { readonly month: string };
export type BriefPlace = Pick<KnownPlace, 'region' | 'at'> & { readonly city: string | null };
/** `isRough`: the amount was given as about this much, so that slightly more also fits. */
export type Budget = { readonly amount: Cents; readonly isRough: boolean };

/** What is known of an event. It contains no text of the client except the name of a known place. */
export type Brief = {
  readonly services: readonly Service[];
  readonly eventType: string | null;
  readonly place: BriefPlace | null;
  readonly date: BriefDate | null;
  readonly budget: Budget | null;
  readonly guests: number | null;
  /** Words of a fixed list that describe a style. */
  readonly styles: readonly string[];
  /** For each service the price that a recommendation has to be below, after the client asked for something cheaper. */
  readonly cheaperThan: Readonly<Partial<Record<Service, Cents>>>;
};

/** What a text says, and what of it cannot be used. */
export type Reading = {
  readonly brief: Brief;
  /** Services that nobody offers here, in the plural. */
  readonly unoffered: readonly string[];
  /** The name of a place of which there are several. */
  readonly unclearPlace: string | null;
  /** The date is over. */
  readonly pastDate: boolean;
  /** The budget is in another currency. */
  readonly otherCurrency: boolean;
  /** Whether the text said anything about the event. */
  readonly saidSomething: boolean;
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

type Earlier = { readonly brief: Brief; readonly prices: Readonly<Partial<Record<Service, Cents>>> };

/**
 * Reads a description of an event. With an earlier brief it is a follow-up: what it mentions replaces what was known, the rest
 * stays. `prices` are the lowest ones that were recommended before. `today` is YYYY-MM-DD.
 */
export const readBrief = (text: string, today: string, places: Places, earlier?: Earlier): Reading => {
  const plain = searchable(text).replace(/\s+/g, ' ').trim();
  const before = earlier?.brief ?? emptyBrief;
  const services = servicesIn(plain, before.services);
  const { date, pastDate } = dateIn(plain, today);
  const { budget, otherCurrency } = budgetIn(plain);
  const { place, unclearPlace } = placeIn(text, places);
  const eventType = eventTypeIn(plain);
  const guests = guestsIn(plain);
  const styles = styleWords.filter((word) => hasWord(plain, word));
  const isCheaper = cheaperWords.test(plain);
  const budgetNow = budget ?? before.budget;
  const brief: Brief = {
    services: services ?? before.services,
    eventType: eventType ?? before.eventType,
    place: place ?? before.place,
    date: date ?? before.date,
    budget: budgetNow,
    guests: guests ?? before.guests,
    styles: [...new Set([...before.styles, ...styles])],
    cheaperThan:
      isCheaper && budget === null ? { ...before.cheaperThan, ...earlier?.prices } : budget ? {} : before.cheaperThan,
  };
  const unoffered = unofferedServices.flatMap(([pattern, plural]) => (pattern.test(plain) ? [plural] : []));
  const saidSomething =
    [services, eventType, place, date, budget, guests, unclearPlace].some((value) => value !== null) ||
    styles.length + unoffered.length > 0 ||
    isCheaper ||
    pastDate ||
    otherCurrency;
  return { brief, unoffered, unclearPlace, pastDate, otherCurrency, saidSomething };
};

const serviceWords: Readonly<Record<Service, RegExp>> = {
  photographer: /\bphoto(?!\s?-?booth)(?:s|graph\w*|shoots?)?\b|\bpictures?\b/g,
  videographer: /\bvideo\w*\b|\bfilm(?:ing|makers?|ed)\b/g,
  dj: /\bd\.?j\.?(?:'?s)?\b|\bmusic(?:ians?)?\b|\bdisc jockeys?\b/g,
  design: /\bdecor(?:at\w*)?\b|\bdesign\w*\b|\bflor(?:ist|al)s?\b|\bflowers?\b|\bcenterpieces?\b/g,
};

const unofferedServices: readonly (readonly [RegExp, string])[] = [
  [/\bcater\w*\b/, 'caterers'],
  [/\bplanners?\b|\bcoordinators?\b/, 'planners'],
  [/\bvenues?\b/, 'venues'],
  [/\bmake-?up\b|\bhair ?(?:styl\w*|dress\w*)\b/, 'hair and makeup artists'],
  [/\bphoto ?-?booths?\b/, 'photo booths'],
  [/\bbartend\w*\b/, 'bartenders'],
];

const negation =
  /\b(?:no(?! (?:more|less) than\b)|not(?! (?:too|so|very|more|less|sure|only|just)\b)|without|(?:don't|do not) (?:need|want)(?! to\b)|already (?:have|booked)|instead of|except)\b[^,.;!?]*$/;
const additions = /\b(?:also|too|as well|add|plus|both|another)\b|^and\b/;

/** The services that are needed after this text; null if it mentions none. */
const servicesIn = (plain: string, before: readonly Service[]): readonly Service[] | null => {
  const wanted = new Set<Service>();
  const unwanted = new Set<Service>();
  for (const service of offeredServices)
    for (const match of plain.matchAll(serviceWords[service])) {
      const clause = plain.slice(Math.max(0, match.index - 40), match.index);
      // "No DJ, but a photographer" needs a photographer.
      const isNegated = negation.test(clause.split(/\bbut\b/).at(-1) ?? '');
      (isNegated ? unwanted : wanted).add(service);
    }
  if (wanted.size + unwanted.size === 0) return null;
  const keepsEarlier = wanted.size === 0 || additions.test(plain) || unwanted.size > 0;
  return offeredServices.filter(
    (service) => !unwanted.has(service) && (wanted.has(service) || (keepsEarlier && before.includes(service))),
  );
};

const eventTypes: readonly (readonly [RegExp, string])[] = [
  [/\bwedding|\bmarr(?:y|ied|iage)|\bbrid(?:e|al)\b|\belope/, 'wedding'],
  [/\bbirthday|\bsweet sixteen|\bquincean/, 'birthday'],
  [/\bconference|\bsummit\b|\bconvention\b/, 'conference'],
  [/\bcorporate|\bcompany\b|\boffice party|\bproduct launch/, 'corporate'],
  [/\bconcert|\bgig\b/, 'concert'],
  [/\bfestival/, 'festival'],
  [/\bsports?\b|\btournament/, 'sports'],
  [/\bparty\b|\bengagement|\banniversary|\bshower\b|\bgraduation|\breunion|\bsocial event/, 'social event'],
];
const eventTypeIn = (plain: string): string | null => eventTypes.find(([pattern]) => pattern.test(plain))?.[1] ?? null;

export const styleWords: readonly string[] =
  'natural|candid|documentary|editorial|classic|vintage|rustic|modern|elegant|romantic|moody|bright|colorful|minimal|boho|luxury|outdoor|garden|beach|film|drone|cinematic|jazz|latin|reggae|dancehall|soca|hip hop|house|techno|rock|country|soul|funk|disco|salsa|afrobeats|quiet|warm'.split(
    '|',
  );
/** Whether a text, as searches compare it, contains a word as a whole. */
export const hasWord = (plain: string, word: string): boolean => new RegExp(`(?<![a-z])${word}(?![a-z])`).test(plain);
const cheaperWords =
  /\bcheaper\b|\bless expensive\b|\blower price|\bmore affordable\b|\btoo expensive\b|\bspend less\b/;

const guestsIn = (plain: string): number | null => {
  const count = /\b(\d{1,3}(?:,\d{3})|\d{1,5})\s+(?:guests?|people|persons?|attendees|friends|kids|children)\b/.exec(
    plain,
  )?.[1];
  return count === undefined ? null : Number(count.replace(',', ''));
};

const number = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)`;
const unit = String.raw`\s?(k|grand|thousand)?\b`;
// "about 100 wedding guests" is no amount.
const notMoney = String.raw`(?!\s?(?:[a-z]+ ){0,2}(?:guests?|people|persons?|attendees|friends|kids|children|teen(?:ager)?s|adults|students|employees|couples|seats|tables|photos|pictures|songs)\b)(?!\s?(?:miles?|hours?|days?|weeks?|months?|years?|am|pm|st|nd|rd|th)\b)(?!\s?%)(?![\d/:-])`;
const amounts: readonly RegExp[] = [
  // Two amounts are a range, of which the upper one is the limit.
  new RegExp(String.raw`\bbetween \$?${number}${unit}\s?(?:-|to|and)\s?\$?${number}${unit}${notMoney}`),
  new RegExp(String.raw`\$${number}${unit}\s?(?:-|to)\s?\$?${number}${unit}${notMoney}`),
  new RegExp(String.raw`\b${number}\s?(k)?\s?(?:-|to)\s?${number}\s?(k|grand|thousand|dollars|usd|bucks)\b`),
  new RegExp(String.raw`\$\s?${number}${unit}`),
  new RegExp(String.raw`\b${number}\s?(k|grand|thousand|dollars|usd|bucks)\b`),
  new RegExp(
    String.raw`\b(?:under|up to|below|less than|at most|no more than|max(?:imum)?(?: of)?|within|budget(?: of| is|:)?(?: about| around)?|spend|around|about|roughly)\s${number}${unit}${notMoney}`,
  ),
];
const rough = /(?:\baround|\babout|\broughly|\bapprox\w*|~)\s?(?:the )?\$?\s?$/;
const otherCurrencies = /[€£]|\b(?:euros?|eur|pounds?|gbp|cad|jmd)\b/;

/** A plain number below this is not an amount. */
const smallestAmount = 50;
const largestAmount = 1_000_000;

const budgetIn = (plain: string): { readonly budget: Budget | null; readonly otherCurrency: boolean } => {
  const otherCurrency = otherCurrencies.test(plain);
  const found = amounts.flatMap((pattern) => budgetOf(plain, pattern.exec(plain)) ?? []);
  return { budget: otherCurrency ? null : (found[0] ?? null), otherCurrency };
};

const budgetOf = (plain: string, match: RegExpExecArray | null): Budget | null => {
  if (!match) return null;
  const [whole, first = '', firstUnit, second, secondUnit] = match;
  const dollarsOf = (digits: string, scale = '') =>
    Number(digits.replaceAll(',', '')) * (/^(?:k|grand|thousand)$/.test(scale) ? 1_000 : 1);
  const lower = dollarsOf(first, firstUnit);
  const dollars = second === undefined ? lower : Math.max(lower, dollarsOf(second, secondUnit ?? firstUnit));
  if (!(dollars >= smallestAmount && dollars <= largestAmount)) return null;
  const isRough =
    rough.test(plain.slice(0, match.index)) || /^(?:around|about|roughly)\b|\b(?:about|around) /.test(whole);
  return { amount: Math.round(dollars * 100), isRough };
};

const months = 'january february march april may june july august september october november december'.split(' ');
const monthName = String.raw`(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?`;
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const year = String.raw`(?:,?\s+(\d{4}))?`;
// Of an event of several days, the first day counts.
const lastDay = String.raw`(?:\s?(?:-|–|to|and|&)\s?\d{1,2}(?:st|nd|rd|th)?(?!\d))?`;

const dateIn = (plain: string, today: string): { readonly date: BriefDate | null; readonly pastDate: boolean } => {
  const date = dayIn(plain, today) ?? monthIn(plain, today);
  if (date === null) return { date, pastDate: false };
  const isPast = 'day' in date ? date.day < today : date.month < today.slice(0, 7);
  return { date: isPast ? null : date, pastDate: isPast };
};

const dayIn = (plain: string, today: string): BriefDate | null => {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(plain);
  if (iso) return dayOf(iso[1], Number(iso[2]), iso[3], today);
  // "24/7" is no day, and "1/2 day" is a duration.
  const slashed = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b(?! ?(?:days?|hours?)\b)/.exec(plain);
  const slashedDay = slashed && dayOf(slashed[3], Number(slashed[1]), slashed[2], today);
  if (slashedDay) return slashedDay;
  const monthFirst = new RegExp(
    String.raw`\b${monthName}\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?${lastDay}(?!\d)${year}`,
  ).exec(plain);
  if (monthFirst) return dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2], today);
  const dayFirst = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${monthName}${year}(?!\w)`).exec(
    plain,
  );
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1], today);
  if (/\btomorrow\b/.test(plain)) return { day: dayAfter(today) };
  const weekday = /\b(this|next|on|coming)\s+(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)\b/.exec(
    plain,
  );
  if (!weekday) return null;
  const wanted = weekday[2] === 'weekend' ? 6 : weekdays.indexOf(weekday[2] ?? '') + 1;
  return { day: dayAfter(today, (wanted - weekdayOf(today) + 7) % 7 || 7) };
};

/** The first such day from today on, if the year is not given. Null if there is no such day. */
const dayOf = (
  givenYear: string | undefined,
  month: number,
  day: string | undefined,
  today: string,
): BriefDate | null => {
  const monthDay = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  // February 29 exists once in eight years at the latest.
  const years = givenYear === undefined ? Array.from({ length: 9 }, (_, i) => thisYear + i) : [Number(givenYear)];
  const days = years.map((each) => `${each}-${monthDay}`).filter(isDay);
  const found = givenYear === undefined ? days.find((each) => each >= today) : days[0];
  return found === undefined ? null : { day: found };
};

const isDay = (day: string): boolean => {
  const [month, dayOfMonth] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysOf(day.slice(0, 7)).length;
};

const monthOf = (name = ''): number => months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;

const monthIn = (plain: string, today: string): BriefDate | null => {
  if (/\bnext month\b/.test(plain)) return { month: monthAfter(today.slice(0, 7)) };
  // "May" and "march" are months only after a preposition or before a year.
  const match =
    new RegExp(
      String.raw`\b(?:in|during|this|next|early|late|mid|for|of)[ -](?:early |late |mid-?)?${monthName}(?!\w)${year}`,
    ).exec(plain) ??
    new RegExp(String.raw`\b${monthName}\s+(\d{4})\b`).exec(plain) ??
    /^(january|february|april|june|july|august|september|october|november|december)\b()/.exec(plain);
  if (!match) return null;
  const month = String(monthOf(match[1])).padStart(2, '0');
  const thisYear = Number(today.slice(0, 4));
  if (match[2]) return { month: `${match[2]}-${month}` };
  return { month: `${thisYear + (`${thisYear}-${month}` < today.slice(0, 7) ? 1 : 0)}-${month}` };
};

const monthAfter = (month: string): string => dayAfter(`${month}-28`, 7).slice(0, 7);

/** The days of a month, as YYYY-MM-DD. */
export const daysOf = (month: string): readonly string[] => {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = dayAfter(day)) days.push(day);
  return days;
};

const maxWordsOfName = 4;

/** The place after a preposition, before a region ("Austin, TX"), or the whole of a short text. */
const placeIn = (
  text: string,
  places: Places,
): { readonly place: BriefPlace | null; readonly unclearPlace: string | null } => {
  let unclearPlace: string | null = null;
  for (const phrase of phrasesIn(text)) {
    const words = phrase.split(' ');
    for (let length = Math.min(words.length, maxWordsOfName + 2); length > 0; length--) {
      const found = placeNamed(words.slice(0, length).join(' '), places);
      if (found === 'unclear') unclearPlace ??= withoutSigns(words.slice(0, length).join(' '));
      else if (found) return { place: found, unclearPlace: null };
    }
  }
  return { place: null, unclearPlace };
};

/** How many possible names are looked up, and how many characters of each. */
const [maxPhrases, maxPhraseLength] = [40, 80];
const namesBeforeCommas = /(?<!\p{L})\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}(?=,\s*\p{L})/gu;
const prepositions = /(?<![\p{L}\p{N}])(?:in|near|around|at|from|outside|to)\s+/giu;

/** The texts in which a place may be named, from where its name would begin. */
const phrasesIn = (text: string): readonly string[] => {
  const flat = text.replace(/\s+/g, ' ').trim();
  const afterPrepositions = [...flat.matchAll(prepositions)].map((match) => flat.slice(match.index + match[0].length));
  const beforeCommas = [...flat.matchAll(namesBeforeCommas)].map(({ index }) => flat.slice(index));
  const whole = flat.split(' ').length <= maxWordsOfName ? [flat] : [];
  return [...afterPrepositions, ...beforeCommas, ...whole]
    .slice(0, maxPhrases)
    .map((phrase) => (phrase.slice(0, maxPhraseLength).split(/[.;!?:()](?:\s|$)/)[0] ?? '').trim());
};

const withoutSigns = (name: string): string => name.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '').replace(/\.$/, '');

/** Abbreviations of regions that are also words. They name a region only in capital letters. */
const alsoWords = new Set('in or me hi ok de la pa ma oh al id co'.split(' '));

const regionNamed = (name: string, places: Places, isAfterComma: boolean): string | undefined => {
  const isCapital = name === name.toUpperCase();
  const isAbbreviation = name.length === 2;
  if (isAbbreviation && !isCapital && (!isAfterComma || alsoWords.has(name.toLowerCase()))) return undefined;
  return places.region(name);
};

const placeNamed = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const parts = text.replace(/,\s*$/, '').split(',').map(withoutSigns);
  const [city = '', regionPart] = parts;
  if (city === '' || parts.length > 2) return null;
  if (regionPart === undefined)
    return cityBeforeRegion(city, places) ?? theOne(places.cities(city)) ?? regionOnly(city, places);
  const region = regionNamed(regionPart, places, true);
  return region === undefined ? null : theOne(places.cities(city, region));
};

/** "Austin Texas", without a comma. */
const cityBeforeRegion = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const words = text.split(' ');
  for (let size = 1; size <= 3 && size < words.length; size++) {
    const region = regionNamed(words.slice(-size).join(' '), places, false);
    const found = region === undefined ? null : theOne(places.cities(words.slice(0, -size).join(' '), region));
    if (found) return found;
  }
  return null;
};

const regionOnly = (name: string, places: Places): BriefPlace | null => {
  const region = name.length > 2 ? places.region(name) : undefined;
  return region === undefined ? null : { city: null, region, at: null };
};

const theOne = (found: readonly KnownPlace[]): KnownPlace | 'unclear' | null =>
  found.length > 1 ? 'unclear' : (found[0] ?? null);

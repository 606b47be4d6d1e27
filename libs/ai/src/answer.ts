import { type Cents, writtenAmount, writtenDay } from '#kernel';
import type { Brief, Service, UnderstoodText } from './brief.ts';
import type { BriefDate } from './brief-date.ts';
import { highestPrice, type Recommendation, type Shortlist } from './ranking.ts';

/** The input from which an answer is written. An answer names only vendors of the shortlists. */
export type Findings = { readonly reading: UnderstoodText; readonly shortlists: readonly Shortlist[] };

/** The answer as Markdown: paragraphs, lists and links. It asks at most one question. */
export const writeAnswer = (findings: Findings): string => {
  const { beginning, rest } = answerParts(findings);
  return paragraphs([beginning, rest]);
};

/** An answer up to the recommendations, and the rest of it. */
export const answerParts = ({
  reading,
  shortlists,
}: Findings): { readonly beginning: string; readonly rest: string } => {
  const { brief } = reading;
  if (saysNothing(reading)) return { beginning: greeting, rest: '' };
  const beginning = paragraphs([understood(brief), ...notes(reading)]);
  const rest = paragraphs([
    ...shortlists.map((list) => section(list, brief)),
    ...(shortlists.length > 1 ? together(shortlists, brief) : []),
    question(reading),
  ]);
  return { beginning, rest };
};

/** Whether nothing is known of an event, so that the answer only says what to write. */
export const saysNothing = ({ brief, mentionsEvent }: UnderstoodText): boolean =>
  !mentionsEvent && brief.services.length === 0;

const paragraphs = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const greeting =
  'Tell me about your event: what it is, where and when it takes place, what you need and roughly what you want to spend. For example: “A photographer for a garden wedding in Austin, TX in June, up to $3,000.”';

const nouns: Readonly<Record<Service, readonly [one: string, many: string]>> = {
  photographer: ['a photographer', 'photographers'],
  videographer: ['a videographer', 'videographers'],
  dj: ['a DJ or musician', 'DJs and musicians'],
  design: ['a designer or decorator', 'designers and decorators'],
};

/** A text that users wrote, as Markdown that shows it unchanged on one line. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()<>#+\-!|~.:/@]/g, '\\$&');

/** A Markdown link to a vendor's profile. */
export const vendorLink = ({ displayName, path }: { readonly displayName: string; readonly path: string }): string =>
  `[${escapeMarkdown(displayName) || 'A professional'}](${path})`;

export const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const listText = (items: readonly string[], conjunction = 'and'): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(` ${conjunction} `);

const monthText = (month: string): string => writtenDay(`${month}-01`).replace(' 1,', '');
const dateText = (date: BriefDate): string => {
  if ('month' in date) return `in ${monthText(date.month)}`;
  const { day, lastDay } = date;
  return lastDay === undefined ? `on ${writtenDay(day)}` : `from ${writtenDay(day)} to ${writtenDay(lastDay)}`;
};

/** A region may be unknown, or have the name of the city. */
const writtenPlace = (city: string, region: string): string =>
  [...new Set([city, region])]
    .filter((name) => name !== '')
    .map(escapeMarkdown)
    .join(', ');

const placeText = ({ place }: Brief): string => {
  if (!place) return '';
  return `in ${writtenPlace(place.city ?? '', place.region)}`;
};

const eventText = ({ eventType }: Brief): string => {
  if (eventType === null) return 'an event';
  return eventType === 'corporate' || eventType === 'sports' ? `a ${eventType} event` : `a ${eventType}`;
};

/** One sentence that says what was understood of the description. */
const understood = (brief: Brief): string => {
  const { services, date, budget, guests, styles } = brief;
  const event = [
    eventText(brief),
    guests === null ? '' : `for ${guests.toLocaleString('en-US')} guests`,
    placeText(brief),
    date ? dateText(date) : '',
  ];
  const wishes = [
    services.length > 0 ? `You need ${listText(services.map((service) => nouns[service][0]))} for` : 'You are planning',
    ...event,
    budget ? `with ${budget.isRough ? 'about' : 'at most'} ${writtenAmount(budget.amount)}` : '',
  ];
  const style = styles.length > 0 ? ` Style: ${listText(styles)}.` : '';
  return `${wishes.filter((part) => part !== '').join(' ')}.${style}`;
};

const notes = ({ unoffered, dateProblem, otherCurrency, unclearPlace }: UnderstoodText): readonly string[] => [
  ...(unoffered.length > 0 ? [`There are no ${listText(unoffered, 'or')} on Festoon yet.`] : []),
  ...(dateProblem === null
    ? []
    : [`That date ${dateProblem === 'past' ? 'has passed' : 'does not exist'}, so it is not taken into account.`]),
  ...(otherCurrency ? ['Prices are in US dollars, so the budget is not taken into account.'] : []),
  ...(unclearPlace !== null
    ? [`There are several places named ${escapeMarkdown(unclearPlace)}, so the place is not taken into account.`]
    : []),
];

const section = (list: Shortlist, brief: Brief): string => {
  const [, many] = nouns[list.service];
  const title = `**${capitalized(many)}**`;
  if (list.fitting.length > 0) {
    const intro = introOf(list);
    return [`${title}${intro && `\n\n${intro}`}`, list.fitting.map((each) => item(each, list, brief)).join('\n')].join(
      '\n\n',
    );
  }
  if (list.nearest.length === 0) return `${title}\n\nThere are no ${many} on Festoon yet.`;
  const isCheaper = brief.cheaperThan[list.service] !== undefined;
  const intro = `None of the ${many} ${isCheaper ? 'is cheaper and fits' : 'fits'} everything you asked for. ${list.nearest.length > 1 ? 'These come' : 'This one comes'} closest:`;
  return `${title}\n\n${intro}\n\n${list.nearest.map((each) => item(each, list, brief)).join('\n')}`;
};

/** Says that more vendors fit than are named. */
const introOf = ({ fitting, count }: Shortlist): string => {
  if (count === null) return 'Many fit. These were the best of those that were compared:';
  return count > fitting.length ? `The best ${fitting.length} of ${count} that fit:` : '';
};

/** One vendor: name, price, date, and the reasons. */
const item = (recommendation: Recommendation, { service }: Shortlist, brief: Brief): string => {
  const { vendor, offer } = recommendation;
  const offerName = escapeMarkdown(offer.name);
  const facts = [
    `from ${writtenAmount(offer.price)}${offerName && ` (${offerName})`}`,
    ...drawback(recommendation, service, brief),
    ...calendarText(recommendation, brief),
    ...placeFact(recommendation, brief),
  ];
  const why = reasons(recommendation);
  return `- ${vendorLink(vendor)}: ${facts.join(', ')}.${why && ` ${why}`} [Book Now](${bookingPath(recommendation, brief)})`;
};

/** The address of the form in which the recommended package is booked, for the day that was asked for. */
export const bookingPath = ({ vendor, offer }: Recommendation, { date }: Brief): string =>
  `/bookings/create?creator=${vendor.id}&package=${offer.id}${date && 'day' in date ? `&date=${date.day}` : ''}`;

/** What does not fit the budget, or is not cheaper than what was recommended before. */
export const drawback = ({ misses, offer }: Recommendation, service: Service, brief: Brief): readonly string[] => {
  if (!misses.includes('over-budget')) return [];
  const { budget } = brief;
  const above = budget ? offer.price - budget.amount : 0;
  if (above > 0) return [`${writtenAmount(above)} over your budget`];
  return highestPrice(service, brief) < offer.price ? ['not cheaper than before'] : [];
};

/** What the calendar says about the date that was asked for. Empty if none was. */
export const calendarText = ({ vendor: { calendar } }: Recommendation, { date }: Brief): readonly string[] => {
  if (!date || calendar.kind === 'none') return [];
  if (calendar.kind === 'month') {
    if (!calendar.isKnown) return ['no public calendar, so ask for the date'];
    const days = calendar.freeDays === 1 ? '1 day' : `${calendar.freeDays} days`;
    return calendar.freeDays === 0 ? [`no free day ${dateText(date)}`] : [`free on ${days} ${dateText(date)}`];
  }
  const everyDay = 'day' in date && date.lastDay !== undefined ? 'every day ' : '';
  const texts = {
    free: `free ${everyDay}${dateText(date)}`,
    taken: `not free ${everyDay}${dateText(date)}`,
    off: `usually not available ${everyDay}${dateText(date)}, so ask first`,
    unknown: 'no public calendar, so ask for the date',
  };
  return [texts[calendar.state]];
};

const placeFact = ({ vendor, misses }: Recommendation, { place }: Brief): readonly string[] => {
  const from = writtenPlace(vendor.city, vendor.region);
  if (!place || vendor.miles === null) return from ? [`based in ${from}`] : [];
  const miles = Math.round(vendor.miles);
  const distance =
    miles === 0
      ? `based in ${from}`
      : `${miles.toLocaleString('en-US')} ${miles === 1 ? 'mile' : 'miles'} away in ${from}`;
  return [misses.includes('too-far') ? `${distance}, and travels up to ${vendor.travelRadius} miles` : distance];
};

/** Why the vendor suits the event, as a sentence. Empty if there is no particular reason. */
export const reasons = ({ styles, vendor: { specialty, yearsExperience } }: Recommendation): string => {
  const why = [
    ...(specialty ? [`specializes in ${specialty.toLowerCase()}`] : []),
    ...(styles.length > 0 ? [`mentions ${listText(styles)}`] : []),
    ...(yearsExperience > 0
      ? [`has ${yearsExperience} ${yearsExperience === 1 ? 'year' : 'years'} of experience`]
      : []),
  ];
  if (why.length === 0) return '';
  return `${capitalized(listText(why))}.`;
};

/**
 * The total price of the first vendor of each service, compared with the budget. If it is too high, that of the
 * cheapest ones too.
 */
const together = (shortlists: readonly Shortlist[], { budget }: Brief): readonly string[] => {
  const pricesByService = shortlists.map(({ fitting }) => fitting.map(({ offer }) => offer.price));
  const served = pricesByService.filter((prices) => prices.length > 0);
  if (served.length < 2) return [];
  const sumOf = (prices: readonly Cents[]): Cents => prices.reduce((total, price) => total + price, 0);
  const start = (sum: Cents): string =>
    `start at ${writtenAmount(sum)}${budget ? comparedWith(budget.amount, sum) : ''}`;
  const first = sumOf(served.map(([price = 0]) => price));
  const lowest = sumOf(served.map((prices) => Math.min(...prices)));
  const cheapest = budget && budget.amount < first && lowest < first ? ` The cheapest ones ${start(lowest)}.` : '';
  return [`Together, the first vendors for each service ${start(first)}.${cheapest}`];
};

const comparedWith = (budget: Cents, sum: Cents): string =>
  sum > budget ? `, ${writtenAmount(sum - budget)} more than your budget` : ', within your budget';

/** The one question to ask: about the most important missing detail. */
const question = ({ brief, unclearPlace }: UnderstoodText): string => {
  if (brief.services.length === 0) return 'What do you need: photography, video, music, or design and decor?';
  if (unclearPlace !== null && brief.place === null)
    return `Which ${escapeMarkdown(unclearPlace)} do you mean? Add its state or county.`;
  if (brief.place === null) return 'Where does it take place?';
  if (brief.date === null) return 'When does it take place?';
  if (brief.budget === null && Object.keys(brief.cheaperThan).length === 0) return 'How much do you want to spend?';
  return '';
};

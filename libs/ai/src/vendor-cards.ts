import { bookingPath, calendarText, capitalized, drawback, reasons } from './answer.ts';
import type { Brief, Service } from './brief.ts';
import { allRecommendations, type Calendar, type Recommendation, type Shortlist } from './ranking.ts';

/** What a card shows. The reply's contract has the same shape, which is checked where the reply is sent. */
type Card = ReturnType<typeof cardOf>;

/** What an answer is written from: the vendors, and what they are recommended for. */
type CardFacts = { readonly brief: Brief; readonly shortlists: readonly Shortlist[] };

/** Returns the cards of the vendors whose profiles a text links to, each only the first time. */
type NewCards = (text: string) => readonly Card[];

/**
 * The cards of an answer, made from what the answer is written from. Which of them the reader gets depends on the text
 * that was sent so far, so that there is never a card of a vendor that the answer does not name.
 */
export const cardsFor = ({ brief, shortlists }: CardFacts): NewCards => {
  const waiting = new Map<string, Card>();
  for (const shortlist of shortlists)
    for (const each of allRecommendations(shortlist))
      if (!waiting.has(each.vendor.path)) waiting.set(each.vendor.path, cardOf(each, shortlist.service, brief));
  return (text) => {
    const named = [...waiting].filter(([path]) => text.includes(`](${path})`));
    for (const [path] of named) waiting.delete(path);
    return named.map(([, card]) => card);
  };
};

const cardOf = (recommendation: Recommendation, service: Service, brief: Brief) => {
  const { vendor, offer, misses } = recommendation;
  const { id, displayName, path, services, specialty, city, region, miles, travelRadius, calendar, picture, rating } =
    vendor;
  const [dateText = null] = calendarText(recommendation, brief);
  return {
    id,
    displayName: displayName.trim() || 'A professional',
    path,
    service,
    services: [...services],
    specialty,
    city,
    region,
    miles: miles === null ? null : Math.round(miles),
    rating,
    price: offer.price,
    bookingPath: bookingPath(recommendation, brief),
    date: dateText === null ? null : { state: dateState(calendar), text: capitalized(dateText) },
    reason: reasons(recommendation),
    drawbacks: [
      ...drawback(recommendation, service, brief),
      ...(misses.includes('too-far') ? [`travels up to ${travelRadius} miles`] : []),
    ].map(capitalized),
    picture,
  };
};

const dateState = (calendar: Calendar): 'free' | 'taken' | 'unknown' => {
  if (calendar.kind === 'day') return calendar.state === 'off' ? 'unknown' : calendar.state;
  if (calendar.kind === 'none' || !calendar.isKnown) return 'unknown';
  return calendar.freeDays > 0 ? 'free' : 'taken';
};

import type { Cents } from '#kernel';
import { saysNothing } from './answer.ts';
import type { Brief, Service, UnderstoodText } from './brief.ts';
import { daysCount } from './brief-date.ts';

/** What a lead can be filled with. Amounts in cents. */
type LeadFacts = {
  eventType?: string;
  eventDate?: string;
  durationDays?: number;
  locationCity?: string;
  locationState?: string;
  budgetMin?: Cents;
  budgetMax?: Cents;
  expectedAttendance?: number;
  servicesNeeded?: Service[];
};

const maxDays = 60;

/**
 * What was understood, as the facts of a lead; undefined if nothing was. A month is left out, because a lead has a day.
 */
export const leadFactsOf = (reading: UnderstoodText): LeadFacts | undefined =>
  saysNothing(reading) ? undefined : leadFactsOfBrief(reading.brief);

/** What is known of an event, as the facts of a lead. */
export const leadFactsOfBrief = ({ services, eventType, place, date, budget, guests }: Brief): LeadFacts => {
  const days = date && 'day' in date ? daysCount(date) : 1;
  return {
    ...(eventType !== null && { eventType }),
    ...(date && 'day' in date && { eventDate: date.day }),
    ...(days > 1 && days <= maxDays && { durationDays: days }),
    ...(place?.city && { locationCity: place.city }),
    ...(place && { locationState: place.region }),
    ...(budget && budgetRange(budget.amount, budget.isRough)),
    ...(guests !== null && guests > 0 && { expectedAttendance: guests }),
    ...(services.length > 0 && { servicesNeeded: [...services] }),
  };
};

/** A limit is the top of the range. "About" an amount is a tenth less to a tenth more, as for recommendations. */
const budgetRange = (amount: Cents, isRough: boolean) =>
  isRough
    ? { budgetMin: Math.ceil(amount * 0.9), budgetMax: Math.floor(amount * 1.1) }
    : { budgetMin: 0, budgetMax: amount };

import { type Brief, emptyBrief, type UnderstoodText } from './brief.ts';
import type { Vendor } from './ranking.ts';

export const weddingInAustin: Brief = {
  ...emptyBrief,
  services: ['photographer'],
  eventType: 'wedding',
  place: { city: 'Austin', region: 'TX', at: [30.27, -97.74] },
  date: { day: '2027-06-20' },
  budget: { amount: 300_000, isRough: false },
};

/** A text that says everything of a brief, by default of {@link weddingInAustin}. */
export const readingOf = (brief: Brief = weddingInAustin, mentionsEvent = true): UnderstoodText => ({
  brief,
  unoffered: [],
  unclearPlace: null,
  dateProblem: null,
  otherCurrency: false,
  mentionsEvent,
});

/** A photographer who fits {@link weddingInAustin}. */
export const vendor = (id: string, change: Partial<Vendor> = {}): Vendor => ({
  id,
  displayName: id,
  path: `/creators/${id}`,
  services: ['photographer'],
  specialty: null,
  yearsExperience: 5,
  city: 'Austin',
  region: 'TX',
  miles: 0,
  travelRadius: 50,
  packages: [{ id: `${id}-day`, name: 'Day', price: 200_000 }],
  text: '',
  calendar: { kind: 'day', state: 'free' },
  picture: null,
  rating: { average: 4.8, count: 12 },
  ...change,
});

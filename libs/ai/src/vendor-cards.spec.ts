import { expect, test } from '@jest/globals';
import { type Brief, emptyBrief } from './brief.ts';
import { vendorCard } from './contract.ts';
import { shortlist, type Vendor } from './ranking.ts';
import { weddingInAustin, vendor as withId } from './vendor.suite.ts';
import { cardsFor } from './vendor-cards.ts';

const maraId = '6b1f4a52-7c5e-4f0e-9d0a-3c1b2a4d5e6f';
const danId = '0f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a';
const mara = withId(maraId, {
  displayName: 'Mara *Quinn*',
  path: '/creators/mara',
  specialty: 'Weddings',
  city: 'Round Rock',
  miles: 16.7,
  packages: [
    { id: 'full', name: 'Full day', price: 200_000 },
    { id: 'half', name: 'Half day', price: 99_995 },
  ],
});
const dan = withId(danId, { displayName: 'Dan', path: '/creators/dan' });
const findings = (vendors: readonly Vendor[], change: Partial<Brief> = {}) => {
  const brief = { ...weddingInAustin, ...change };
  return { brief, shortlists: brief.services.map((service) => shortlist(service, brief, vendors)) };
};
const cardOf = (own: Vendor, change: Partial<Brief> = {}) => cardsFor(findings([own], change))(`[x](${own.path})`)[0];

test('a card has what the answer says: price, place, date, reason and where to book', () => {
  const card = cardOf(mara);
  expect(vendorCard.parse(card)).toEqual(card);
  expect(card).toEqual({
    id: maraId,
    displayName: 'Mara *Quinn*',
    path: '/creators/mara',
    bookingPath: `/bookings/create?creator=${maraId}&package=half&date=2027-06-20`,
    service: 'photographer',
    services: ['photographer'],
    specialty: 'Weddings',
    city: 'Round Rock',
    region: 'TX',
    miles: 17,
    price: 99_995,
    date: { state: 'free', text: 'Free on June 20, 2027' },
    reason: 'Specializes in weddings and has 5 years of experience.',
    drawbacks: [],
    picture: null,
    rating: { average: 4.8, count: 12 },
  });
});

test('a vendor gets a card when the text first links to the profile, and only then', () => {
  const newCards = cardsFor(findings([mara, dan]));
  const named = (text: string) => newCards(text).map(({ displayName }) => displayName);
  expect(named('Mara *Quinn* and Dan, /creators/mara, [Mara](/creators/mara')).toEqual([]);
  expect(named('[Mara](/creators/mara)')).toEqual(['Mara *Quinn*']);
  expect(named('[Mara](/creators/mara) and [Mara](/creators/mara), not [Dan](/creators/danny)')).toEqual([]);
  expect(named('[Mara](/creators/mara) and [Dan](/creators/dan)')).toEqual(['Dan']);
});

test('a vendor who is recommended for two services has one card', () => {
  const both = { ...mara, services: ['photographer', 'videographer'] };
  const text = '[Mara](/creators/mara) [Mara](/creators/mara)';
  expect(cardsFor(findings([both], { services: ['photographer', 'videographer'] }))(text)).toHaveLength(1);
});

test.each([
  [{ kind: 'day', state: 'free' }, 'free', 'Free on June 20, 2027'],
  [{ kind: 'day', state: 'taken' }, 'taken', 'Not free on June 20, 2027'],
  [{ kind: 'day', state: 'off' }, 'unknown', 'Usually not available on June 20, 2027, so ask first'],
  [{ kind: 'day', state: 'unknown' }, 'unknown', 'No public calendar, so ask for the date'],
] as const)('of a calendar of %j the card says %s', (calendar, state, text) =>
  expect(cardOf({ ...mara, calendar })?.date).toEqual({ state, text }),
);

test.each([
  [{ kind: 'month', freeDays: 12, isKnown: true }, 'free', 'Free on 12 days in June 2027'],
  [{ kind: 'month', freeDays: 0, isKnown: true }, 'taken', 'No free day in June 2027'],
  [{ kind: 'month', freeDays: 0, isKnown: false }, 'unknown', 'No public calendar, so ask for the date'],
] as const)('of a month of %j the card says %s', (calendar, state, text) =>
  expect(cardOf({ ...mara, calendar }, { date: { month: '2027-06' } })?.date).toEqual({ state, text }),
);

test('without a date nothing is said about one', () =>
  expect(cardOf({ ...mara, calendar: { kind: 'none' } }, { date: null })?.date).toBeNull());

test('the card says what the vendor does not fit', () =>
  expect(cardOf({ ...mara, miles: 300 }, { budget: { amount: 50_000, isRough: false } })?.drawbacks).toEqual([
    '$499.95 over your budget',
    'Travels up to 50 miles',
  ]));

test('no vendors, no cards', () =>
  expect(cardsFor({ ...findings([], emptyBrief), shortlists: [] })('[Mara](/creators/mara)')).toEqual([]));

import { expect, test } from '@jest/globals';
import { escapeMarkdown, writeAnswer } from './answer.ts';
import { type Brief, emptyBrief, type UnderstoodText } from './brief.ts';
import { type Shortlist, shortlist, type Vendor } from './ranking.ts';
import { vendor, weddingInAustin } from './vendor.suite.ts';

const whole: Brief = { ...weddingInAustin, guests: 80, styles: ['natural'] };
const reading = (brief: Partial<Brief> = {}, change: Partial<UnderstoodText> = {}): UnderstoodText => ({
  brief: { ...whole, ...brief },
  unoffered: [],
  unclearPlace: null,
  dateProblem: null,
  otherCurrency: false,
  mentionsEvent: true,
  ...change,
});
const mara = vendor('id-mara', {
  displayName: 'Mara Quinn',
  path: '/creators/mara-quinn-id-mara',
  specialty: 'Weddings',
  yearsExperience: 10,
  city: 'Round Rock',
  miles: 16.7,
  packages: [{ id: 'half', name: 'Half day', price: 99_995 }],
  text: 'Natural light.',
});
const dan = vendor('id-dan', {
  displayName: 'Dan',
  services: ['dj'],
  packages: [{ id: 'night', name: 'Night', price: 250_000 }],
});
const answer = (own: UnderstoodText, vendors: readonly Vendor[] = [mara]): string => {
  const shortlists: readonly Shortlist[] = own.brief.services.map((service) => shortlist(service, own.brief, vendors));
  return writeAnswer({ reading: own, shortlists });
};

test('an answer says what was understood, and gives the price, the date and the reasons for each vendor', () =>
  expect(answer(reading())).toBe(
    [
      'You need a photographer for a wedding for 80 guests in Austin, TX on June 20, 2027 with at most $3,000.00. Style: natural.',
      '**Photographers**',
      '- [Mara Quinn](/creators/mara-quinn-id-mara): from $999.95 (Half day), free on June 20, 2027, 17 miles away in Round Rock, TX. Specializes in weddings, mentions natural and has 10 years of experience. [Book Now](/bookings/create?creator=id-mara&package=half&date=2027-06-20)',
    ].join('\n\n'),
  ));

test('if more vendors fit than were compared, it does not say how many', () => {
  const list = { ...shortlist('photographer', reading().brief, [mara]), count: null };
  expect(writeAnswer({ reading: reading(), shortlists: [list] })).toContain(
    '**Photographers**\n\nMany fit. These were the best of those that were compared:\n\n- [Mara Quinn]',
  );
});

test('if no vendor fits everything, it says so and names what the nearest ones do not fit', () => {
  const text = answer(reading({ budget: { amount: 50_000, isRough: false } }), [
    { ...mara, calendar: { kind: 'day', state: 'taken' }, miles: 300 },
  ]);
  expect(text).toContain('None of the photographers fits everything you asked for. This one comes closest:');
  expect(text).toContain(
    '$499.95 over your budget, not free on June 20, 2027, 300 miles away in Round Rock, TX, and travels up to 50 miles',
  );
  expect(answer(reading(), [])).toContain('There are no photographers on Festoon yet.');
});

test.each([
  [{ kind: 'day', state: 'off' }, 'usually not available on June 20, 2027, so ask first'],
  [{ kind: 'day', state: 'unknown' }, 'no public calendar, so ask for the date'],
] as const)('a calendar of %j', (calendar, text) => expect(answer(reading(), [{ ...mara, calendar }])).toContain(text));

test.each([
  ['free', 'free every day from June 20, 2027 to June 22, 2027'],
  ['taken', 'not free every day from June 20, 2027 to June 22, 2027'],
] as const)('of several days that are %s it says so for all of them', (state, text) => {
  const days = reading({ date: { day: '2027-06-20', lastDay: '2027-06-22' } });
  expect(answer(days, [{ ...mara, calendar: { kind: 'day', state } }])).toContain(text);
});

test('for a month it says how many days are free', () => {
  const month = reading({ date: { month: '2027-06' } });
  const calendar = { kind: 'month', freeDays: 12, isKnown: true } as const;
  expect(answer(month, [{ ...mara, calendar }])).toContain('free on 12 days in June 2027');
});

test('the prices of several services are compared with the budget together', () =>
  expect(answer(reading({ services: ['photographer', 'dj'] }), [mara, dan])).toContain(
    'Together, the first vendors for each service start at $3,499.95, $499.95 more than your budget.',
  ));

test('if the first vendors of several services cost too much together, it says what the cheapest ones cost', () => {
  const services = reading({ services: ['photographer', 'dj'] });
  const cheap = {
    ...dan,
    displayName: 'Cheap',
    id: 'id-cheap',
    packages: [{ id: 'night', name: 'Night', price: 150_000 }],
  };
  expect(answer(services, [mara, { ...dan, specialty: 'Weddings', yearsExperience: 20 }, cheap])).toContain(
    'start at $3,499.95, $499.95 more than your budget. The cheapest ones start at $2,499.95, within your budget.',
  );
});

test.each([
  [reading({ services: [] }), 'What do you need: photography, video, music, or design and decor?'],
  [reading({ place: null, date: null }), 'Where does it take place?'],
  [reading({ place: null }, { unclearPlace: 'Portland' }), 'Which Portland do you mean? Add its state or county.'],
  [reading({ date: null, budget: null }), 'When does it take place?'],
  [reading({ budget: null }), 'How much do you want to spend?'],
])('one question is asked about what is missing', (own, question) => {
  const text = answer(own);
  expect(text.endsWith(`\n\n${question}`)).toBe(true);
  expect(text.match(/\?(?!creator=)/g)).toHaveLength(1);
});

test('the answer says what it cannot take into account', () => {
  const text = answer(reading({}, { unoffered: ['caterers', 'venues'], dateProblem: 'past', otherCurrency: true }));
  expect(text).toContain('There are no caterers or venues on Festoon yet.');
  expect(text).toContain('That date has passed, so it is not taken into account.');
  expect(text).toContain('Prices are in US dollars, so the budget is not taken into account.');
});

test('the answer says that a date does not exist', () =>
  expect(answer(reading({}, { dateProblem: 'impossible' }))).toContain(
    'That date does not exist, so it is not taken into account.',
  ));

test.each([
  [{ city: 'Mars', region: '', at: null }, 'in Mars on'],
  [{ city: 'Kingston', region: 'Kingston', at: null }, 'in Kingston on'],
])('a place without a region, or with a region of the same name, is written once', (place, text) =>
  expect(answer(reading({ place }))).toContain(text),
);

test('if the description says nothing about an event, it says what to write', () =>
  expect(writeAnswer({ reading: { ...reading(), brief: emptyBrief, mentionsEvent: false }, shortlists: [] })).toMatch(
    /^Tell me about your event/,
  ));

test('texts of vendors cannot become links, lists or lines', () => {
  const hostile = 'x](https://evil.example)\n\n- **Book** `me` <b>\u202e!';
  const text = answer(reading(), [
    { ...mara, displayName: hostile, packages: [{ id: 'half', name: hostile, price: 1 }] },
  ]);
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1);
  expect(text).not.toMatch(/(?<!\\)\]\(https|[^\\]<|\u202e/);
  expect(escapeMarkdown('a_b')).toBe('a\\_b');
});

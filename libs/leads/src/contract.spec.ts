import { expect, test } from '@jest/globals';
import { eventTypes, leadFilter, leadId, leadPost, venueTypes } from './contract.ts';

const post = {
  eventType: 'wedding',
  eventDate: '2027-06-20',
  description: 'x'.repeat(50),
  locationCity: 'Kingston',
  locationState: 'Kingston',
  budgetMin: 0,
  budgetMax: 0,
};
const messagesOf = (change: object): string[] =>
  leadPost.safeParse({ ...post, ...change }).error?.issues.map(texts) ?? [];
const texts = ({ message }: { message: string }) => message;

test.each([
  [{ eventType: undefined }, 'Event type is required'],
  [{ eventType: 'Wedding' }, 'Event type is required'],
  [{ eventDate: '' }, 'Event date is required'],
  [{ eventDate: '2027-02-30' }, 'Event date is required'],
  [{ eventDate: '3000-01-01' }, 'Please choose a date before the year 3000'],
  [{ description: 'x'.repeat(49) }, 'Description must be at least 50 characters'],
  [{ description: ` ${'x'.repeat(49)} ` }, 'Description must be at least 50 characters'],
  [{ locationCity: ' ' }, 'City is required'],
  [{ locationState: undefined }, 'State is required'],
  [{ locationState: ' ' }, 'State is required'],
  [{ locationState: 'Atlantis' }, 'Please choose a state from the list'],
  [{ country: 'US' }, 'Please choose a state'],
  [{ country: 'JM', locationState: 'TX' }, 'Please choose a parish'],
  [{ country: 'FR' }, 'Please choose a country'],
  [{ budgetMin: -1 }, 'Budget must be positive'],
  [{ budgetMax: undefined }, 'Budget must be positive'],
  [{ budgetMin: 2, budgetMax: 1 }, 'Maximum budget must be at least the minimum'],
  [{ durationDays: 0 }, 'Duration must be at least 1 day'],
  [{ durationDays: 61 }, 'Duration must be at most 60 days'],
  [{ expectedAttendance: 10_000_001 }, 'Attendance must be at most 10,000,000'],
  [{ venueType: 'Moon' }, 'Please choose a venue type'],
  [{ servicesNeeded: ['photographer', 'clown'] }, 'Please choose the services you need'],
])('%j is rejected with its message', (change, text) => expect(messagesOf(change)).toEqual([text]));

test('an inverted budget is reported together with other errors', () =>
  expect(messagesOf({ locationCity: '', budgetMin: 2, budgetMax: 1 })).toEqual([
    'City is required',
    'Maximum budget must be at least the minimum',
  ]));

test('an event lasts one day by default, and the other optional fields can be left out', () =>
  expect(leadPost.parse(post)).toEqual({ ...post, durationDays: 1 }));

test('a state is stored as lists show it, whichever way it is written', () =>
  expect(leadPost.parse({ ...post, country: 'US', locationState: ' texas ' }).locationState).toBe('TX'));

test('event types and venue types are the ones that the screens show', () => {
  expect(eventTypes).toEqual([
    'wedding',
    'corporate',
    'birthday',
    'concert',
    'sports',
    'festival',
    'conference',
    'social event',
  ]);
  expect(venueTypes).toEqual(['Indoor', 'Outdoor', 'Hybrid', 'Virtual']);
});

test('a filter accepts a list of event types and a page size of at most 100', () => {
  expect(leadFilter.parse({ eventType: 'wedding,concert,' })).toEqual({ eventType: ['wedding', 'concert'], limit: 20 });
  expect(leadFilter.safeParse({ limit: '101' }).success).toBe(false);
  expect(leadFilter.safeParse({ eventType: 'gala' }).error?.issues.map(texts)).toEqual([
    'This event type does not exist',
  ]);
});

test('the id of another stream is not accepted as a lead id', () => {
  for (const id of ['lead-1', 'booking-6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12', '6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12'])
    expect(leadId.safeParse(id).success).toBe(false);
});

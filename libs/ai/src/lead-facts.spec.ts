import { expect, test } from '@jest/globals';
import { type Brief, emptyBrief } from './brief.ts';
import { leadFactsOf } from './lead-facts.ts';
import { readingOf, weddingInAustin } from './vendor.suite.ts';

const reading = (brief: Partial<Brief> = {}, mentionsEvent = true) =>
  readingOf({ ...weddingInAustin, ...brief }, mentionsEvent);

test('what was understood are the facts of a lead', () =>
  expect(leadFactsOf(reading({ guests: 80, services: ['photographer', 'dj'] }))).toEqual({
    eventType: 'wedding',
    eventDate: '2027-06-20',
    locationCity: 'Austin',
    locationState: 'TX',
    budgetMin: 0,
    budgetMax: 300_000,
    expectedAttendance: 80,
    servicesNeeded: ['photographer', 'dj'],
  }));

test('what is not known is left out', () => {
  expect(leadFactsOf(reading(emptyBrief))).toEqual({});
  expect(leadFactsOf(reading({ ...emptyBrief, guests: 0 }))).toEqual({});
  const place = { city: null, region: 'TX', at: null };
  expect(leadFactsOf(reading({ ...emptyBrief, place }))).toEqual({ locationState: 'TX' });
});

test('an event of several days has a duration, unless it is longer than a lead can be', () => {
  const dated = (lastDay: string) => leadFactsOf(reading({ ...emptyBrief, date: { day: '2027-06-20', lastDay } }));
  expect(dated('2027-06-22')).toEqual({ eventDate: '2027-06-20', durationDays: 3 });
  expect(dated('2027-08-18')).toEqual({ eventDate: '2027-06-20', durationDays: 60 });
  expect(dated('2027-08-19')).toEqual({ eventDate: '2027-06-20' });
});

test('a month is not a date', () =>
  expect(leadFactsOf(reading({ date: { month: '2027-06' } }))).not.toHaveProperty('eventDate'));

test('a rough budget is a range around the amount, in whole cents', () =>
  expect(leadFactsOf(reading({ budget: { amount: 500_001, isRough: true } }))).toMatchObject({
    budgetMin: 450_001,
    budgetMax: 550_001,
  }));

test('a text that says nothing of an event is no lead, but a follow-up of one is', () => {
  expect(leadFactsOf(reading(emptyBrief, false))).toBeUndefined();
  expect(leadFactsOf(reading({}, false))).toMatchObject({ eventType: 'wedding' });
});

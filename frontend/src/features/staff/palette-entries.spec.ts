import { expect, test } from '@jest/globals';
import { paletteEntriesFor } from './palette-entries.ts';
import { staffPages } from './staff-pages.ts';

const id = '6f2c41d8-0b7e-4f1a-9d2c-3e4f5a6b7c8d';
const labels = (text: string, ...roles: Parameters<typeof paletteEntriesFor>[1]) =>
  paletteEntriesFor(text, roles).map(({ label }) => label);

test('without a text, all pages of the roles are offered', () => {
  expect(labels('', 'admin')).toEqual(staffPages.map(({ label }) => label));
  expect(labels('', 'ops')).toEqual(expect.arrayContaining(['Log', 'Jobs']));
  expect(labels('', 'ops')).not.toContain('People');
});

test('a text finds pages, and people for the roles that may look them up', () => {
  expect(labels('proj', 'ops')).toEqual(['Projections']);
  expect(labels(' Proj ', 'admin')).toEqual(['Projections', 'Search people for “Proj”']);
});

test('an email address is searched for without appearing in the URL', () => {
  const [search] = paletteEntriesFor('ann@example.com', ['support']);
  expect(search).toEqual({
    label: 'Search people for “ann@example.com”',
    to: '/staff/people',
    state: { text: 'ann@example.com' },
  });
});

test.each([
  [`booking-${id}`, { label: 'Open this booking', to: `/staff/bookings/booking-${id}` }],
  [`lead-${id}`, { label: 'Open this lead', to: `/staff/leads/lead-${id}` }],
  [id, { label: 'Open this person', to: `/staff/people/${id}` }],
])('the id %s opens its page', (text, expected) => {
  expect(paletteEntriesFor(text, ['support'])[0]).toEqual(expected);
  expect(labels(text, 'ops')).not.toContain(expected.label);
});

test('operators find an event by its id or position', () => {
  expect(paletteEntriesFor(id, ['ops'])).toEqual([{ label: 'Event with this ID', to: `/staff/log?id=${id}` }]);
  for (const text of ['48113', '#48113'])
    expect(paletteEntriesFor(text, ['ops'])).toEqual([
      { label: 'Event at position 48113', to: '/staff/log?position=48113' },
    ]);
  expect(labels('48113', 'finance')).toEqual([]);
});

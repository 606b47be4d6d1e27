import { expect, test } from '@jest/globals';
import type { StaffReports } from '#backoffice/contract';
import { cursorsOfHidden, hiddenRequests, keyOfProblem, shownText, textsOf } from './report-texts.ts';

const reports = {
  bookings: [{ id: 'booking-1', reports: [{ reportedBy: 'ann', reason: 'No music' }] }],
  conversations: [{ id: 'thread-1:1', reason: null }],
  nextCursor: 'second',
} as unknown as StaffReports;

test('what parties wrote is shown once it is revealed, and hidden for later reports', () => {
  const key = keyOfProblem('booking-1', 'ann');
  expect(shownText(new Map(), key)).toBe('Hidden: personal data');
  const texts = textsOf(reports);
  expect(shownText(texts, key)).toBe('No music');
  expect(shownText(texts, 'thread-1:1')).toBe('The text was removed.');
  expect(shownText(texts, keyOfProblem('booking-1', 'bo'))).toBe('Hidden: personal data');
});

test('pages with reports that arrived after the others were revealed can be revealed too', () => {
  const later = { bookings: [], conversations: [{ id: 'thread-2:1', reason: null }], nextCursor: null };
  const pages = [reports, later as unknown as StaffReports];
  expect(cursorsOfHidden(pages, new Map())).toEqual(['', 'second']);
  expect(cursorsOfHidden(pages, textsOf(reports))).toEqual(['second']);
  expect(cursorsOfHidden([reports], textsOf(reports))).toEqual([]);
});

test('only requests whose texts are hidden are revealed, at most as many as the server accepts', () => {
  const requests = Array.from({ length: 450 }, (_, i) => ({ id: `r${i}`, hasText: i % 2 === 0 }));
  const first = hiddenRequests(requests, new Map());
  expect([first.length, first[0], first.at(-1)]).toEqual([200, 'r0', 'r398']);
  const second = hiddenRequests(requests, new Map(first.map((id) => [id, null])));
  expect([second.length, second[0], second.at(-1)]).toEqual([25, 'r400', 'r448']);
});

import { expect, test } from '@jest/globals';
import type { StaffReports } from '#backoffice/contract';
import { keyOfProblem, shownText, textsOf } from './report-texts.ts';

const reports = {
  bookings: [{ id: 'booking-1', reports: [{ reportedBy: 'ann', reason: 'No music' }] }],
  conversations: [{ id: 'thread-1:1', reason: null }],
} as unknown as StaffReports;

test('what parties wrote is shown once it is revealed, and hidden for later reports', () => {
  const key = keyOfProblem('booking-1', 'ann');
  expect(shownText(new Map(), key)).toBe('Hidden: personal data');
  const texts = textsOf(reports);
  expect(shownText(texts, key)).toBe('No music');
  expect(shownText(texts, 'thread-1:1')).toBe('The text was removed.');
  expect(shownText(texts, keyOfProblem('booking-1', 'bo'))).toBe('Hidden: personal data');
});

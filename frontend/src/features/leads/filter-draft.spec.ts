import { expect, test } from '@jest/globals';
import { appliedText, differs, draftAfter } from './filter-draft.ts';
import { appliedDay } from './lead-filter.ts';

test('a typed space stays in the field when the text before it is applied', () => {
  expect(draftAfter('San ', 'San', appliedText)).toBe('San ');
  expect(draftAfter('San A', 'San', appliedText)).toBe('San');
  expect(draftAfter('San ', '', appliedText)).toBe('');
});

test('a text that differs only in the spaces around it is not applied again', () => {
  expect([differs('San ', 'San', appliedText), differs('San A', 'San', appliedText)]).toEqual([false, true]);
});

test('a date stays in the field while its year is typed, and is not applied', () => {
  expect(draftAfter('0002-06-20', '', appliedDay)).toBe('0002-06-20');
  expect([differs('0002-06-20', '', appliedDay), differs('2027-06-20', '', appliedDay)]).toEqual([false, true]);
});

test('other values are compared by their text', () => {
  expect([differs([0, 500], [0, 500]), differs([0, 500], [0, 1_000])]).toEqual([false, true]);
  expect(draftAfter([0, 500], [0, 1_000])).toEqual([0, 1_000]);
});

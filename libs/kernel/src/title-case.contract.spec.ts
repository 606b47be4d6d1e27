import { expect, test } from '@jest/globals';
import { titleCase } from './title-case.contract.ts';

test('every word of a title begins with a capital letter', () => {
  expect(['wedding', 'social event', 'DJ set', ''].map(titleCase)).toEqual(['Wedding', 'Social Event', 'DJ Set', '']);
});

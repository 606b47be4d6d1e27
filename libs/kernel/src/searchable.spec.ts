import { expect, test } from '@jest/globals';
import { searchable } from './searchable.ts';

test.each([
  ['Zoë Ramírez', 'zoe ramirez'],
  ['MONTRÉAL', 'montreal'],
  ['Søren Łukasz', 'soren lukasz'],
  ['Straße 7', 'strasse 7'],
  ['İstanbul', 'istanbul'],
  ['ﬁlm', 'film'],
  ['', ''],
])('%s is searched as %s', (text, searched) => {
  expect(searchable(text)).toBe(searched);
});

import { expect, test } from '@jest/globals';
import { searchable, searchedParts } from './searchable.ts';

test.each([
  ['Zoë Ramírez', 'zoe ramirez'],
  ['MONTRÉAL', 'montreal'],
  ['Søren Łukasz', 'soren lukasz'],
  ['Straße 7', 'strasse 7'],
  ['İstanbul', 'istanbul'],
  ['ﬁlm', 'film'],
  ['Ħamrun, Ŧana', 'hamrun, tana'],
  ['O’Brien, OʼBrien and O‘Brien', "o'brien, o'brien and o'brien"],
  ['Stratford‑upon–Avon — “Old” mill…', 'stratford-upon-avon - "old" mill...'],
  ['', ''],
])('%s is searched as %s', (text, searched) => {
  expect(searchable(text)).toBe(searched);
});

test('the parts of a place are searched one by one, at most four', () => {
  expect(searchedParts(' Montréal , QC,, Canada')).toEqual(['montreal', 'qc', 'canada']);
  expect(searchedParts('a,b,c,d,e')).toEqual(['a', 'b', 'c', 'd']);
  expect(searchedParts(' , ')).toEqual([]);
});

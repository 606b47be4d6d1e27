import { expect, test } from '@jest/globals';
import { newKey } from './personal-data-keys.ts';
import { type Keys, keyFrom, namesOfOthersFields, open, peopleSealed, peopleToSeal, seal } from './seal.ts';

const personal = {
  Named: { of: ['author', 'subject'], fields: ['name'] },
  Noted: { of: 'author', fields: ['note'] },
} as never;
const [ann, bo] = [keyFrom(newKey()), keyFrom(newKey())];
const both: Keys = new Map([
  ['ann', ann],
  ['bo', bo],
]);
const erased = (person: string): Keys => new Map([...both, [person, null]]);
const named = { id: 'e1', type: 'Named', data: { author: 'ann', subject: 'bo', name: 'Bo and Cy', count: 2 } };

test('what one person wrote about another is read with both keys, and with neither alone', () => {
  const stored = { ...named, data: seal(personal, named, both) };
  expect(JSON.stringify(stored)).not.toContain('Bo and Cy');
  expect(peopleToSeal(personal, [named])).toEqual(['ann', 'bo']);
  expect(peopleSealed([stored])).toEqual(['ann', 'bo']);
  expect(open(stored, both)).toEqual(named.data);
  for (const person of ['ann', 'bo']) expect(namesOfOthersFields(stored.data, person)).toEqual(['name']);
  for (const person of ['ann', 'bo']) expect(open(stored, erased(person))).toEqual({ ...named.data, name: null });
});

test('it is not written at all once one of them is erased', () => {
  for (const person of ['ann', 'bo'])
    expect(seal(personal, named, erased(person))).toEqual({ ...named.data, name: null });
});

test('a person who wrote about themselves needs one key, stored as for a field of one person', () => {
  const own = { ...named, data: { ...named.data, subject: 'ann' } };
  const data = seal(personal, own, both);
  expect(data).toMatchObject({ name: { of: 'ann' } });
  expect(open({ ...own, data }, both)).toEqual(own.data);
  expect(namesOfOthersFields(data, 'ann')).toEqual([]);
});

test('an event that does not name the second person is sealed for the first', () => {
  const { subject: _, ...data } = named.data;
  expect(seal(personal, { ...named, data }, both)).toMatchObject({ name: { of: 'ann' } });
});

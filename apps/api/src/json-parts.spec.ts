import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { entriesInPart, jsonInParts } from './json-parts.ts';

const textOf = (payload: unknown): string => jsonInParts(payload).toString();

test('every value has the JSON that it would have in one part', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
  const list = fc.array(value, { maxLength: 4 * entriesInPart, size: 'max' });
  const payload = fc.oneof(fc.dictionary(fc.string(), fc.oneof(value, list)), list, fc.jsonValue());
  fc.assert(fc.property(payload, (any) => expect(textOf(any)).toBe(JSON.stringify(any))));
});

test('lists of all lengths around the size of a part are complete', () => {
  for (let length = 0; length <= 3 * entriesInPart + 1; length += 1) {
    const payload = { before: undefined, items: Array.from({ length }, (_, at) => ({ at, name: 'Zoë 🎉' })), after: 1 };
    expect(textOf(payload)).toBe(JSON.stringify(payload));
    expect(Buffer.isBuffer(jsonInParts(payload))).toBe(length > entriesInPart);
  }
});

test('an object that writes its own JSON is not written in parts', () => {
  const items = Array.from({ length: 2 * entriesInPart }, () => 1);
  expect(textOf({ items, toJSON: () => 'own' })).toBe('"own"');
  expect(textOf({ items: Object.assign(items, { toJSON: () => 'own' }) })).toBe('{"items":"own"}');
});

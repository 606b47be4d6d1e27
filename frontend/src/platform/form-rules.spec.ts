import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { changedValues, schemaError, serverFieldErrors, toInput } from './form-rules.ts';
import { HttpError } from './http.ts';

const exampleSchema = z
  .object({
    name: z.string().min(2, 'Too short'),
    note: z.string().regex(/^a/, 'Begins with a').optional(),
    kind: z.enum(['low', 'high'], 'Please choose'),
    books: z.array(z.object({ price: z.int('Whole cents') })).min(1, 'At least one'),
    from: z.number('A number'),
    to: z.number('A number'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'At least the first' });
const fullValues = { name: 'Oak', kind: 'low', books: [{ price: 1 }], from: 1, to: 2 };

test('blank optional fields are left out; required text and lists are empty', () => {
  expect(toInput(exampleSchema, { name: undefined, note: '', kind: undefined })).toEqual({ name: '', books: [] });
});

test('a field gets the message of the schema', () => {
  expect(schemaError(exampleSchema, toInput(exampleSchema, {}), ['name'])).toBe('Too short');
  expect(schemaError(exampleSchema, toInput(exampleSchema, {}), ['kind'])).toBe('Please choose');
  expect(schemaError(exampleSchema, toInput(exampleSchema, {}), ['books'])).toBe('At least one');
  expect(schemaError(exampleSchema, toInput(exampleSchema, {}), ['note'])).toBeUndefined();
});

test('a field deep in a list is found by its path', () => {
  const values = { ...fullValues, books: [{ price: 1 }, { price: 0.5 }] };
  expect(schemaError(exampleSchema, values, ['books', 1, 'price'])).toBe('Whole cents');
  expect(schemaError(exampleSchema, values, ['books', 0, 'price'])).toBeUndefined();
});

test('a rule over two fields is reported at the field it names', () => {
  expect(schemaError(exampleSchema, { ...fullValues, to: 0 }, ['to'])).toBe('At least the first');
  expect(schemaError(exampleSchema, fullValues, ['to'])).toBeUndefined();
});

test('the server’s errors are assigned to their fields', () => {
  const error = new HttpError(400, 'invalid', '', [{ path: 'packages.0.price', message: 'Too high' }]);
  expect(serverFieldErrors(error)).toEqual([{ name: ['packages', 0, 'price'], errors: ['Too high'] }]);
  expect(serverFieldErrors(new Error('else'))).toEqual([]);
});

test('only the fields that were changed are sent', () => {
  const before = { locked: false, days: 30, phones: ['1'] };
  expect(changedValues({ ...before, phones: ['1'] }, before)).toEqual({});
  expect(changedValues({ locked: false, days: 14, phones: ['2'] }, before)).toEqual({ days: 14, phones: ['2'] });
});

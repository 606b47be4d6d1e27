import { expect, test } from '@jest/globals';
import { emptyBrief } from '../brief.ts';
import { readContext, storedContext } from './stored.contexts.ts';

const context = { brief: { ...emptyBrief, guests: 80 }, prices: { dj: 50_000 } };

test('a context is read as it was stored', () => {
  expect(readContext(storedContext(context))).toEqual(context);
});

test.each([
  ['of an earlier shape', JSON.stringify(context)],
  ['of a later shape', JSON.stringify({ ...context, version: 2 })],
  ['whose key was destroyed', null],
  ['that does not exist', undefined],
])('a context %s is unknown', (_, text) => {
  expect(readContext(text)).toBeUndefined();
});

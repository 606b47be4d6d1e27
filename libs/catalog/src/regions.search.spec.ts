import { expect, test } from '@jest/globals';
import { regionsNamed } from './regions.search.ts';

test('a state is named by the beginning of a word of its name, with three letters or more', () => {
  expect(regionsNamed('texas')).toEqual(['TX']);
  expect(regionsNamed('carolina')).toEqual(['NC', 'SC']);
  expect(regionsNamed('ark')).toEqual(['AR']);
  expect(regionsNamed('district')).toEqual(['DC']);
  for (const part of ['te', 'tx', 'exas', 'quebec', '']) expect(regionsNamed(part)).toEqual([]);
});

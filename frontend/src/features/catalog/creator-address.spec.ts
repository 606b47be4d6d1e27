import { expect, test } from '@jest/globals';
import { creatorPath, slugOf } from '#catalog/contract';
import { creatorIdIn } from './endpoints.ts';

const id = '5cd3b155-9af0-8311-9fbc-95e02b0813c2';

test.each([
  ['Mara Quinn', 'mara-quinn'],
  ['  Ana María Núñez!', 'ana-maria-nunez'],
  ['Łukasz & Co.', 'ukasz-co'],
  ['</script><b>', 'script-b'],
  ['愛', ''],
  [`${'long '.repeat(30)}`, `${'long-'.repeat(12)}`.slice(0, -1)],
])('the name %s is %s in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('the address of a profile is its name and its id, or the id alone', () => {
  expect(creatorPath({ id, displayName: 'Mara Quinn' })).toBe(`/creators/mara-quinn-${id}`);
  expect(creatorPath({ id, displayName: '愛' })).toBe(`/creators/${id}`);
});

test('only the id of an address counts', () => {
  for (const part of [id, `mara-quinn-${id}`, `another-name-${id.toUpperCase()}`]) expect(creatorIdIn(part)).toBe(id);
  expect(creatorIdIn('mara-quinn')).toBe('mara-quinn');
});

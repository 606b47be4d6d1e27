import { expect, test } from '@jest/globals';
import { suggestedServices } from './suggested-services.ts';

test.each([
  ['Photos in the style of reportage, then dancing', ['photographer', 'dj']],
  ['Someone to film the day', ['videographer']],
  ['We want filming and a highlight video', ['videographer']],
  ['Table flowers and decorations', ['design']],
  ['A dinner for forty', []],
] as const)('the description “%s” suggests the services %j', (description, services) => {
  expect(suggestedServices(description)).toEqual(services);
});

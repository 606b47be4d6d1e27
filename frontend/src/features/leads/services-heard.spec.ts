import { expect, test } from '@jest/globals';
import { servicesHeard } from './services-heard.ts';

test.each([
  ['Photos in the style of reportage, then dancing', ['photographer', 'dj']],
  ['Somebody to film the day', ['videographer']],
  ['We want filming and a highlight video', ['videographer']],
  ['Table flowers and decorations', ['design']],
  ['A dinner for forty', []],
] as const)('%s', (description, services) => {
  expect(servicesHeard(description)).toEqual(services);
});

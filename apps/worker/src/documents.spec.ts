import { expect, test } from '@jest/globals';
import { modules } from '../../modules.ts';
import { eventTables, moduleArrows, regenerate } from './documents.ts';

// If one of these tests fails, run `npm run docs`.
test('docs/events.md lists the events of all modules', () => {
  const { before, after } = regenerate('docs/events.md', 'events', eventTables(modules));
  expect(before).toBe(after);
});

test('docs/architecture.md shows the imports between modules', () => {
  const { before, after } = regenerate('docs/architecture.md', 'arrows', moduleArrows(modules));
  expect(before).toBe(after);
});

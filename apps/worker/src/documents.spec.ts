import { expect, test } from '@jest/globals';
import { modules } from '../../modules.ts';
import { eventTables, generated, moduleArrows } from './documents.ts';

// Where one of these fails, run `npm run docs`.
test('docs/events.md lists the events of all modules', () => {
  const { before, after } = generated('docs/events.md', 'events', eventTables(modules));
  expect(before).toBe(after);
});

test('docs/architecture.md draws the arrows between modules', () => {
  const { before, after } = generated('docs/architecture.md', 'arrows', moduleArrows(modules));
  expect(before).toBe(after);
});

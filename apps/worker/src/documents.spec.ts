import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { queues } from '#platform/jobs';
import { modules } from '../../modules.ts';
import { eventTables, moduleArrows, regenerate } from './documents.ts';

// If one of the next two tests fails, run `npm run docs`.
test('docs/events.md lists the events of all modules', () => {
  const { before, after } = regenerate('docs/events.md', 'events', eventTables(modules));
  expect(before).toBe(after);
});

test('docs/architecture.md shows the imports between modules', () => {
  const { before, after } = regenerate('docs/architecture.md', 'arrows', moduleArrows(modules));
  expect(before).toBe(after);
});

const textOf = (file: string): string => readFileSync(join(projectFolder(), file), 'utf8');

test('docs/operations/queues.md says how often and for how long each queue retries', () => {
  const lines = textOf('docs/operations/queues.md').split('\n');
  const attemptsIn = (name: string) =>
    lines
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split('|')
      .at(-2)
      ?.trim();
  const { 'sandbox-webhooks': _, ...others } = queues;
  for (const { name, attempts, backoff } of Object.values(others)) {
    // The delays double, and up to half of each is left out at random.
    const longest = (backoff * (2 ** (attempts - 1) - 1)) / 60_000;
    const span = longest < 1 ? '' : `, over ${Math.round(longest / 2)} to ${Math.round(longest)} minutes`;
    expect([name, attemptsIn(name)]).toEqual([name, `${attempts}${span}`]);
  }
});

test('the lines that docs/operations/projection-drill.md changes are in the projection', () => {
  const drill = textOf('docs/operations/projection-drill.md');
  const removed = [...drill.matchAll(/^- +(.+?)(?: {2,}#.*)?$/gm)].map(([, line = '']) => line);
  const projection = textOf('libs/bookings/src/bookings.projection.ts');
  expect(removed).toHaveLength(2);
  expect(removed.filter((line) => !projection.includes(line))).toEqual([]);
});

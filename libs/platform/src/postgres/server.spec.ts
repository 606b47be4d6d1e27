import { expect, test } from '@jest/globals';
import { lastWords } from './server.ts';

test('why it did not start is told, however many that are left of a killed one say after it that they end', () => {
  const reason = 'FATAL:  pre-existing shared memory block (key 131077, ID 3) is still in use';
  const hint = 'HINT:  Terminate any old server processes associated with data directory "data".';
  const left = Array.from({ length: 40 }, () => 'FATAL:  terminating connection due to unexpected postmaster exit');
  expect(lastWords([left[0], reason, hint, ...left, ''].join('\n'))).toBe(`${reason} ${hint}`);
});

test('of many words the last eight lines are told', () => {
  expect(lastWords(Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join('\n'))).toMatch(/^line 5 .* line 12$/);
});

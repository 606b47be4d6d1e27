import { expect, test } from '@jest/globals';
import { reasonIn } from './server.ts';

test('the reason of a failed start is found before the lines of processes that a killed server left', () => {
  const reason = 'FATAL:  pre-existing shared memory block (key 131077, ID 3) is still in use';
  const hint = 'HINT:  Terminate any old server processes associated with data directory "data".';
  const linesOfOldProcesses = Array.from(
    { length: 40 },
    () => 'FATAL:  terminating connection due to unexpected postmaster exit',
  );
  expect(reasonIn([linesOfOldProcesses[0], reason, hint, ...linesOfOldProcesses, ''].join('\n'))).toBe(
    `${reason} ${hint}`,
  );
});

test('of a long log only the last eight lines are kept', () => {
  expect(reasonIn(Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join('\n'))).toMatch(/^line 5 .* line 12$/);
});

import { expect, test } from '@jest/globals';
import type { LogVerificationEntry } from '#backoffice/contract';
import { compareCheckpoints, verificationScope, verificationTitle } from './integrity-texts.ts';

const entry: LogVerificationEntry = {
  number: 1,
  startedBy: { id: 'user-1', role: 'ops' },
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:05.000Z',
  done: 1,
  events: 1_200,
  through: 1_200,
  checkpoints: 1,
  findings: 0,
  firstFindings: [],
  failure: null,
};

const unknown = { events: null, through: null, checkpoints: null, findings: null };

test.each<[string, Partial<LogVerificationEntry>, string, string | undefined]>([
  ['running', { endedAt: null, done: 0.426, ...unknown }, 'Verifying the log, 42 %', undefined],
  ['clean', {}, 'The log is unchanged', '1,200 events through position 1200, 1 checkpoint agrees.'],
  [
    'changed',
    { events: 1, through: 2, checkpoints: 0, findings: 2 },
    'The log has been changed: 2 findings',
    '1 event through position 2, 0 checkpoints agree.',
  ],
  ['failed', { ...unknown, failure: 'no key' }, 'The log could not be verified', 'no key'],
])('a %s verification is explained', (_, change, title, scope) => {
  expect(verificationTitle({ ...entry, ...change })).toBe(title);
  expect(verificationScope({ ...entry, ...change })).toBe(scope);
});

const line = (position: number, hash = 'a') =>
  `${JSON.stringify({ position: String(position), hash, signature: 's' })}\n`;

test.each([
  ['the same file', line(5), line(5), true, 'The checkpoint of the file is unchanged here.'],
  [
    'an older copy with other line breaks',
    (line(5) + line(9)).replaceAll('\n', '\r\n'),
    line(5) + line(9) + line(12),
    true,
    'All 2 checkpoints of the file are unchanged here, and 1 newer checkpoint followed.',
  ],
  ['a changed line', line(5) + line(9), line(5) + line(9, 'b'), false, /^Line 2 of the file differs/],
  ['a shorter list here', line(5) + line(9), line(5), false, /^This site has only 1 checkpoint; the file has 2/],
  ['an empty file', ' \n', line(5), false, 'The file has no checkpoints.'],
  ['another file', `${line(5)}{"a":1}\n`, line(5), false, 'Line 2 of the file is not a checkpoint.'],
])('a copy is compared: %s', (_, copy, own, agrees, text) => {
  const comparison = compareCheckpoints(copy, own);
  expect(comparison.agrees).toBe(agrees);
  expect(comparison.text).toMatch(text);
});

import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CappedLog } from './capped-log.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('lines are capped per minute, and the number of omitted lines is logged afterwards', () => {
  const warnSpy = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const now = jest.spyOn(Date, 'now').mockReturnValue(600_000);
  const log = new CappedLog('Test', 3);
  for (let i = 0; i < 1_000; i++) log.warn('refused');
  now.mockReturnValue(660_000);
  log.warn('refused again');
  expect(warnSpy.mock.calls.map(([line]) => line)).toEqual([
    'refused',
    'refused',
    'refused',
    '997 more lines like these were left out',
    'refused again',
  ]);
});

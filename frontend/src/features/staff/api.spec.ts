import { afterEach, expect, jest, test } from '@jest/globals';
import { changeFailedJob } from './api.ts';

afterEach(() => void jest.restoreAllMocks());

test('a job that was retried or discarded before is not reported as changed', async () => {
  const answer = (changed: boolean) =>
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ changed }));
  answer(false);
  await expect(changeFailedJob('retry', { queue: 'mails', id: '1' })).rejects.toThrow(
    'This job was retried or discarded before',
  );
  answer(true);
  await changeFailedJob('retry', { queue: 'mails', id: '1' });
});

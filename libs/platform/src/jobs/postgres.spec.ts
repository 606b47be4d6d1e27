import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { captureLog, eventually, testConfig } from '#platform/testing';
import { jobsSuite, stopJobs, testQueue } from './jobs.suite.ts';
import { Jobs } from './jobs.ts';

jobsSuite('postgres', async () => {
  const { config, drop } = await testConfig();
  return { config, close: drop };
});

test('a process that started while Postgres was down runs jobs once it is up', async () => {
  const timersBefore = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout');
  const { config, drop } = await testConfig();
  const { pathname } = new URL(config.databaseUrl);
  const owner = new Client({
    connectionString: Object.assign(new URL(config.databaseUrl), { pathname: '/postgres' }).href,
  });
  await owner.connect();
  await owner.query(`alter database ${pathname.slice(1)} with allow_connections false`);
  const log = captureLog('warn');
  const jobs = new Jobs(config);
  const doneIds: string[] = [];
  const queue = testQueue();
  jobs.handle(queue, async ({ id }) => void doneIds.push(id));
  jobs.start();
  await expect(jobs.add(queue, [{ id: 'a', name: 'tests.note', data: {} }])).rejects.toThrow('not currently accepting');
  await eventually(() => log.lines.some((line) => line.includes('not currently accepting connections')));
  await owner.query(`alter database ${pathname.slice(1)} with allow_connections true`);
  await owner.end();
  await jobs.add(queue, [{ id: 'b', name: 'tests.note', data: {} }]);
  await eventually(() => doneIds.length > 0);
  await stopJobs(jobs);
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout');
  log.stop();
  await drop();
  expect(doneIds).toEqual(['b']);
  // Timers of earlier tests may have ended in the meantime.
  expect(timers.length).toBeLessThanOrEqual(timersBefore.length);
  expect(log.lines).toContainEqual(expect.stringContaining('not currently accepting connections'));
});

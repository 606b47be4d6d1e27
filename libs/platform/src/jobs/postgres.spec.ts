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
  // If its completion cannot be stored, it counts as failed and runs again.
  await eventually(() => jobs.areFinished(queue.name, ['b']));
  const deadJobs = await jobs.deadLetters(queue.name);
  await stopJobs(jobs);
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout');
  log.stop();
  await drop();
  expect(doneIds).toEqual(['b']);
  expect(deadJobs).toEqual([]);
  // Timers of earlier tests may have ended in the meantime.
  expect(timers.length).toBeLessThanOrEqual(timersBefore.length);
  expect(log.lines).toContainEqual(expect.stringContaining('not currently accepting connections'));
});

test('all queues of a process share one connection that listens, and replace it when it is lost', async () => {
  const { config, drop } = await testConfig();
  const owner = new Client({ connectionString: config.databaseUrl });
  await owner.connect();
  const jobs = new Jobs(config);
  const done: string[] = [];
  const queues = [testQueue(), testQueue(), testQueue()];
  for (const queue of queues) jobs.handle(queue, async ({ id }) => void done.push(id));
  jobs.start();
  const listening = async () =>
    (
      await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query ilike '%listen bullmq%'
          and pid <> pg_backend_pid()`,
      )
    ).rows.map(({ pid }) => pid);
  const addToEach = async (round: string) => {
    for (const queue of queues) await jobs.add(queue, [{ id: `${round} ${queue.name}`, name: 'tests.note', data: {} }]);
    await eventually(() => queues.every(({ name }) => done.includes(`${round} ${name}`)));
  };
  try {
    await addToEach('first');
    await eventually(async () => (await listening()).length === 1);
    const [lost] = await listening();
    await owner.query('select pg_terminate_backend($1)', [lost]);
    await eventually(async () => (await listening()).some((pid) => pid !== lost));
    await addToEach('second');
    expect(await listening()).toHaveLength(1);
    expect(done).toHaveLength(2 * queues.length);
  } finally {
    await stopJobs(jobs);
    await owner.end();
    await drop();
  }
});

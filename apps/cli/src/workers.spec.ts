import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { queueNames, Workers } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { createWorker, startWork } from '../../worker/src/worker.module.ts';
import { commandLine } from './command-line.suite.ts';
import { program } from './program.ts';

let line: Awaited<ReturnType<typeof commandLine>>;
const startedProcesses: INestApplicationContext[] = [];

const startWorker = async (queues?: readonly string[], drain?: () => void) => {
  const worker = await createWorker(line.config);
  startedProcesses.push(worker);
  worker.get(Workers).heartbeatInterval = 100;
  await startWork(worker, { queues, ...(drain && { drain }) });
  return worker;
};
const list = (...options: readonly string[]) => line.call(program(), 'workers', 'list', ...options);

beforeAll(async () => {
  line = await commandLine();
});
afterAll(async () => {
  for (const worker of startedProcesses) await worker.close();
  await line.close();
});

test('a message says that no worker is running', async () => {
  expect(await list()).toMatchObject({ code: 0, error: 'No worker is running. Start one with festoon worker' });
  expect(JSON.parse((await list('--json')).out)).toEqual([]);
});

test('a worker with --queues is listed with its queues, and queues without a worker are reported', async () => {
  await startWorker(['payments', 'mails']);
  const { out, error } = await list();
  expect(out.split('\n')[0]).toMatch(/^HOST +PID +QUEUES +FOLLOWS LOG +SINCE +LAST HEARTBEAT$/);
  expect(out).toContain(`${process.pid}`);
  expect(out).toMatch(/ mails,payments +no +20\d\d-\S+Z +20\d\d-\S+Z$/m);
  expect(error.split('\n')).toEqual([
    'No worker is running for the queue calendars',
    'No worker is running for the queue default',
    'No worker is running for the queue erasure',
    'No worker is running for the queue files',
    'No worker is running for the queue images',
    'No worker is running for the queue lead-matching',
    'No worker is running for the queue maintenance',
    'No worker is running for the queue matching',
    'No worker is running for the queue sandbox-webhooks',
    'No running worker follows the log. Start one without --queues',
  ]);
});

test('a worker without --queues works on all of them and follows the log', async () => {
  await startWorker();
  const { out, error } = await list('--json');
  expect(error).toBe('');
  expect(JSON.parse(out)).toEqual([
    expect.objectContaining({ queues: ['mails', 'payments'], followsLog: false, mayDrain: false }),
    {
      host: hostname(),
      pid: process.pid,
      queues: queueNames,
      followsLog: true,
      mayDrain: false,
      startedAt: expect.stringMatching(/^20\d\d-.*Z$/),
      heartbeatAt: expect.stringMatching(/^20\d\d-.*Z$/),
    },
  ]);
});

test('a stopped worker is removed from the list at once, a killed one after thirty seconds', async () => {
  const [first, second] = startedProcesses.splice(0);
  await second?.close();
  expect(JSON.parse((await list('--json')).out)).toHaveLength(1);
  // A row of its own, because the running worker may renew its heartbeat at any moment.
  await first?.get(Database).query(
    `insert into jobs.workers (id, host, pid, queues, follows_log, heartbeat_at)
     values (gen_random_uuid(), 'killed', 1, '{mails}', false, clock_timestamp() - interval '31 seconds')`,
  );
  expect((await first?.get(Workers).runningWorkers())?.map(({ host }) => host)).toEqual([hostname()]);
  await first?.close();
});

const drain = (...words: readonly string[]) => line.call(program(), 'workers', 'drain', ...words);

test('a drained worker finishes its work and ends, and the command waits for that', async () => {
  const startDrainable = () => startWorker(undefined, () => void startedProcesses.pop()?.close());
  await startDrainable();
  const pid = String(process.pid);
  expect(await drain(pid)).toMatchObject({ code: 0, out: `Ended: process ${pid} on ${hostname()}` });
  expect(JSON.parse((await list('--json')).out)).toEqual([]);
  await startDrainable();
  const { out } = await drain('--all', '--json');
  expect(JSON.parse(out)).toEqual([{ host: hostname(), pid: process.pid }]);
});

test('only the worker of the named host is drained, and a process id of several hosts is refused', async () => {
  await startWorker(undefined, () => void startedProcesses.pop()?.close());
  const { pid } = process;
  const database = new Database(line.config.databaseUrl);
  await database.query(
    `insert into jobs.workers (id, host, pid, queues, follows_log, may_drain)
     values (gen_random_uuid(), 'elsewhere', $1, '{mails}', false, true)`,
    [pid],
  );
  expect(await drain(String(pid))).toMatchObject({
    code: 1,
    error: `Several hosts have a worker with the process id ${pid}. Name those that you mean: ${hostname()}:${pid}, elsewhere:${pid}`,
  });
  expect(await drain(`nowhere:${pid}`)).toMatchObject({
    code: 2,
    error: `No running worker has the process id ${pid} on nowhere`,
  });
  expect(await drain(`${hostname()}:${pid}`)).toMatchObject({ code: 0, out: `Ended: process ${pid} on ${hostname()}` });
  expect(JSON.parse((await list('--json')).out)).toMatchObject([{ host: 'elsewhere', pid }]);
  await database.query('delete from jobs.workers');
  await database.onApplicationShutdown();
});

test('only workers that run and serve nothing else are drained', async () => {
  await startWorker(['mails']);
  const pid = String(process.pid);
  expect(await drain(pid)).toMatchObject({
    code: 1,
    error: `process ${pid} on ${hostname()} also serves the site and cannot be drained: stop it with a signal`,
  });
  expect(await drain('999999999')).toMatchObject({ code: 2, error: 'No running worker has the process id 999999999' });
  expect(await drain('--all')).toMatchObject({ code: 2, error: 'No worker is running that can be drained' });
  expect(await drain()).toMatchObject({ code: 2, error: expect.stringContaining('or use --all') });
  expect(await drain(pid, '--all')).toMatchObject({ code: 2 });
  expect(await drain('-1')).toMatchObject({ code: 2 });
  expect(await drain('one')).toMatchObject({
    code: 2,
    error: expect.stringContaining('It must be the id of a process, or host:id.'),
  });
});

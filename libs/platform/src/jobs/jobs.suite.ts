import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { eventually } from '#platform/testing';
import { captureLog } from '../logging/log.suite.ts';
import { Jobs, NotDueYet, type PendingState, type RunningJob } from './jobs.ts';
import type { JobQueue } from './queues.ts';

/** A queue of its own for each test, which retries sooner than usual. */
export const testQueue = (policy: Partial<JobQueue> = {}): JobQueue => ({
  name: `q-${randomUUID()}`,
  concurrency: 4,
  attempts: 5,
  backoff: 10,
  ...policy,
});

/** Ends the workers and the connections, as a process does that is stopped. */
export const stopJobs = async (jobs: Jobs): Promise<void> => {
  await jobs.beforeApplicationShutdown();
  await jobs.onApplicationShutdown();
};

/** The tests that every engine of the queues passes. */
export const jobsSuite = (backend: string, open: () => Promise<{ config: Config; close: () => Promise<void> }>): void =>
  describe(`jobs: ${backend}`, () => {
    let config: Config;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ config, close } = await open());
    });
    afterAll(() => close());

    /**
     * Runs the test on an unused queue whose handler fails the first `failures` times and then records its jobs in
     * `done`.
     */
    const withWorkingQueue = async (
      story: (jobs: Jobs, queue: JobQueue, doneJobs: RunningJob[]) => Promise<void>,
      failures = 0,
      [failure, message]: readonly [Error, string] = [new Error('a planted failure'), 'failed'],
      queue = testQueue(),
    ) => {
      const jobs = new Jobs(config);
      const doneJobs: RunningJob[] = [];
      let failuresLeft = failures;
      jobs.handle(queue, async (job) => {
        if (failuresLeft-- > 0) throw failure;
        doneJobs.push(job);
      });
      jobs.start();
      const log = captureLog('warn');
      try {
        await story(jobs, queue, doneJobs);
      } finally {
        await stopJobs(jobs);
        log.stop();
        if (failures > 0) expect(log.lines).toContainEqual(expect.stringContaining(`${message}: a planted failure`));
      }
    };
    const jobWithId = (id: string) => ({ id, name: 'tests.note', data: { of: id } });

    test('all processes that use the same queues get the same name of their store', async () => {
      const processes = [new Jobs(config), new Jobs(config)];
      const names = await Promise.all(processes.map((jobs) => jobs.store()));
      for (const jobs of processes) await stopJobs(jobs);
      expect([names[0] !== '', names[1]]).toEqual([true, names[0]]);
    });

    test('a job that is added runs with its data', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('a'), jobWithId('b')]);
        await eventually(() => done.length === 2);
        expect(done).toHaveLength(2);
        expect(done).toContainEqual({
          ...jobWithId('a'),
          attempt: 1,
          isLastAttempt: false,
          report: expect.any(Function),
        });
        expect(done).toContainEqual({
          ...jobWithId('b'),
          attempt: 1,
          isLastAttempt: false,
          report: expect.any(Function),
        });
      }));

    test('a job reports how much of it is done', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('a')]);
        await eventually(() => done.length > 0);
        expect(await jobs.progressOf(queue.name, 'a')).toBeUndefined();
        expect(await jobs.progressOf(queue.name, 'missing')).toBeUndefined();
        done[0]?.report(0.4);
        await eventually(async () => (await jobs.progressOf(queue.name, 'a')) === 0.4);
      }));

    test('an id that is added again is the same job, whether it has run or not', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('a'), jobWithId('a')]);
        await eventually(() => done.length > 0);
        await jobs.add(queue, [jobWithId('a'), jobWithId('b')]);
        await eventually(() => done.length > 1);
        expect(done.map(({ id }) => id)).toEqual(['a', 'b']);
      }));

    test('a job that fails is retried', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('a')]);
        await eventually(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([3]);
      }, 2));

    test('a lost connection to Postgres does not count as a failed attempt', () =>
      withWorkingQueue(
        async (jobs, queue, done) => {
          await jobs.add(queue, [jobWithId('a')]);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...jobWithId('a'), attempt: 1, isLastAttempt: false, report: expect.any(Function) }]);
          expect(await jobs.deadLetters(queue.name)).toEqual([]);
        },
        3,
        [Object.assign(new Error('a planted failure'), { code: 'ECONNRESET' }), 'is postponed'],
      ));

    test('each queue has its own number of attempts and its own back-off', () =>
      withWorkingQueue(
        async (jobs, queue, done) => {
          await jobs.add(queue, [jobWithId('a')]);
          await eventually(() => done.length > 0);
          expect(done).toMatchObject([{ attempt: 7, isLastAttempt: true }]);
        },
        6,
        undefined,
        testQueue({ attempts: 7, backoff: 10 }),
      ));

    test('each queue has its own concurrency', async () => {
      const jobs = new Jobs(config);
      const [single, double] = [testQueue({ concurrency: 1 }), testQueue({ concurrency: 2 })];
      const peakRunning = new Map<JobQueue, number>();
      let doneCount = 0;
      // No job ends before two jobs of the second queue run at once.
      const { promise: bothRun, resolve: release } = Promise.withResolvers<void>();
      for (const queue of [single, double]) {
        let runningCount = 0;
        jobs.handle(queue, async () => {
          runningCount += 1;
          peakRunning.set(queue, Math.max(runningCount, peakRunning.get(queue) ?? 0));
          if (peakRunning.get(double) === 2) release();
          await bothRun;
          await new Promise((wait) => setTimeout(wait, 100));
          runningCount -= 1;
          doneCount += 1;
        });
      }
      for (const queue of [single, double]) await jobs.add(queue, ['a', 'b', 'c', 'd'].map(jobWithId));
      jobs.start();
      await eventually(() => doneCount === 8);
      await stopJobs(jobs);
      expect([peakRunning.get(single), peakRunning.get(double)]).toEqual([1, 2]);
    });

    test('a process that starts only some queues leaves the jobs of the others to other processes', async () => {
      const [mine, other] = [testQueue(), testQueue()];
      const doneIds: string[] = [];
      const open = () => {
        const jobs = new Jobs(config);
        for (const queue of [mine, other]) jobs.handle(queue, async ({ id }) => void doneIds.push(id));
        return jobs;
      };
      const restrictedJobs = open();
      restrictedJobs.start([mine.name]);
      await restrictedJobs.add(other, [jobWithId('of-other')]);
      await restrictedJobs.add(mine, [jobWithId('of-mine')]);
      await eventually(() => doneIds.length > 0);
      expect([restrictedJobs.started, doneIds]).toEqual([[mine.name], ['of-mine']]);
      const complete = open();
      complete.start();
      await eventually(() => doneIds.length > 1);
      expect(doneIds).toEqual(['of-mine', 'of-other']);
      await stopJobs(restrictedJobs);
      await stopJobs(complete);
    });

    test('a delayed job waits while others run', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('now'), { ...jobWithId('later'), delay: 500 }]);
        await eventually(() => done.length === 2);
        expect(done.map(({ id }) => id)).toEqual(['now', 'later']);
      }));

    /** Adds jobs with these ids, waits until all of them are dead letters, and runs the test. */
    const withDeadLetters = (
      story: (jobs: Jobs, queue: JobQueue, doneJobs: RunningJob[]) => Promise<void>,
      ids: readonly string[],
    ) =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, ids.map(jobWithId));
        await eventually(async () => (await jobs.deadLetters(queue.name)).length === ids.length);
        await story(jobs, queue, done);
      }, ids.length * 5);

    test('pending jobs are listed by their state, in pages', async () => {
      const jobs = new Jobs(config);
      const queue = testQueue({ concurrency: 1 });
      const running = Promise.withResolvers<void>();
      let postpones = true;
      jobs.handle(queue, async ({ id }) => {
        if (id === 'postponed' && postpones) {
          postpones = false;
          throw new NotDueYet(3_600_000);
        }
        await running.promise;
      });
      const idsOf = async (state: PendingState, count = 10, skipped = 0) =>
        (await jobs.pending(queue.name, state, count, skipped)).map(({ id }) => id);
      const log = captureLog('warn');
      try {
        const later = [9_000_000, 6_000_000].map((delay) => ({ ...jobWithId(`in ${delay}`), delay }));
        await jobs.add(queue, [...later, jobWithId('postponed')]);
        jobs.start();
        await eventually(async () => (await idsOf('delayed')).length === 3);
        await jobs.add(queue, [jobWithId('a')]);
        await eventually(async () => (await idsOf('active')).length === 1);
        await jobs.add(queue, [jobWithId('b'), jobWithId('c')]);
        expect(await idsOf('active')).toEqual(['a']);
        expect(await idsOf('waiting')).toEqual(['c', 'b']);
        expect(await idsOf('waiting', 1, 1)).toEqual(['b']);
        expect(await idsOf('delayed')).toEqual(['postponed', 'in 6000000', 'in 9000000']);
        expect(await idsOf('delayed', 2, 1)).toEqual(['in 6000000', 'in 9000000']);
        const [postponed, second] = await jobs.pending(queue.name, 'delayed', 2);
        const minutesUntil = (instant = '') => Math.round((Date.parse(instant) - Date.now()) / 60_000);
        expect([postponed?.dueAt, second?.dueAt].map((dueAt) => minutesUntil(dueAt ?? ''))).toEqual([60, 100]);
        expect(postponed).toMatchObject({ name: jobWithId('').name, attempts: 0, addedAt: expect.any(String) });
        expect((await jobs.pending(queue.name, 'waiting', 1))[0]?.dueAt).toBeNull();
      } finally {
        running.resolve();
        await stopJobs(jobs);
        log.stop();
      }
    });

    test('a job that fails permanently is kept with its reason and data', () =>
      withDeadLetters(
        async (jobs, queue, done) => {
          const dead = await jobs.deadLetters(queue.name);
          expect(dead.map(({ id }) => id).sort()).toEqual(['a', 'b']);
          expect(dead.find(({ id }) => id === 'a')).toEqual({
            ...jobWithId('a'),
            queue: queue.name,
            attempts: 5,
            reason: 'a planted failure',
            failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          });
          expect(await jobs.areFinished(queue.name, ['a', 'b'])).toBe(true);
          // Adding a dead letter again neither runs nor hides it.
          await jobs.add(queue, [jobWithId('a'), jobWithId('c')]);
          await eventually(() => done.length > 0);
          expect(done.map(({ id }) => id)).toEqual(['c']);
          expect(await jobs.deadLetters(queue.name)).toHaveLength(2);
        },
        ['a', 'b'],
      ));

    test('the reason that is kept does not contain the values that Postgres refused', async () => {
      const failure = Object.assign(new Error("insert into people values ('Ann Archer') - value too long"), {
        code: '22001',
        table: 'people',
      });
      const queue = testQueue({ attempts: 1 });
      const jobs = new Jobs(config);
      jobs.handle(queue, () => Promise.reject(failure));
      jobs.start();
      const log = captureLog('warn');
      await jobs.add(queue, [jobWithId('a')]);
      await eventually(async () => (await jobs.deadLetters(queue.name)).length > 0);
      const [dead] = await jobs.deadLetters(queue.name);
      await stopJobs(jobs);
      log.stop();
      expect(dead?.reason).toBe('Postgres 22001: people');
    });

    test('a retried dead letter runs as it was added, with all its attempts', () =>
      withDeadLetters(
        async (jobs, queue, done) => {
          expect(await jobs.retry(queue.name, 'a')).toBe(true);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...jobWithId('a'), attempt: 1, isLastAttempt: false, report: expect.any(Function) }]);
          expect(await jobs.deadLetters(queue.name)).toEqual([]);
          expect(await jobs.retry(queue.name, 'a')).toBe(false);
        },
        ['a'],
      ));

    test('a dropped dead letter is removed; others stay', () =>
      withDeadLetters(
        async (jobs, queue) => {
          expect(await jobs.drop(queue.name, 'a')).toBe(true);
          expect((await jobs.deadLetters(queue.name)).map(({ id }) => id)).toEqual(['b']);
          expect(await jobs.drop(queue.name, 'a')).toBe(false);
          expect(await jobs.drop(queue.name, 'never-added')).toBe(false);
        },
        ['a', 'b'],
      ));

    test('only dead letters can be retried or dropped', () =>
      withWorkingQueue(async (jobs, queue, done) => {
        await jobs.add(queue, [jobWithId('a'), { ...jobWithId('later'), delay: 60_000 }]);
        await eventually(() => done.length > 0);
        for (const id of ['a', 'later']) {
          expect(await jobs.retry(queue.name, id)).toBe(false);
          expect(await jobs.drop(queue.name, id)).toBe(false);
        }
        expect(await jobs.areFinished(queue.name, ['later'])).toBe(false);
      }));

    test('a process that is stopped waits for its jobs for a limited time', async () => {
      const queue = testQueue({ attempts: 1 });
      const jobs = new Jobs(config);
      jobs.closeTimeout = 50;
      let finish: () => void = () => undefined;
      const mayFinish = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const startedIds: string[] = [];
      jobs.handle(queue, async ({ id }) => {
        startedIds.push(id);
        await mayFinish;
      });
      jobs.start();
      await jobs.add(queue, [jobWithId('slow')]);
      await eventually(() => startedIds.length > 0);
      const log = captureLog('warn');
      await jobs.beforeApplicationShutdown();
      log.stop();
      finish();
      expect(log.lines).toEqual([`${queue.name}: a job has not ended within 0.05 s of the shutdown`]);
      await eventually(() => jobs.areFinished(queue.name, ['slow']));
      await jobs.onApplicationShutdown();
    });

    test('a job added while no worker runs is done once one starts', async () => {
      const queue = testQueue({ concurrency: 1 });
      const adding = new Jobs(config);
      await adding.add(queue, [jobWithId('a')]);
      await stopJobs(adding);
      const doneIds: string[] = [];
      const laterJobs = new Jobs(config);
      laterJobs.handle(queue, async ({ id }) => void doneIds.push(id));
      laterJobs.start();
      await eventually(() => doneIds.length > 0);
      await stopJobs(laterJobs);
      expect(doneIds).toEqual(['a']);
    });

    test('a queue has one handler, and a queue without one cannot be started', () => {
      const jobs = new Jobs(config);
      const queue = testQueue();
      jobs.handle(queue, async () => undefined);
      expect(() => jobs.handle(queue, async () => undefined)).toThrow(`The queue ${queue.name} has two handlers`);
      expect(() => jobs.start(['elsewhere'])).toThrow('The queue elsewhere has no handler');
    });
  });

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { eventually } from '#platform/testing';
import { captureLog } from '../logging/log.suite.ts';
import { Jobs, type RunningJob } from './jobs.ts';
import type { JobQueue } from './queues.ts';

/** A queue of its own for each test, with the usual retries. */
export const testQueue = (policy: Partial<JobQueue> = {}): JobQueue => ({
  name: `q-${randomUUID()}`,
  concurrency: 4,
  attempts: 5,
  backoff: 250,
  ...policy,
});

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
    const working = async (
      story: (jobs: Jobs, queue: JobQueue, done: RunningJob[]) => Promise<void>,
      failures = 0,
      [failure, message]: readonly [Error, string] = [new Error('a planted failure'), 'failed'],
      queue = testQueue(),
    ) => {
      const jobs = new Jobs(config);
      const done: RunningJob[] = [];
      let left = failures;
      jobs.handle(queue, async (job) => {
        if (left-- > 0) throw failure;
        done.push(job);
      });
      jobs.start();
      const log = captureLog('warn');
      try {
        await story(jobs, queue, done);
      } finally {
        await jobs.onApplicationShutdown();
        log.stop();
        if (failures > 0) expect(log.lines).toContainEqual(expect.stringContaining(`${message}: a planted failure`));
      }
    };
    const named = (id: string) => ({ id, name: 'tests.note', data: { of: id } });

    test('a job that is added runs with its data', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('b')]);
        await eventually(() => done.length === 2);
        expect(done).toHaveLength(2);
        expect(done).toContainEqual({ ...named('a'), attempt: 1 });
        expect(done).toContainEqual({ ...named('b'), attempt: 1 });
      }));

    test('an id that is added again is the same job, whether it has run or not', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('a')]);
        await eventually(() => done.length > 0);
        await jobs.add(queue, [named('a'), named('b')]);
        await eventually(() => done.length > 1);
        expect(done.map(({ id }) => id)).toEqual(['a', 'b']);
      }));

    test('a job that fails is retried', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a')]);
        await eventually(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([3]);
      }, 2));

    test('a lost connection to Postgres does not count as a failed attempt', () =>
      working(
        async (jobs, queue, done) => {
          await jobs.add(queue, [named('a')]);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...named('a'), attempt: 1 }]);
          expect(await jobs.dead(queue.name)).toEqual([]);
        },
        3,
        [Object.assign(new Error('a planted failure'), { code: 'ECONNRESET' }), 'is postponed'],
      ));

    test('each queue has its own number of attempts and its own back-off', () =>
      working(
        async (jobs, queue, done) => {
          await jobs.add(queue, [named('a')]);
          await eventually(() => done.length > 0);
          expect(done.map(({ attempt }) => attempt)).toEqual([7]);
        },
        6,
        undefined,
        testQueue({ attempts: 7, backoff: 10 }),
      ));

    test('each queue has its own concurrency', async () => {
      const jobs = new Jobs(config);
      const [single, double] = [testQueue({ concurrency: 1 }), testQueue({ concurrency: 2 })];
      const most = new Map<JobQueue, number>();
      let done = 0;
      for (const queue of [single, double]) {
        let running = 0;
        jobs.handle(queue, async () => {
          running += 1;
          most.set(queue, Math.max(running, most.get(queue) ?? 0));
          await new Promise((wait) => setTimeout(wait, 100));
          running -= 1;
          done += 1;
        });
      }
      for (const queue of [single, double]) await jobs.add(queue, ['a', 'b', 'c', 'd'].map(named));
      jobs.start();
      await eventually(() => done === 8);
      await jobs.onApplicationShutdown();
      expect([most.get(single), most.get(double)]).toEqual([1, 2]);
    });

    test('a process that starts only some queues leaves the jobs of the others to other processes', async () => {
      const [mine, other] = [testQueue(), testQueue()];
      const done: string[] = [];
      const open = () => {
        const jobs = new Jobs(config);
        for (const queue of [mine, other]) jobs.handle(queue, async ({ id }) => void done.push(id));
        return jobs;
      };
      const restricted = open();
      restricted.start([mine.name]);
      await restricted.add(other, [named('of-other')]);
      await restricted.add(mine, [named('of-mine')]);
      await eventually(() => done.length > 0);
      expect([restricted.started, done]).toEqual([[mine.name], ['of-mine']]);
      const complete = open();
      complete.start();
      await eventually(() => done.length > 1);
      expect(done).toEqual(['of-mine', 'of-other']);
      await restricted.onApplicationShutdown();
      await complete.onApplicationShutdown();
    });

    test('a delayed job waits while others run', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [{ ...named('later'), delay: 400 }, named('now')]);
        await eventually(() => done.length === 2);
        expect(done.map(({ id }) => id)).toEqual(['now', 'later']);
      }));

    /** Adds jobs with these ids, waits until all of them are dead letters, and runs the test. */
    const withDeadLetters = (
      story: (jobs: Jobs, queue: JobQueue, done: RunningJob[]) => Promise<void>,
      ids: readonly string[],
    ) =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, ids.map(named));
        await eventually(async () => (await jobs.dead(queue.name)).length === ids.length);
        await story(jobs, queue, done);
      }, ids.length * 5);

    test('a job that fails permanently is kept with its reason and data', () =>
      withDeadLetters(
        async (jobs, queue, done) => {
          const dead = await jobs.dead(queue.name);
          expect(dead.map(({ id }) => id).sort()).toEqual(['a', 'b']);
          expect(dead.find(({ id }) => id === 'a')).toEqual({
            ...named('a'),
            queue: queue.name,
            attempts: 5,
            reason: 'a planted failure',
            failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          });
          expect(await jobs.finished(queue.name, ['a', 'b'])).toBe(true);
          // Adding a dead letter again neither runs nor hides it.
          await jobs.add(queue, [named('a'), named('c')]);
          await eventually(() => done.length > 0);
          expect(done.map(({ id }) => id)).toEqual(['c']);
          expect(await jobs.dead(queue.name)).toHaveLength(2);
        },
        ['a', 'b'],
      ));

    test('a retried dead letter runs as it was added, with all its attempts', () =>
      withDeadLetters(
        async (jobs, queue, done) => {
          expect(await jobs.retry(queue.name, 'a')).toBe(true);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...named('a'), attempt: 1 }]);
          expect(await jobs.dead(queue.name)).toEqual([]);
          expect(await jobs.retry(queue.name, 'a')).toBe(false);
        },
        ['a'],
      ));

    test('a dropped dead letter is removed; others stay', () =>
      withDeadLetters(
        async (jobs, queue) => {
          expect(await jobs.drop(queue.name, 'a')).toBe(true);
          expect((await jobs.dead(queue.name)).map(({ id }) => id)).toEqual(['b']);
          expect(await jobs.drop(queue.name, 'a')).toBe(false);
          expect(await jobs.drop(queue.name, 'never-added')).toBe(false);
        },
        ['a', 'b'],
      ));

    test('only dead letters can be retried or dropped', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), { ...named('later'), delay: 60_000 }]);
        await eventually(() => done.length > 0);
        for (const id of ['a', 'later']) {
          expect(await jobs.retry(queue.name, id)).toBe(false);
          expect(await jobs.drop(queue.name, id)).toBe(false);
        }
        expect(await jobs.finished(queue.name, ['later'])).toBe(false);
      }));

    test('a job added while no worker runs is done once one starts', async () => {
      const queue = testQueue({ concurrency: 1 });
      const adding = new Jobs(config);
      await adding.add(queue, [named('a')]);
      await adding.onApplicationShutdown();
      const done: string[] = [];
      const later = new Jobs(config);
      later.handle(queue, async ({ id }) => void done.push(id));
      later.start();
      await eventually(() => done.length > 0);
      await later.onApplicationShutdown();
      expect(done).toEqual(['a']);
    });

    test('a queue has one handler, and a queue without one cannot be started', () => {
      const jobs = new Jobs(config);
      const queue = testQueue();
      jobs.handle(queue, async () => undefined);
      expect(() => jobs.handle(queue, async () => undefined)).toThrow(`The queue ${queue.name} has two handlers`);
      expect(() => jobs.start(['elsewhere'])).toThrow('The queue elsewhere has no handler');
    });
  });

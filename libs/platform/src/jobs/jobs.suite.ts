import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Config } from '#platform/config';
import { eventually } from '#platform/testing';
import { hearLog } from '../logging/log.suite.ts';
import { Jobs, type RunningJob } from './jobs.ts';

/** What every backend of the queues promises. */
export const jobsSuite = (backend: string, open: () => Promise<{ config: Config; close: () => Promise<void> }>): void =>
  describe(`jobs: ${backend}`, () => {
    let config: Config;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ config, close } = await open());
    });
    afterAll(() => close());

    /** A queue nobody used before, with a worker that notes what it did. */
    const working = async (
      story: (jobs: Jobs, queue: string, done: RunningJob[]) => Promise<void>,
      failures = 0,
      [failure, said]: readonly [Error, string] = [new Error('a planted failure'), 'failed'],
    ) => {
      const jobs = new Jobs(config);
      const queue = `q-${randomUUID()}`;
      const done: RunningJob[] = [];
      let left = failures;
      jobs.work(queue, 4, async (job) => {
        if (left-- > 0) throw failure;
        done.push(job);
      });
      const log = hearLog('warn');
      try {
        await story(jobs, queue, done);
      } finally {
        await jobs.onApplicationShutdown();
        log.stop();
        if (failures > 0) expect(log.said).toContainEqual(expect.stringContaining(`${said}: a planted failure`));
      }
    };
    const named = (id: string) => ({ id, name: 'tests.note', data: { of: id } });

    test('what is added is done, with what it was given', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('b')]);
        await eventually(() => done.length === 2);
        expect(done).toHaveLength(2);
        expect(done).toContainEqual({ ...named('a'), attempt: 1 });
        expect(done).toContainEqual({ ...named('b'), attempt: 1 });
      }));

    test('the same id again is the same job, done or not', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('a')]);
        await eventually(() => done.length > 0);
        await jobs.add(queue, [named('a'), named('b')]);
        await eventually(() => done.length > 1);
        expect(done.map(({ id }) => id)).toEqual(['a', 'b']);
      }));

    test('what fails is tried again', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a')]);
        await eventually(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([3]);
      }, 2));

    test('that Postgres went away is no attempt', () =>
      working(
        async (jobs, queue, done) => {
          await jobs.add(queue, [named('a')]);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...named('a'), attempt: 1 }]);
          expect(await jobs.dead(queue)).toEqual([]);
        },
        3,
        [Object.assign(new Error('a planted failure'), { code: 'ECONNRESET' }), 'is put off'],
      ));

    test('what needs more attempts than others gets them', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [{ ...named('a'), attempts: 6 }]);
        await eventually(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([6]);
      }, 5));

    test('what is to wait waits, while others go on', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [{ ...named('later'), delay: 400 }, named('now')]);
        await eventually(() => done.length === 2);
        expect(done.map(({ id }) => id)).toEqual(['now', 'later']);
      }));

    /** Works until so many jobs have failed for good. */
    const poisoned = (
      story: (jobs: Jobs, queue: string, done: RunningJob[]) => Promise<void>,
      ids: readonly string[],
    ) =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, ids.map(named));
        await eventually(async () => (await jobs.dead(queue)).length === ids.length);
        await story(jobs, queue, done);
      }, ids.length * 5);

    test('what fails for good is kept, with the reason and what it was given', () =>
      poisoned(
        async (jobs, queue, done) => {
          const dead = await jobs.dead(queue);
          expect(dead.map(({ id }) => id).sort()).toEqual(['a', 'b']);
          expect(dead.find(({ id }) => id === 'a')).toEqual({
            ...named('a'),
            queue,
            attempts: 5,
            reason: 'a planted failure',
            failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          });
          expect(await jobs.finished(queue, ['a', 'b'])).toBe(true);
          // It is known for what it is, so adding it again neither runs nor hides it.
          await jobs.add(queue, [named('a'), named('c')]);
          await eventually(() => done.length > 0);
          expect(done.map(({ id }) => id)).toEqual(['c']);
          expect(await jobs.dead(queue)).toHaveLength(2);
        },
        ['a', 'b'],
      ));

    test('a dead job that is retried runs as it was added, with all its attempts', () =>
      poisoned(
        async (jobs, queue, done) => {
          expect(await jobs.retry(queue, 'a')).toBe(true);
          await eventually(() => done.length > 0);
          expect(done).toEqual([{ ...named('a'), attempt: 1 }]);
          expect(await jobs.dead(queue)).toEqual([]);
          expect(await jobs.retry(queue, 'a')).toBe(false);
        },
        ['a'],
      ));

    test('a dead job that is dropped is gone; another is not touched', () =>
      poisoned(
        async (jobs, queue) => {
          expect(await jobs.drop(queue, 'a')).toBe(true);
          expect((await jobs.dead(queue)).map(({ id }) => id)).toEqual(['b']);
          expect(await jobs.drop(queue, 'a')).toBe(false);
          expect(await jobs.drop(queue, 'never-added')).toBe(false);
        },
        ['a', 'b'],
      ));

    test('only what failed for good can be retried or dropped', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), { ...named('later'), delay: 60_000 }]);
        await eventually(() => done.length > 0);
        for (const id of ['a', 'later']) {
          expect(await jobs.retry(queue, id)).toBe(false);
          expect(await jobs.drop(queue, id)).toBe(false);
        }
        expect(await jobs.finished(queue, ['later'])).toBe(false);
      }));

    test('what was added while nobody worked is done when somebody does', async () => {
      const queue = `q-${randomUUID()}`;
      const adding = new Jobs(config);
      await adding.add(queue, [named('a')]);
      await adding.onApplicationShutdown();
      const done: string[] = [];
      const later = new Jobs(config);
      later.work(queue, 1, async ({ id }) => void done.push(id));
      await eventually(() => done.length > 0);
      await later.onApplicationShutdown();
      expect(done).toEqual(['a']);
    });
  });

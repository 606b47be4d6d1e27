import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Config } from '../config.ts';
import { Jobs, type RunningJob } from './jobs.ts';

const until = async (fits: () => boolean) => {
  const end = Date.now() + 20_000;
  while (!fits() && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
};

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
    const working = async (story: (jobs: Jobs, queue: string, done: RunningJob[]) => Promise<void>, failures = 0) => {
      const jobs = new Jobs(config);
      const queue = `q-${randomUUID()}`;
      const done: RunningJob[] = [];
      let left = failures;
      jobs.work(queue, 4, async (job) => {
        if (left-- > 0) throw new Error('a planted failure');
        done.push(job);
      });
      try {
        await story(jobs, queue, done);
      } finally {
        await jobs.onApplicationShutdown();
      }
    };
    const named = (id: string) => ({ id, name: 'tests.note', data: { of: id } });

    test('what is added is done, with what it was given', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('b')]);
        await until(() => done.length === 2);
        expect(done).toHaveLength(2);
        expect(done).toContainEqual({ ...named('a'), attempt: 1 });
        expect(done).toContainEqual({ ...named('b'), attempt: 1 });
      }));

    test('the same id again is the same job, done or not', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a'), named('a')]);
        await until(() => done.length > 0);
        await jobs.add(queue, [named('a'), named('b')]);
        await until(() => done.length > 1);
        expect(done.map(({ id }) => id)).toEqual(['a', 'b']);
      }));

    test('what fails is tried again', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [named('a')]);
        await until(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([3]);
      }, 2));

    test('what needs more attempts than others gets them', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [{ ...named('a'), attempts: 6 }]);
        await until(() => done.length > 0);
        expect(done.map(({ attempt }) => attempt)).toEqual([6]);
      }, 5));

    test('what is to wait waits, while others go on', () =>
      working(async (jobs, queue, done) => {
        await jobs.add(queue, [{ ...named('later'), delay: 400 }, named('now')]);
        await until(() => done.length === 2);
        expect(done.map(({ id }) => id)).toEqual(['now', 'later']);
      }));

    test('what was added while nobody worked is done when somebody does', async () => {
      const queue = `q-${randomUUID()}`;
      const adding = new Jobs(config);
      await adding.add(queue, [named('a')]);
      await adding.onApplicationShutdown();
      const done: string[] = [];
      const later = new Jobs(config);
      later.work(queue, 1, async ({ id }) => void done.push(id));
      await until(() => done.length > 0);
      await later.onApplicationShutdown();
      expect(done).toEqual(['a']);
    });
  });

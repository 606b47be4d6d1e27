import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type DeadJob, DeadLetters, Jobs, queues } from '#platform/jobs';
import { Reactor } from '#platform/reactions';
import { eventually, originOf, TestApp } from '#platform/testing';
import { commandLine } from './command-line.suite.ts';
import { deadLettersCommand } from './dead-letters.ts';

const queue = 'default';
let line: Awaited<ReturnType<typeof commandLine>>;
let app: TestApp['app'];

const deadJobIds = async () => (await app.get(Jobs).deadLetters(queue)).map(({ id }) => id).sort();
/** The event does not exist, so the job of the reaction fails at once and is not retried. */
const addFailingJobs = async (...ids: readonly string[]) => {
  const data = { stream: 'bell-1', version: 1 };
  await app.get(Jobs).add(
    { ...queues.default, attempts: 1 },
    ids.map((id) => ({ id, name: 'tests.failing', data })),
  );
  await eventually(async () => (await deadJobIds()).join() === [...ids].sort().join());
};

beforeAll(async () => {
  line = await commandLine();
  const reaction = { name: 'tests.failing', to: 'Rang', queue, react: async () => undefined } as const;
  const prepare = (starting: TestApp['app']) => starting.get(Reactor).add<{ Rang: object }>(reaction);
  app = (await TestApp.start({ config: line.config, follows: false, prepare })).app;
});
afterAll(async () => {
  await app.close();
  await line.close();
});

test('without dead letters there is nothing to list, retry or drop', async () => {
  expect(await line.call(deadLettersCommand(), 'list')).toMatchObject({ code: 0, out: 'There are no dead letters' });
  expect(await line.call(deadLettersCommand(), 'retry', '--all')).toMatchObject({
    code: 0,
    out: 'There are no dead letters',
  });
  expect(await line.call(deadLettersCommand(), 'show', 'nothing')).toMatchObject({
    code: 2,
    error: 'There is no dead letter nothing',
  });
  expect(await line.call(deadLettersCommand(), 'drop', 'nothing')).toMatchObject({
    code: 2,
    error: 'There is no dead letter nothing',
  });
});

test('a call with neither ids nor --all, or with both, is invalid', async () => {
  expect(await line.call(deadLettersCommand(), 'retry')).toMatchObject({ code: 2 });
  expect(await line.call(deadLettersCommand(), 'drop', 'a', '--all')).toMatchObject({ code: 2 });
  expect((await line.call(deadLettersCommand(), 'drop', '--help')).out).toContain('Examples:');
});

test('a dead letter is listed, shown, retried and dropped', async () => {
  app.get(Reactor).follow();
  await addFailingJobs('a', 'b', 'c');

  const { out } = await line.call(deadLettersCommand(), 'list');
  expect(out.split('\n')[0]).toMatch(/^FAILED +QUEUE +JOB +ATTEMPTS +REASON +ID$/);
  expect(out).toMatch(/default +tests\.failing +1 +a cannot run: event not found +a$/m);
  expect(JSON.parse((await line.call(deadLettersCommand(), 'list', '--json', '--queue', queue)).out)).toHaveLength(3);
  expect(JSON.parse((await line.call(deadLettersCommand(), 'show', 'a', '--json')).out)).toMatchObject({
    queue,
    id: 'a',
    name: 'tests.failing',
    data: { stream: 'bell-1', version: 1 },
  });
  expect((await line.call(deadLettersCommand(), 'show', 'a')).out).toContain('{"stream":"bell-1","version":1}');

  expect(await line.call(deadLettersCommand(), 'retry', 'a', 'never-failed')).toMatchObject({
    code: 2,
    out: 'retried default a',
    error: 'There is no dead letter never-failed',
  });
  await eventually(async () => (await deadJobIds()).length === 3);
  expect(await deadJobIds()).toEqual(['a', 'b', 'c']);

  expect(await line.call(deadLettersCommand(), 'drop', 'a', '--reason', 'ann@example.com asked for it')).toMatchObject({
    code: 1,
    error: expect.stringContaining('The reason is stored in the log permanently'),
  });
  expect(await deadJobIds()).toEqual(['a', 'b', 'c']);
  const dropCall = await line.call(deadLettersCommand(), 'drop', 'a', '--json', '--reason', 'a test');
  expect(dropCall.code).toBe(0);
  expect(JSON.parse(dropCall.out)).toEqual({ dropped: [{ queue, id: 'a' }], missing: [] });
  expect(await deadJobIds()).toEqual(['b', 'c']);
  expect(await line.call(deadLettersCommand(), 'drop', '--all')).toMatchObject({ code: 0 });
  expect(await deadJobIds()).toEqual([]);

  const droppedEvents = (await app.get(EventStore).after(0n)).filter(({ type }) => type === 'DeadLetterDropped');
  expect(droppedEvents).toHaveLength(3);
  expect(droppedEvents[0]).toMatchObject({
    stream: expect.stringMatching(/^dead-letter-[0-9a-f-]{36}$/),
    data: { queue, job: 'a', name: 'tests.failing' },
    by: { kind: 'system', role: 'operator' },
    source: 'cli',
    reason: 'a test',
  });
});

test('a dead letter that cannot be recorded or removed stays, and dropping it again records it once', async () => {
  await addFailingJobs('d');
  const letters = app.get(DeadLetters);
  const letter = (await letters.list(queue))[0] as DeadJob;
  const origin = { ...originOf({ id: 'operator', kind: 'system', role: 'operator' }), reason: 'a test' };
  const drop = () => app.get(Context).run(origin, () => letters.drop(letter));
  jest.spyOn(app.get(EventStore), 'append').mockRejectedValueOnce(new Error('the log does not respond'));
  await expect(drop()).rejects.toThrow('the log does not respond');
  expect(await deadJobIds()).toEqual(['d']);
  jest.spyOn(app.get(Jobs), 'drop').mockRejectedValueOnce(new Error('the queue does not respond'));
  await expect(drop()).rejects.toThrow('the queue does not respond');
  expect(await deadJobIds()).toEqual(['d']);
  expect([await drop(), await drop()]).toEqual([true, false]);
  expect(await deadJobIds()).toEqual([]);
  const droppedEvents = (await app.get(EventStore).after(0n)).filter(
    ({ data }) => (data as { job?: string }).job === 'd',
  );
  expect(droppedEvents).toMatchObject([{ type: 'DeadLetterDropped', reason: 'a test' }]);
});

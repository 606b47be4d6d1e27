import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Actor, Recorded } from '#kernel';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Jobs, queueNames, queues } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { type Reaction, Reactor } from '#platform/reactions';
import { eventually, originOf, TestApp, testConfig } from '#platform/testing';

type Events = { Rang: { times: number }; Answered: { by: string } };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const rangEvent = (times: number) => ({ type: 'Rang', data: { times } }) as const;

let config: Config;
let drop: () => Promise<void>;
let app: TestApp['app'];
const receivedEvents: Recorded<Pick<Events, 'Rang'>>[] = [];

const serve = async (prepare: (starting: TestApp['app']) => void) => (await TestApp.start({ config, prepare })).app;
/** `failures` is how often the reaction throws an error after its effect has happened. */
const start = (failures: number) =>
  serve((starting) => {
    let failuresLeft = failures;
    starting.get(Reactor).add<Events>({
      name: 'doors.answer',
      to: 'Rang',
      queue: 'default',
      react: async (event) => {
        receivedEvents.push(event);
        const answeredEvent = { type: 'Answered', data: { by: starting.get(Context).origin.by.id } } as const;
        await starting.get(EventStore).append<Events>(`answer-${event.stream}`, 0, [answeredEvent]);
        if (failuresLeft-- > 0) throw new Error('interrupted after the effect');
      },
    });
  });
const ring = (stream: string) =>
  app.get(Context).run(originOf(ann), () => app.get(EventStore).append<Events>(stream, 0, [rangEvent(1)]));

let usualBackoff: { restore: () => void };
beforeAll(async () => {
  usualBackoff = jest.replaceProperty(queues.default, 'backoff', 5);
  ({ config, drop } = await testConfig());
  app = await start(1);
});
afterAll(async () => {
  await app.close();
  await drop();
  usualBackoff.restore();
});

test('a reaction that is interrupted is retried, and its effect counts once', async () => {
  await ring('bell-1');
  await eventually(() => receivedEvents.length >= 2);
  const answers = await app.get(EventStore).read<Events>('answer-bell-1');
  const [cause] = await app.get(EventStore).read('bell-1');
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({
    by: { id: 'doors.answer', kind: 'worker', role: 'reaction' },
    source: 'worker',
    correlation: cause?.correlation,
    causation: cause?.id,
  });
});

test('events written while no worker ran are handled later, each exactly once', async () => {
  const countBefore = receivedEvents.length;
  await app.close();
  const appWithoutWorker = await TestApp.start({ config, follows: false });
  await appWithoutWorker.as(ann, () => appWithoutWorker.store.append<Events>('bell-2', 0, [rangEvent(1)]));
  await appWithoutWorker.stop();
  app = await start(0);
  await eventually(() => receivedEvents.length > countBefore);
  expect(receivedEvents.slice(countBefore).map(({ stream }) => stream)).toEqual(['bell-2']);
});

test('a lost checkpoint adds jobs that already exist, so nothing runs twice', async () => {
  const countBefore = receivedEvents.length;
  await app.get(Database).query(`delete from followers.checkpoints where name = 'reactor'`);
  await ring('bell-3');
  await eventually(async () => (await app.get(EventStore).read('answer-bell-3')).length > 0);
  expect(receivedEvents.slice(countBefore).map(({ stream }) => stream)).toEqual(['bell-3']);
  expect(await app.get(EventStore).read('answer-bell-1')).toHaveLength(1);
});

test('only a catch-up reaction of a new release runs for earlier events, and once', async () => {
  const reactionsByName: Record<string, string[]> = { 'doors.catch-up': [], 'doors.new-only': [] };
  const reactions = [
    ['doors.catch-up', 'mails', true],
    ['doors.new-only', 'default', false],
  ] as const;
  const release = () =>
    serve((next) => {
      for (const [name, queue, catchUp] of reactions)
        next.get(Reactor).add<Events>({
          name,
          to: 'Rang',
          queue,
          catchUp,
          react: async ({ stream }) => reactionsByName[name]?.push(stream),
        });
    });
  await app.close();
  app = await release();
  await eventually(() => reactionsByName['doors.catch-up']?.length === 3);
  await ring('bell-new');
  await eventually(() => Object.values(reactionsByName).every((streams) => streams.includes('bell-new')));
  expect(new Set(reactionsByName['doors.catch-up'])).toEqual(new Set(['bell-1', 'bell-2', 'bell-3', 'bell-new']));
  expect(reactionsByName['doors.new-only']).toEqual(['bell-new']);

  await app.get(Database).query(`delete from bullmq.job where queue in ('default', 'mails')`);
  await app.close();
  app = await release();
  await ring('bell-newer');
  await eventually(() => Object.values(reactionsByName).every((streams) => streams.includes('bell-newer')));
  expect(reactionsByName['doors.catch-up']).toHaveLength(5);
  expect(reactionsByName['doors.new-only']).toHaveLength(2);
});

test('jobs of queues that were lost are added again, also those that are not due yet, but not old ones', async () => {
  const day = 86_400_000;
  let due = Date.now() + day;
  const ran: string[] = [];
  const release = () =>
    serve((next) => {
      const add = (name: `doors.${string}`, runAt?: () => number) =>
        next.get(Reactor).add<Events>({
          name,
          to: 'Rang',
          queue: 'payments',
          react: async ({ stream }) => stream === 'bell-lost' && ran.push(name),
          ...(runAt && { runAt: () => new Date(runAt()).toISOString() }),
        });
      add('doors.at-once');
      add('doors.scheduled', () => due);
      add('doors.long-ago', () => Date.now() - 30 * day);
    });
  await app.close();
  app = await release();
  await ring('bell-lost');
  await eventually(() => ran.length === 2);
  await app.get(Database).query(`delete from bullmq.job where queue = 'payments'`);
  await app.get(Database).query(`update followers.queues set store = 'a Redis'`);
  await app.close();
  due = Date.now() + 1_000;
  app = await release();
  await eventually(() => ran.includes('doors.scheduled') && ran.length >= 4);
  const timesOf = (name: string) => ran.filter((each) => each === name).length;
  expect(['doors.at-once', 'doors.long-ago', 'doors.scheduled'].map(timesOf)).toEqual([2, 1, 1]);
  expect(await app.get(Database).query('select store from followers.queues')).toEqual([{ store: 'postgres' }]);
});

test('a reaction that fails permanently becomes a dead letter; after a retry its effect still happens only once', async () => {
  await app.close();
  app = await start(5);
  await ring('bell-4');
  await eventually(async () => (await app.get(Jobs).deadLetters('default')).length > 0);
  const [dead] = await app.get(Jobs).deadLetters('default');
  const [cause] = await app.get(EventStore).read('bell-4');
  expect(dead).toMatchObject({
    id: `${cause?.id}.doors.answer`,
    name: 'doors.answer',
    data: { stream: 'bell-4', version: 1 },
    attempts: 5,
    reason: 'interrupted after the effect',
  });
  const countBefore = receivedEvents.length;
  expect(await app.get(Jobs).retry('default', dead?.id ?? '')).toBe(true);
  await eventually(() => receivedEvents.length > countBefore);
  await eventually(async () => app.get(Jobs).areFinished('default', [dead?.id ?? '']));
  expect(await app.get(Jobs).deadLetters('default')).toEqual([]);
  expect(await app.get(EventStore).read('answer-bell-4')).toHaveLength(1);
});

test('each reaction runs in the queue it names', async () => {
  await app.close();
  // The jobs of this queue belong to the sandbox of the payments gateway.
  const reactionQueues = queueNames.filter((name) => name !== 'sandbox-webhooks');
  const reactionsRun: string[] = [];
  app = await serve((next) => {
    for (const queue of reactionQueues)
      next
        .get(Reactor)
        .add<Events>({ name: `doors.${queue}`, to: 'Rang', queue, react: async () => reactionsRun.push(queue) });
  });
  await ring('bell-5');
  const [event] = await app.get(EventStore).read('bell-5');
  expect(await app.get(Reactor).waitForReactions(event as Recorded, 60_000)).toBe(true);
  expect([...reactionsRun].sort()).toEqual(reactionQueues);
  const rows = await app
    .get(Database)
    .query('select queue, id from bullmq.job where id like $1 order by queue', [`${event?.id}.%`]);
  expect(rows).toEqual(reactionQueues.map((queue) => ({ queue, id: `${event?.id}.doors.${queue}` })));
});

test('two reactions with the same name fail the start', () => {
  const reaction: Reaction<Events> = {
    name: 'doors.mails',
    to: 'Rang',
    queue: 'default',
    react: async () => undefined,
  };
  expect(() => app.get(Reactor).add(reaction)).toThrow('Two reactions are called doors.mails');
});

test('a process that is stopped finishes the reactions in progress before its connections close', async () => {
  await app.close();
  const results: unknown[] = [];
  let begin: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = await serve((next) =>
    next.get(Reactor).add<Events>({
      name: 'doors.slow',
      to: 'Rang',
      queue: 'default',
      react: async ({ stream }) => {
        begin();
        await mayFinish;
        const query = 'select 1 as one';
        const readSide = next.get(MikroORM).em.getConnection();
        results.push(stream, await next.get(Database).query(query), await readSide.execute(query));
      },
    }),
  );
  await ring('bell-stopped');
  await begun;
  const closing = app.close();
  // The hooks that close the connections have been called by then.
  await sleep(100);
  finish();
  await closing;
  expect(results).toEqual(['bell-stopped', [{ one: 1 }], [{ one: 1 }]]);
  app = await start(0);
});

test('a reaction runs at the instant it names, or not at all', async () => {
  await app.close();
  const ranAt: string[] = [];
  let startedAt = 0;
  const delays: Readonly<Record<string, number | undefined>> = {
    'doors.later': 1_000,
    'doors.past': -60_000,
    'doors.never': undefined,
  };
  app = await serve((next) => {
    for (const [name, delay] of Object.entries(delays))
      next.get(Reactor).add<Events>({
        name: name as `doors.${string}`,
        to: 'Rang',
        queue: 'default',
        runAt: ({ stream }) =>
          stream === 'bell-6' && delay !== undefined ? new Date(startedAt + delay).toISOString() : undefined,
        react: async () => ranAt.push(`${name} ${Date.now() >= startedAt + 1_000 ? 'late' : 'early'}`),
      });
  });
  startedAt = Date.now();
  await ring('bell-6');
  await eventually(() => ranAt.length === 2);
  expect(ranAt.map((each) => each.split(' ')[0])).toEqual(['doors.past', 'doors.later']);
  expect(ranAt[1]).toBe('doors.later late');
});

test('a reaction whose job runs before its instant, because clocks differ, is postponed without losing an attempt', async () => {
  await app.close();
  const attempts: unknown[] = [];
  const due = Date.now() + 1_000;
  let calls = 0;
  app = await serve((next) =>
    next.get(Reactor).add<Events>({
      name: 'doors.early',
      to: 'Rang',
      queue: 'default',
      // The process that adds the job considers it due.
      runAt: ({ stream }) =>
        stream === 'bell-7' ? new Date(calls++ === 0 ? due - 60_000 : due).toISOString() : undefined,
      react: async (_, attempt) => attempts.push([attempt?.number, Date.now() >= due]),
    }),
  );
  await ring('bell-7');
  await eventually(() => attempts.length === 1);
  expect(attempts).toEqual([[1, true]]);
  expect(await app.get(Jobs).deadLetters('default')).toEqual([]);
});

test('a reaction that cannot compute its instant becomes a dead letter, and others run', async () => {
  await app.close();
  const ran: string[] = [];
  app = await serve((next) => {
    const react = async ({ stream }: { stream: string }) => ran.push(stream);
    const common = { to: 'Rang', queue: 'default', react } as const;
    const runAt = ({ stream }: { stream: string }) => {
      if (stream === 'bell-8') throw new RangeError('no instant');
      return stream === 'bell-9' ? 'no date' : undefined;
    };
    next.get(Reactor).add<Events>({ ...common, name: 'doors.without-instant', runAt });
    next.get(Reactor).add<Events>({ ...common, name: 'doors.without-delay' });
  });
  for (const bell of ['bell-8', 'bell-9', 'bell-10']) await ring(bell);
  await eventually(() => new Set(ran).size === 3);
  await eventually(async () => (await app.get(Jobs).deadLetters('default')).length === 2);
  expect((await app.get(Jobs).deadLetters('default')).map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['doors.without-instant', 'The reaction names no valid instant: no date'],
    ['doors.without-instant', 'no instant'],
  ]);
  expect(new Set(ran)).toEqual(new Set(['bell-8', 'bell-9', 'bell-10']));
});
